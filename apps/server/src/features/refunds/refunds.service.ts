import { ABSENT_LOOK_MS, isNeverMade, REFUND_RETRY_MS, REFUSALS_MAX, unseenAgain } from '@mohlat/lending';
import { DAY_MS, formatRupees, HOUR_MS, MINUTE_MS, paise } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import type { Notice, Notifier } from '#features/notifications/index.ts';
import { findFacts } from '#features/payments/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { ProviderDuplicate, ProviderError } from '#providers/index.ts';
import { askForRefund, type RefundAnswer } from './refunds.ask.ts';
import * as repo from './refunds.repo.ts';

export type RefundDeps = Pick<FeatureContext, 'worker' | 'clock' | 'config' | 'providers' | 'log'> & {
  readonly notifier: Notifier;
};

/** When to look again at a refund of an age. */
export function nextLookMs(ageMs: number): number {
  if (ageMs < 5 * MINUTE_MS) return 15_000;
  return ageMs < DAY_MS ? 10 * MINUTE_MS : HOUR_MS;
}

/** Without an end for so long, a person looks at it. */
const SLOW_AFTER_MS = 5 * DAY_MS;
const UNCLEAR_AFTER_MS = DAY_MS;

/**
 * Brings one refund a step further. What was sent before is first looked for at the provider; what it does not know is
 * sent, again under the same key. Only its clear word ends a refund: silence, an error and "still under way" do not.
 * Rule: LEND-16 journal 23, LEND-X1.
 */
export async function pursueRefund(deps: RefundDeps, ids: repo.RefundIds): Promise<void> {
  const row = await deps.worker.forUser(ids.userId, (tx) => repo.findRefund(tx, ids));
  if (!row || row.status === 'processed') return;
  if (row.status === 'failed') return tryAgain(deps, ids, row);
  try {
    await conclude(deps, ids, row, await askProvider(deps, ids, row));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ refundId: ids.refundId, outcome: error.name }, 'refund without a clear answer');
    const isUnclear = error.outcome !== 'not_done' && !(error instanceof ProviderDuplicate);
    await later(deps, ids, row, { status: isUnclear ? 'unknown' : null, providerRef: null });
  }
}

function askProvider(
  { worker, clock, providers }: RefundDeps,
  ids: repo.RefundIds,
  row: repo.RefundRow,
): Promise<RefundAnswer> {
  const { provider_payment_ref: paymentRef, id: key, amount_paise: amount } = row;
  return askForRefund(
    providers.collection,
    { paymentRef, key, amount, reason: 'excess' },
    row.sent_at !== null,
    () => worker.forUser(ids.userId, (tx) => repo.markSent(tx, ids, clock.now())),
  );
}

async function conclude(
  deps: RefundDeps,
  ids: repo.RefundIds,
  row: repo.RefundRow,
  state: RefundAnswer,
): Promise<void> {
  if (state.status === 'refused')
    return end(deps, ids, row, { status: 'failed', failureReason: state.reason });
  if (state.status === 'held') return wait(deps, ids, row);
  const { refundRef: providerRef, bankRef = null } = state;
  switch (state.status) {
    case 'pending':
      return later(deps, ids, row, { status: 'processing', providerRef });
    case 'processed':
      return end(deps, ids, row, { status: 'processed', providerRef, bankRef });
    case 'failed':
      return end(deps, ids, row, { status: 'failed', providerRef, failureReason: 'failed_at_provider' });
  }
}

/**
 * A refund that may not leave now. While its repayment is disputed it waits, for weeks maybe, and goes on as soon as that is won. Once
 * that is lost it is looked for, and never sent again; what the rail does not show a day after its request, at three looks, was not made.
 * Rule: LEND-16 journal 34
 */
async function wait({ worker, clock }: RefundDeps, ids: repo.RefundIds, row: repo.RefundRow): Promise<void> {
  const now = clock.now();
  const nowMs = now.getTime();
  const sentAt = row.sent_at?.getTime() ?? null;
  const absence = row.hold === 'lost' ? unseenAgain(row.absence, sentAt, nowMs) : null;
  const isUnmade = sentAt === null || (absence !== null && isNeverMade(absence, nowMs));
  await worker.forUser(ids.userId, async (tx) => {
    if (row.hold !== 'lost' || !isUnmade) {
      const nextLookAt = new Date(nowMs + (absence ? ABSENT_LOOK_MS : HOUR_MS));
      await repo.saveOpen(tx, ids, { status: null, providerRef: null, nextLookAt, absence });
      return;
    }
    if (!(await repo.endUnmade(tx, ids, 'charged_back', now))) return;
    await repo.startRefunds(tx, ids.userId, [row.loan_id], now);
    await tx.call(ANNOUNCE, [ids.userId, 'repayment', row.repayment_id]);
    await tx.call(ANNOUNCE, [ids.userId, 'payment', row.loan_id]);
  });
}

async function later(
  { worker, clock }: RefundDeps,
  ids: repo.RefundIds,
  row: repo.RefundRow,
  state: { readonly status: 'processing' | 'unknown' | null; readonly providerRef: string | null },
): Promise<void> {
  const now = clock.now();
  const ageMs = now.getTime() - row.created_at.getTime();
  await worker.forUser(ids.userId, async (tx) => {
    const nextLookAt = new Date(now.getTime() + nextLookMs(ageMs));
    // Ended while the provider was asked: its difference is settled by then.
    if (!(await repo.saveOpen(tx, ids, { ...state, nextLookAt }))) return;
    const patienceMs = (state.status ?? row.status) === 'unknown' ? UNCLEAR_AFTER_MS : SLOW_AFTER_MS;
    if (ageMs >= patienceMs) await repo.callSlow(tx, ids.userId, row, now);
  });
}

/** Books the end once, tells the person, and begins to return what has become too much meanwhile. */
async function end(
  deps: RefundDeps,
  ids: repo.RefundIds,
  row: repo.RefundRow,
  outcome: Pick<repo.RefundEnd, 'status'> & Partial<repo.RefundEnd>,
): Promise<void> {
  const now = deps.clock.now();
  const isRefused = outcome.status === 'failed';
  const isLast = isRefused && row.refusals + 1 >= REFUSALS_MAX;
  const nextLookAt = isRefused && !isLast ? new Date(now.getTime() + REFUND_RETRY_MS) : null;
  const facts = { providerRef: null, bankRef: null, failureReason: null, ...outcome, nextLookAt };
  await deps.worker.forUser(ids.userId, async (tx) => {
    if (!(await repo.endRefund(tx, ids, facts, now))) return;
    // A refused one is not begun again at once; a lost dispute may take its money, and what is refused too often calls staff.
    await repo.startRefunds(tx, ids.userId, [row.loan_id], now);
    await tx.call(ANNOUNCE, [ids.userId, 'repayment', row.repayment_id]);
    await tx.call(ANNOUNCE, [ids.userId, 'payment', row.loan_id]);
    const notice = isRefused ? (isLast ? 'refused' : undefined) : 'returned';
    if (notice) await tell(deps, tx, ids.userId, row, notice);
  });
}

/**
 * A refusal may pass: the account was blocked for a day, the provider had no funds. A look that was asked for before the refusal
 * was heard of comes too early, and forgets nothing.
 */
async function tryAgain(
  { worker, clock }: RefundDeps,
  ids: repo.RefundIds,
  row: repo.RefundRow,
): Promise<void> {
  const now = clock.now();
  const dueAt = new Date((row.settled_at ?? now).getTime() + REFUND_RETRY_MS);
  await worker.forUser(ids.userId, async (tx) => {
    if (now < dueAt) return repo.lookNoSooner(tx, ids, dueAt);
    await repo.lockLoan(tx, ids.userId, row.loan_id);
    await repo.startRefunds(tx, ids.userId, [row.loan_id], now);
    await repo.forgetLook(tx, ids);
  });
}

async function tell(
  { notifier, config, clock }: RefundDeps,
  tx: Tx,
  userId: string,
  row: repo.RefundRow,
  what: 'returned' | 'refused',
): Promise<void> {
  const facts = await findFacts(tx, userId, row.loan_id);
  if (!facts) return;
  const amount = formatRupees(paise(row.amount_paise));
  const { bankName: bank, last4 } = facts;
  const about = `${bank} •• ${last4}`;
  const vars = { amount, bank, last4, link: `${config.publicUrl}/dashboard/payments/${row.loan_id}` };
  const notices: Record<typeof what, Notice> = {
    returned: {
      type: 'success',
      icon: 'check',
      title: `We returned ${amount} to you`,
      description: `${about}. It goes back to where you paid from; your bank may take up to 7 working days to show it.`,
      template: 'refund.returned',
      vars,
    },
    refused: {
      type: 'warning',
      icon: 'alert',
      title: `We could not return ${amount} yet`,
      description: `${about}. Your bank did not take it back. The money is still yours; we write to you about another way.`,
      template: 'refund.refused',
      vars,
    },
  };
  await notifier.notify(tx, userId, notices[what], clock.now());
}
