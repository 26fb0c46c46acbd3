import type { FeatureContext } from '#features/context.ts';
import { readKeyFacts } from '#features/payments/index.ts';
import type { Actor } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Download } from '#platform/http/endpoints.ts';
import type { Language } from './documents.pages.ts';
import * as repo from './documents.repo.ts';
import { writeKeyFactsPdf } from './key-facts.pdf.ts';

type Deps = Pick<FeatureContext, 'api'>;

/** Each answers a file written at that moment from what is stored; nothing is kept. */
export interface DocumentsService {
  quoteKeyFacts(actor: Actor, quoteId: string, language: Language): Promise<Download>;
  keyFacts(actor: Actor, paymentId: string, language: Language): Promise<Download>;
}

export function createDocumentsService({ api }: Deps): DocumentsService {
  return {
    quoteKeyFacts: async (actor, quoteId, language) =>
      keyFactsFile(
        await api.asUser(actor, (tx) => repo.findQuoteKeyFacts(tx, actor.userId, quoteId)),
        language,
      ),
    keyFacts: async (actor, paymentId, language) =>
      keyFactsFile(
        await api.asUser(actor, (tx) => repo.findAcceptedKeyFacts(tx, actor.userId, paymentId)),
        language,
      ),
  };
}

async function keyFactsFile(stored: repo.StoredKeyFacts | undefined, language: Language): Promise<Download> {
  if (!stored) throw new DomainError('not_found');
  const facts = readKeyFacts(stored.content, stored.hash, {
    planKind: stored.plan_kind,
    card: { bankName: stored.bank_name, last4: stored.last4 },
    schedule: stored.schedule.map(({ dueOn, ...row }) => ({ ...row, dueDate: dueOn })),
  });
  const agreement = stored.accepted_at
    ? { acceptedAt: stored.accepted_at }
    : { createdAt: stored.created_at, expiresAt: stored.expires_at };
  return pdf(
    `key-facts-${facts.proposalNumber.slice(-8)}`,
    await writeKeyFactsPdf(facts, agreement, language),
  );
}

function pdf(name: string, content: Buffer): Download {
  return { type: 'application/pdf', name: `mohlat-${name.toLowerCase()}.pdf`, content };
}
