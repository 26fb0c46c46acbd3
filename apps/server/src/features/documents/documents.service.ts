import { istDate } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { findFacts, type PaymentFacts } from '#features/payments/index.ts';
import type { LenderIdentity } from '#features/settings/index.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Download } from '#platform/http/endpoints.ts';
import {
  agreementFile,
  keyFactsFile,
  noDuesFile,
  type PartiesAt,
  pdfFile,
  receiptFile,
  scheduleFile,
  settlementFile,
} from './documents.files.ts';
import type { Language } from './documents.pages.ts';
import * as repo from './documents.repo.ts';
import { endOf, readNames } from './names.ts';
import { writeTaxDocuments } from './tax/tax.pdf.ts';
import { writeRepaymentReceipt } from './receipt/receipts.pdf.ts';

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'limits' | 'config'> & { readonly lender: LenderIdentity };

type Write = (actor: Actor, id: string, language: Language) => Promise<Download>;

/**
 * Each answers a file written at that moment from what is stored; nothing is kept. Not this user's: not_found; too
 * early: document_not_ready.
 */
export interface DocumentsService {
  readonly quoteKeyFacts: Write;
  readonly keyFacts: Write;
  readonly agreement: Write;
  readonly paymentReceipt: Write;
  readonly schedule: Write;
  readonly repaymentReceipt: Write;
  readonly noDues: Write;
  readonly settlement: Write;
  readonly invoice: Write;
}

export function createDocumentsService(deps: Deps): DocumentsService {
  const { lender } = deps;
  return {
    quoteKeyFacts: async (actor, id, language) =>
      keyFactsFile(await read(deps, actor, (tx) => repo.findQuoteKeyFacts(tx, actor.userId, id)), language),
    keyFacts: async (actor, id, language) =>
      keyFactsFile(
        await read(deps, actor, (tx) => repo.findAcceptedKeyFacts(tx, actor.userId, id)),
        language,
      ),
    agreement: async (actor, id, language) => {
      const { facts, stored, nameAt } = await read(deps, actor, async (tx) => ({
        facts: await findFacts(tx, actor.userId, id),
        stored: await repo.findAcceptedKeyFacts(tx, actor.userId, id),
        nameAt: await readNames(tx, actor.userId),
      }));
      const { publicUrl } = deps.config;
      return agreementFile(stored, facts, { nameAt, publicUrl }, language);
    },
    paymentReceipt: async (actor, id, language) => {
      const { facts, parties } = await readPayment(deps, actor, id);
      return receiptFile(facts, parties, language, istDate(deps.clock.now().getTime()));
    },
    schedule: async (actor, id, language) => {
      const { facts, parties } = await readPayment(deps, actor, id);
      return scheduleFile(facts, parties, language, istDate(deps.clock.now().getTime()));
    },
    noDues: async (actor, id, language) => {
      const { facts, parties } = await readPayment(deps, actor, id);
      return noDuesFile(facts, parties, language);
    },
    settlement: async (actor, id, language) => {
      const { facts, parties, settlement } = await read(deps, actor, async (tx) => ({
        ...(await paymentOf(deps, tx, actor, id)),
        settlement: await repo.findSettlement(tx, actor.userId, id),
      }));
      return settlementFile(facts, settlement, parties, language);
    },
    invoice: async (actor, id, language) => {
      const { facts, parties, papers } = await read(deps, actor, async (tx) => ({
        ...(await paymentOf(deps, tx, actor, id)),
        papers: await repo.listTaxDocuments(tx, actor.userId, id),
      }));
      if (papers.length === 0) throw new DomainError('document_not_ready');
      return pdfFile(
        `invoice-${id.slice(-8)}`,
        await writeTaxDocuments(papers, facts, parties(endOf(papers[0]!.issued_on)), lender, language),
      );
    },
    repaymentReceipt: async (actor, id, language) => {
      const { paper, parties } = await read(deps, actor, async (tx) => ({
        paper: await repo.findRepaymentPaper(tx, actor.userId, id),
        parties: await readParties(deps, tx, actor),
      }));
      if (!paper) throw new DomainError('not_found');
      if (paper.status !== 'succeeded') throw new DomainError('document_not_ready');
      const today = deps.clock.today();
      return pdfFile(
        `repayment-${id.slice(-8)}`,
        await writeRepaymentReceipt(paper, parties(paper.received_at), language, today),
      );
    },
  };
}

/** Writing a document costs this machine more than reading a row does: it is counted. */
function read<T>({ api, limits }: Deps, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
  return api.asUser(actor, async (tx) => {
    await limits.countIn(tx, 'document');
    return work(tx);
  });
}

function readPayment(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<{ facts: PaymentFacts; parties: PartiesAt }> {
  return read(deps, actor, (tx) => paymentOf(deps, tx, actor, id));
}

async function paymentOf(deps: Deps, tx: Tx, actor: Actor, id: string) {
  const facts = await findFacts(tx, actor.userId, id);
  if (!facts) throw new DomainError('not_found');
  return { facts, parties: await readParties(deps, tx, actor) };
}

async function readParties({ lender }: Deps, tx: Tx, actor: Actor): Promise<PartiesAt> {
  const nameAt = await readNames(tx, actor.userId);
  return (at) => ({ name: nameAt(at), lender: lender.name });
}
