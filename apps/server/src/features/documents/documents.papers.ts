import { istDate } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import type { PaperOrder } from '#features/notifications/index.ts';
import { findFacts } from '#features/payments/index.ts';
import type { LenderIdentity } from '#features/settings/index.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Attachment } from '#providers/index.ts';
import {
  agreementFile,
  keyFactsFile,
  noDuesFile,
  receiptFile,
  scheduleFile,
  settlementFile,
} from './documents.files.ts';
import type { Language } from './documents.pages.ts';
import * as repo from './documents.repo.ts';
import { readNames } from './names.ts';

/** Writes the papers that go with a mail, at the moment it is sent. */
export type WritePapers = (order: PaperOrder, language: Language) => Promise<Attachment[]>;

/**
 * Rule: LEND-K6: key facts, agreement and receipt reach the person by themselves. The agreement goes with the key facts, without
 * an order of its own: a message that a version before queued has it too, as the words of the mail say.
 */
export function createPapers({
  worker,
  clock,
  config,
  lender,
}: Pick<FeatureContext, 'worker' | 'clock' | 'config'> & { readonly lender: LenderIdentity }): WritePapers {
  return async ({ userId, paymentId, kinds }, language) => {
    const found = await worker.forUser(userId, async (tx) => ({
      facts: await findFacts(tx, userId, paymentId),
      keyFacts: await repo.findAcceptedKeyFacts(tx, userId, paymentId),
      nameAt: await readNames(tx, userId),
    }));
    const { facts, keyFacts, nameAt } = found;
    if (!facts) return [];
    const parties = (at: Date) => ({ name: nameAt(at), lender: lender.name });
    const borrowing = { nameAt, publicUrl: config.publicUrl };
    const write = {
      key_facts: [
        () => keyFactsFile(keyFacts, language),
        () => agreementFile(keyFacts, facts, borrowing, language),
      ],
      receipt: [() => receiptFile(facts, parties, language, istDate(clock.now().getTime()))],
      no_dues: [() => noDuesFile(facts, parties, language)],
      settlement: [
        async () => {
          const settled = await worker.forUser(userId, (tx) => repo.findSettlement(tx, userId, paymentId));
          return settlementFile(facts, settled, parties, language);
        },
      ],
      schedule: [() => scheduleFile(facts, parties, language, istDate(clock.now().getTime()))],
    };
    const attached: Attachment[] = [];
    // One after the other: a mail takes one place where documents are drawn, and is sent later when there is none.
    for (const writeOne of kinds.flatMap((kind) => write[kind])) {
      const file = await writeOne().catch(leaveOut);
      if (file) attached.push({ name: file.name ?? 'mohlat.pdf', type: file.type, content: file.content });
    }
    return attached;
  };
}

/** Leaves a document out of the mail when its subject was taken back since (document_not_ready); rethrows other errors. */
function leaveOut(error: unknown): undefined {
  if (error instanceof DomainError && error.code === 'document_not_ready') return undefined;
  throw error;
}
