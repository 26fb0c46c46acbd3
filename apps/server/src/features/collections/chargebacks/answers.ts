import { HOUR_MS } from '@mohlat/money';
import { openStuck, settleOpen, STUCK } from '#features/breaks.ts';
import type { FeatureContext } from '#features/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { type DisputeState, ProviderError, ProviderRejected } from '#providers/index.ts';
import * as repo from './answers.repo.ts';

export type AnswerDeps = Pick<FeatureContext, 'worker' | 'clock' | 'providers' | 'vault' | 'files' | 'log'>;

/** Where what is told to a bank is sealed. */
export const summaryContext = (id: string) => `chargeback:${id}`;

/** So long an answer may be on its way, or so near may its last instant be, before finance looks at the rail's own pages. */
const UNTOLD_LONG_MS = 6 * HOUR_MS;
const NEAR_MS = 24 * HOUR_MS;

/**
 * Tells the payer's bank what staff decided to tell it. What the rail leaves without a clear answer stays on its way, is tried again, and
 * is a difference for finance where that lasts or time is short. Answers whether it is still on its way. Rule: LEND-16 journal 34, LEND-20.
 */
export async function tellBank(deps: AnswerDeps, disputeRef: string): Promise<boolean> {
  const unsaid = await deps.worker.single((tx) => repo.findUnsaid(tx, disputeRef));
  if (!unsaid) return false;
  try {
    await bringToBank(deps, disputeRef, unsaid);
    return false;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ disputeRef, outcome: error.name }, 'dispute: what is told to the bank has not arrived');
    await deps.worker.forUser(unsaid.userId, (tx) => openUntold(tx, disputeRef, unsaid, deps.clock.now()));
    return true;
  }
}

/**
 * Opens the difference about an answer that does not arrive, once for each answer. A dispute whose answer the rail refused may be answered
 * again, and what staff closed about the first says nothing of the second.
 */
async function openUntold(tx: Tx, reference: string, unsaid: repo.Unsaid, now: Date): Promise<void> {
  const { userId, saidAt, respondBy, amountPaise: oursPaise } = unsaid;
  const isLong = now.getTime() - saidAt.getTime() >= UNTOLD_LONG_MS;
  const isNear = respondBy !== null && respondBy.getTime() - now.getTime() <= NEAR_MS;
  if (!isLong && !isNear) return;
  const found = { userId, owner: 'finance', reference, since: saidAt } as const;
  await openStuck(tx, { ...found, oursPaise, detail: { isUntold: true } }, now);
}

/** The rail is asked first whether it has it already. */
async function bringToBank(deps: AnswerDeps, disputeRef: string, unsaid: repo.Unsaid): Promise<void> {
  const { worker, clock, providers, log } = deps;
  const settle = (outcome: Parameters<typeof repo.settleSaid>[2]) =>
    worker.forUser(unsaid.userId, async (tx) => {
      await repo.settleSaid(tx, unsaid, outcome);
      await settleOpen(tx, { ...STUCK, userId: unsaid.userId, reference: disputeRef }, clock.now());
    });
  const done = unsaid.response === 'accepting' ? 'accepted' : 'represented';
  const heard = async () => {
    const { status } = await providers.collection.getDispute(disputeRef);
    if (status === 'open') return undefined;
    if (!hasHeard(unsaid, status)) return { response: 'refused', refusal: status } as const;
    return { response: done } as const;
  };
  const before = await heard();
  if (before) return settle(before);
  try {
    await tell(deps, disputeRef, unsaid);
    await settle({ response: done });
  } catch (error) {
    // Nothing was told yet. What is told is told once, so staff hand the document in again while there is time.
    if (error instanceof DomainError && error.code === 'file_lost')
      return settle({ response: 'refused', refusal: error.code });
    if (!(error instanceof ProviderRejected)) throw error;
    log.warn({ disputeRef, code: error.providerCode }, 'the rail does not take what is told of a dispute');
    // It may have refused because a colleague was quicker.
    await settle((await heard()) ?? { response: 'refused', refusal: error.providerCode ?? 'refused' });
  }
}

/** An answer that was lost on its way back: the rail has what was told. */
function hasHeard({ response }: repo.Unsaid, status: DisputeState['status']): boolean {
  return response === 'accepting' ? status === 'lost' : status === 'under_review' || status === 'won';
}

async function tell(
  { worker, providers, vault, files }: AnswerDeps,
  disputeRef: string,
  unsaid: repo.Unsaid,
): Promise<void> {
  const { collection } = providers;
  const { userId, id, response, amountPaise: amount, summarySealed } = unsaid;
  const context = { requestId: id, actor: 'job' } as const;
  if (response === 'accepting') {
    await collection.acceptDispute(disputeRef, context);
    return;
  }
  const documentRefs: string[] = [];
  for (const { documentRef, ...file } of await worker.forUser(userId, (tx) => repo.listFiles(tx, unsaid))) {
    if (documentRef !== null) {
      documentRefs.push(documentRef);
      continue;
    }
    const stored = await worker.forUser(userId, (tx) => files.find(tx, userId, file.id));
    if (!stored) continue;
    const { name, type } = file;
    const kept = await collection.addDisputeDocument(
      { name, type, content: await files.open(stored) },
      context,
    );
    await worker.forUser(userId, (tx) => repo.markDocument(tx, userId, file.id, kept.documentRef));
    documentRefs.push(kept.documentRef);
  }
  const summary = summarySealed === null ? '' : vault.open(summarySealed, summaryContext(id));
  await collection.contestDispute(disputeRef, { amount, summary, documentRefs }, context);
}
