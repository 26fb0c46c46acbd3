import { randomInt } from 'node:crypto';
import { bookingDay, isRailListFinal } from '@mohlat/lending';
import { istDate } from '@mohlat/money';
import { isBlocked } from '#features/account-block.ts';
import { isPaused } from '#features/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import {
  type BillPayState,
  type CallContext,
  decisive,
  ProviderContractDrift,
  ProviderDuplicate,
  ProviderError,
  ProviderRejected,
} from '#providers/index.ts';
import {
  isNeverExecuted,
  listDays,
  maySend,
  mayResend,
  nextLookMs,
  REVIEW_AFTER_MS,
  UNKNOWN_AFTER_MS,
} from './enquiry.rules.ts';
import { announce, SENT, settleFailed, settleFailedIn, settlePaid } from './settle.ts';
import { adoptIfOurs, type KeptRequest, requestOf, type SubmitDeps } from './submit.ts';
import * as work from './work.repo.ts';

/**
 * `final`: nothing more to ask. `open`: look again, at the time written to the payment. `unclear`: the rail did not answer about
 * one that is settled, and it is not asked again.
 */
export type Look = 'final' | 'open' | 'unclear';

type OpenRow = work.WorkRow & work.Begun;

/**
 * Asks the rail how a payment stands and moves it only on a clear answer. A payment already settled is compared
 * instead: a contradiction changes no money, it opens a break. Rule: LEND-X1 to X6, LEND-X9.
 */
export async function enquire(deps: SubmitDeps, ids: work.PaymentIds): Promise<Look> {
  const row = await deps.worker.forUser(ids.userId, (tx) => work.findWork(tx, ids));
  if (!row || !work.hasBegun(row)) return 'final';
  const open: OpenRow = row;
  const isSettled =
    row.bill_status === 'paid' || row.bill_status === 'failed' || row.bill_status === 'reversed';
  const askedAt = deps.clock.now();
  try {
    const state = (await ask(deps, ids, open)) ?? (isSettled ? null : await askAsListed(deps, ids, open));
    if (state?.state === 'success' && !open.executed_at)
      await deps.worker.forUser(ids.userId, (tx) =>
        work.keepExecution(tx, ids, open.attempt_id, deps.clock.now()),
      );
    if (state) return isSettled ? await compare(deps, ids, open, state) : await apply(deps, ids, open, state);
    if (isSettled) return 'final';
    const outcome = await whenAbsent(deps, ids, open, askedAt);
    if (outcome === 'final') return 'final';
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn(
      { paymentId: ids.paymentId, outcome: error.name, code: error.providerCode },
      'enquiry without a clear answer',
    );
    if (error instanceof ProviderContractDrift)
      await review(deps, ids, contradictionOf(error), { field: error.field });
    if (isSettled) return error instanceof ProviderContractDrift ? 'final' : 'unclear';
  }
  await age(deps, ids, open);
  return 'open';
}

/** A look is for its payment, and gives up early: the next one comes by itself. */
function lookFor({ paymentId }: work.PaymentIds): CallContext {
  return { requestId: paymentId, actor: 'job', deadlineMs: 20_000 };
}

/**
 * The rail's word about a payment. Its own reference may have come to us wrong; ours never does: what the rail does
 * not show as ours under its reference, or shows as failed, is looked for under our own.
 */
async function ask(deps: SubmitDeps, ids: work.PaymentIds, row: OpenRow): Promise<BillPayState | null> {
  if (!row.provider_ref) return findInList(deps, ids, row);
  try {
    const state = await deps.providers.billPayment.getPayment(
      row.provider_ref,
      { paymentKey: row.our_reference, amount: row.amount_paise },
      lookFor(ids),
    );
    return state.state === 'failure' ? await unlessRepeated(deps, ids, row, state) : state;
  } catch (error) {
    if (!(error instanceof ProviderRejected || error instanceof ProviderContractDrift)) throw error;
    const listed = await findInList(deps, ids, row);
    if (!listed || listed.payRef === row.provider_ref) throw error;
    await deps.worker.forUser(ids.userId, (tx) => work.adoptReference(tx, ids, listed.payRef));
    return listed;
  }
}

/**
 * A failed payment with what the list alone says: whether its money is on its way back to the float, and whether a repeat of its
 * request became another payment. Without the list it is the rail's word as long as no repeat had left.
 */
async function unlessRepeated(
  deps: SubmitDeps,
  ids: work.PaymentIds,
  row: OpenRow,
  failed: BillPayState,
): Promise<BillPayState> {
  let listed: BillPayState | null = null;
  try {
    listed = await findInList(deps, ids, row);
  } catch (error) {
    if (!(error instanceof ProviderError) || (row.resent_count ?? 0) > 0) throw error;
  }
  const state = decisive(failed, listed);
  if (state === null || state === failed) return { ...failed, ...refundOf(listed) };
  await deps.worker.forUser(ids.userId, (tx) => work.adoptReference(tx, ids, state.payRef));
  return state;
}

const refundOf = (listed: BillPayState | null) =>
  listed?.refundStatus === undefined ? {} : { refundStatus: listed.refundStatus };

/**
 * The rail's word about a success that our copy of its lists names: a look goes through the list of one number and of few days,
 * and a reading of the whole list may have shown more.
 */
async function askAsListed(
  deps: SubmitDeps,
  ids: work.PaymentIds,
  row: OpenRow,
): Promise<BillPayState | null> {
  const payRef = await deps.worker.forUser(ids.userId, (tx) => work.findListedSuccess(tx, ids));
  if (payRef === undefined) return null;
  return deps.providers.billPayment.getPayment(
    payRef,
    { paymentKey: row.our_reference, amount: row.amount_paise },
    lookFor(ids),
  );
}

/**
 * Looks through every list that may show the attempt: a failure of one day is over only where the next one shows no success. The
 * list is asked by the mobile number: once that is erased, with its closed account, nothing is found.
 */
async function findInList(
  deps: SubmitDeps,
  ids: work.PaymentIds,
  row: OpenRow,
): Promise<BillPayState | null> {
  const { mobile_sealed: mobile } = row;
  const request = requestOf(deps.vault, row);
  if (mobile === null || request === undefined) return null;
  let found: BillPayState | null = null;
  for (const day of listDays(row.started_at, new Date(request.payableUntil))) {
    const listed = await deps.providers.billPayment.findByKey(
      {
        paymentKey: row.our_reference,
        mobile: deps.vault.open(mobile, `attempt:${row.attempt_id}`),
        day,
        amount: row.amount_paise,
      },
      lookFor(ids),
    );
    found = decisive(found, listed);
    if (found?.state === 'success') return found;
  }
  return found;
}

/** A clear answer for a payment still open. */
async function apply(
  deps: SubmitDeps,
  ids: work.PaymentIds,
  row: OpenRow,
  state: BillPayState,
): Promise<Look> {
  if (!row.provider_ref)
    await deps.worker.forUser(ids.userId, (tx) => work.adoptReference(tx, ids, state.payRef));
  switch (state.state) {
    case 'success': {
      const paidAt = bookableInstant(deps, row, state.paidAt);
      if (paidAt === undefined) {
        const isOpen = await reviewOpen(deps, ids, 'contradiction', { paidAt: state.paidAt });
        if (!isOpen) return compareAnew(deps, ids, state);
        await age(deps, ids, row);
        return 'open';
      }
      const isDone = await settlePaid(deps, ids, {
        paidAt,
        railReference: state.providerTxnId ?? state.payRef,
        railFeePaise: requestOf(deps.vault, row)?.convFee ?? 0,
      });
      return isDone ? 'final' : compareAnew(deps, ids, state);
    }
    case 'failure': {
      const owes = state.refundStatus !== undefined;
      const reason = state.failure?.reason ?? 'refused';
      const isDone = await deps.worker.forUser(ids.userId, (tx) =>
        settleFailedIn(tx, deps, ids, SENT(reason, owes)),
      );
      return isDone ? 'final' : compareAnew(deps, ids, state);
    }
    case 'adjusted':
      if (!(await reviewOpen(deps, ids, 'adjusted', { state: state.state })))
        return compareAnew(deps, ids, state);
      await age(deps, ids, row);
      return 'open';
    case 'processing':
      await age(deps, ids, row);
      return 'open';
  }
}

/** The rail's instant of success; ours where it gives none or is ahead of us; undefined where it cannot be. Rule: LEND-T5 */
function bookableInstant({ clock }: SubmitDeps, row: OpenRow, paidAt: Date | undefined): Date | undefined {
  const now = clock.now();
  const paidOn = istDate((paidAt ?? now).getTime());
  const acceptedOn = istDate(row.accepted_at.getTime());
  const day = bookingDay({ paidOn, acceptedOn, today: clock.today() });
  if (day === undefined) return undefined;
  return day === paidOn ? (paidAt ?? now) : now;
}

/** The rail's word about a payment that is settled here. */
async function compare(
  deps: SubmitDeps,
  ids: work.PaymentIds,
  row: OpenRow,
  state: BillPayState,
): Promise<Look> {
  const agrees =
    (row.bill_status === 'paid' && state.state === 'success') ||
    (row.bill_status === 'failed' && state.state === 'failure') ||
    row.bill_status === 'reversed';
  if (agrees) return 'final';
  if (row.bill_status === 'failed' && state.state === 'success') {
    await deps.worker.forUser(ids.userId, async (tx) => {
      await work.markLateSuccess(tx, ids, deps.clock.now(), {
        railReference: state.providerTxnId ?? state.payRef,
      });
      await announce(tx, ids);
    });
  } else {
    await review(deps, ids, state.state === 'adjusted' ? 'adjusted' : 'contradiction', {
      state: state.state,
    });
  }
  return 'final';
}

/** While the rail was asked, it was written how the payment ended: this answer is held against that. */
async function compareAnew(deps: SubmitDeps, ids: work.PaymentIds, state: BillPayState): Promise<Look> {
  const row = await deps.worker.forUser(ids.userId, (tx) => work.findWork(tx, ids));
  return row && work.hasBegun(row) ? compare(deps, ids, row, state) : 'final';
}

/** Not in the list is not a failure: look on, send the identical request again when the rule allows, or read the closed list. */
async function whenAbsent(
  deps: SubmitDeps,
  ids: work.PaymentIds,
  row: OpenRow,
  askedAt: Date,
): Promise<Look> {
  const now = deps.clock.now();
  await deps.worker.forUser(ids.userId, (tx) => work.countAbsence(tx, ids, row.attempt_id));
  const request = requestOf(deps.vault, row);
  // Only a closed account has lost it, and none is closed with a payment under way: a day's silence brings a person.
  if (request === undefined) return 'open';
  const counts = { absentCount: (row.absent_count ?? 0) + 1, resentCount: row.resent_count ?? 0 };
  const days = listDays(row.started_at, new Date(request.payableUntil));
  const lastDay = days.at(-1)!;
  // An answer asked for before the list was final may lack its last rows.
  if (isRailListFinal(lastDay, askedAt)) {
    const isInNoList = await deps.worker.forUser(ids.userId, (tx) =>
      work.isInNoClosedList(tx, ids, row.our_reference, days),
    );
    if (!isNeverExecuted(counts.absentCount, isInNoList)) return 'open';
    const evidence = { day: lastDay, evidence: 'absent from the complete closed list' };
    if (!(await reviewOpen(deps, ids, 'fail_unknown', evidence))) return 'final';
    await settleFailed(deps, ids, SENT('not_executed'));
    return 'final';
  }
  const isPayable = maySend(request.payableUntil, now);
  const ageMs = now.getTime() - row.started_at.getTime();
  if (mayResend(counts, ageMs, isPayable)) await resend(deps, ids, row, request);
  return 'open';
}

/**
 * The byte-identical request under the same reference; a duplicate's reference is adopted only if it agrees. For an account that was
 * blocked since, and while payments are paused, nothing leaves anew: the rail's lists say what became of what had left.
 * Rule: LEND-X3, LEND-18, PAY-24
 */
async function resend(
  deps: SubmitDeps,
  ids: work.PaymentIds,
  row: OpenRow,
  request: KeptRequest,
): Promise<void> {
  // Two looks at the same moment see the same absence: one of them sends.
  const isMine = await deps.worker.forUser(
    ids.userId,
    async (tx) =>
      !(await isBlocked(tx, ids.userId)) &&
      !(await isPaused(tx, 'bill_payments')) &&
      (await work.countResend(tx, ids, row.attempt_id, row.resent_count ?? 0)),
  );
  const mayLeave = () => maySend(request.payableUntil, deps.clock.now());
  if (!isMine || !mayLeave()) return;
  try {
    const { payRef } = await deps.providers.billPayment.submit(
      { ...request, paidAt: new Date(request.paidAt) },
      { requestId: ids.paymentId, actor: 'job', mayLeave },
    );
    await deps.worker.forUser(ids.userId, (tx) => work.adoptReference(tx, ids, payRef));
  } catch (error) {
    if (!(error instanceof ProviderDuplicate) || !error.existingRef) throw error;
    await adoptIfOurs(deps, ids, request, error.existingRef);
  }
}

/**
 * Writes when to look next; half an hour without an answer makes the outcome unknown, a day brings a person. Nothing where an outcome
 * was recorded while the rail was asked.
 */
async function age(deps: SubmitDeps, ids: work.PaymentIds, row: OpenRow): Promise<void> {
  const now = deps.clock.now();
  const ageMs = now.getTime() - row.started_at.getTime();
  await deps.worker.forUser(ids.userId, async (tx) => {
    if (!(await work.staysOpen(tx, ids))) return;
    const isLost = row.attempt_state === 'sending' && row.provider_ref === null;
    if (row.bill_status === 'submitted' && (isLost || ageMs >= UNKNOWN_AFTER_MS)) {
      await work.markUnknown(tx, ids, now, 'unknown');
      await announce(tx, ids);
    }
    if (ageMs >= REVIEW_AFTER_MS && !row.needs_review)
      await work.markForReview(tx, ids, now, 'pending_one_day', {});
    const next = new Date(now.getTime() + nextLookMs(ageMs, randomInt(-1000, 1001) / 1000));
    await work.scheduleLook(tx, ids, next);
    await tx.enqueue('payments.enquire', ids, {
      runAt: next,
      key: `enquire:${ids.paymentId}`,
      attemptsMax: 5,
    });
  });
}

function contradictionOf(error: ProviderContractDrift): string {
  return /amount/i.test(error.field) ? 'amount' : 'contradiction';
}

type Contradiction = readonly [ids: work.PaymentIds, kind: string, detail: object];

function review(deps: SubmitDeps, ...found: Contradiction): Promise<void> {
  return deps.worker.forUser(found[0].userId, (tx) => reviewIn(tx, deps, ...found));
}

/** The same of a payment that waits for its outcome still; false where it has one by now. */
function reviewOpen(deps: SubmitDeps, ...found: Contradiction): Promise<boolean> {
  const [ids] = found;
  return deps.worker.forUser(ids.userId, async (tx) => {
    if (!(await work.staysOpen(tx, ids))) return false;
    await reviewIn(tx, deps, ...found);
    return true;
  });
}

async function reviewIn(tx: Tx, { clock }: SubmitDeps, ...[ids, kind, detail]: Contradiction): Promise<void> {
  await work.markUnknown(tx, ids, clock.now(), 'unknown');
  await work.markForReview(tx, ids, clock.now(), kind, detail);
  await announce(tx, ids);
}
