import {
  announceAt,
  type Debit,
  ENDED_MANDATE_STATUSES,
  isFrozen,
  isSilenceLong,
  type LowerDebit,
  nextStep,
  returnWindowEnd,
  whileUnanswered,
  WITH_BANK_STATES,
} from '@mohlat/lending';
import { type BusinessDate, formatRupees, HOUR_MS, istDate, MINUTE_MS, paise } from '@mohlat/money';
import { writtenDay } from '#features/notifications/index.ts';
import { openStuck } from '#features/breaks.ts';
import { failRepayment, isDebitCredited, isDebitOpen } from '#features/repayments/index.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import type { PaymentState } from '#providers/index.ts';
import type { MandateDeps } from './mandates.look.ts';
import { debitReference } from './mandates.rules.ts';
import * as repo from './mandates.work.repo.ts';

const OVER: ReadonlySet<string> = new Set(ENDED_MANDATE_STATUSES);

/** A try as the rules of the loan book see it. */
export function debitOf(row: repo.PresentationRow, now: Date): Debit {
  return {
    kind: row.kind,
    amountPaise: row.amount_paise,
    unpaidPaise: row.unpaid_paise,
    presentAt: row.present_at,
    noticedAt: row.noticed_at,
    isLive: row.is_live,
    isMandateActive: row.mandate_status === 'active',
    isFrozen: isFrozen(row.freezes, istDate(now.getTime())),
  };
}

/**
 * Reads the verdict from the payments of an order: money, money that went back to its payer, a final refusal, or still open; one
 * without a payment is open.
 */
export function verdictOf(payments: readonly PaymentState[]): 'taken' | 'given_back' | 'failed' | 'open' {
  if (payments.some(({ status }) => status === 'captured' || status === 'authorized')) return 'taken';
  if (payments.length === 0 || payments.some(({ status }) => status === 'created')) return 'open';
  return payments.some(({ status }) => status === 'refunded') ? 'given_back' : 'failed';
}

/** The last day on which the answer to a debit of a day may come by itself. Rule: LEND-20 */
export function answerBy({ returnWindow }: MandateDeps, presentedOn: BusinessDate): BusinessDate {
  return returnWindowEnd(presentedOn, returnWindow.workingDays, returnWindow.holidays);
}

/** The last day on which the answer to a debit that was presented may come by itself. */
function lastDayOf(deps: MandateDeps, row: repo.PresentationRow): BusinessDate {
  const presentedAt = row.presented_at ?? row.asked_at ?? row.created_at;
  return row.answer_by_on ?? answerBy(deps, istDate(presentedAt.getTime()));
}

/** True where the bank was asked for a debit and the time in which it answers by itself is over. Rule: LEND-20 */
export function isWindowOver(deps: MandateDeps, row: repo.PresentationRow): boolean {
  const isAsked = WITH_BANK_STATES.some((state) => state === row.state);
  return isAsked && istDate(deps.clock.now().getTime()) > lastDayOf(deps, row);
}

/** Ends a try that is not wanted as it is, and plans the lower one. False when it goes on. The caller has its locks. */
export async function gaveWay(
  tx: Tx,
  ids: repo.PresentationIds,
  row: repo.PresentationRow,
  now: Date,
): Promise<boolean> {
  const next = nextStep(debitOf(row, now), now);
  if (next.step === 'go_on') return false;
  const end = { nextLookAt: null, endedAt: now, reason: next.reason };
  await repo.savePresentation(tx, ids, [row.state], 'skipped', end);
  if (next.step === 'replace' && next.lower) await planLower(tx, ids.userId, row, next.lower, now);
  return true;
}

/** It is announced at once where the higher one was announced. */
function planLower(
  tx: Tx,
  userId: string,
  row: repo.PresentationRow,
  lower: LowerDebit,
  now: Date,
): Promise<void> {
  const nextLookAt = announceAt(lower.presentAt, now);
  return repo.planAgain(tx, userId, { id: newId(), after: row, ...lower, nextLookAt }, now);
}

/**
 * Acts while the bank is silent; `ask_again` is left to the caller. No outcome is made of silence: an instalment that is not to
 * be collected any more ends where the bank never heard of it, and a person decides everything else. Rule: LEND-20
 */
export async function keepWaiting(
  deps: MandateDeps,
  ids: repo.PresentationIds,
  row: repo.PresentationRow,
  isUnheard: boolean,
): Promise<ReturnType<typeof whileUnanswered>> {
  const now = deps.clock.now();
  const askedAt = row.asked_at ?? row.created_at;
  const answerByOn = lastDayOf(deps, row);
  const next = nextStep(debitOf(row, now), now);
  const isMandateOver = OVER.has(row.mandate_status);
  const silence = { isUnheard, presentAt: row.present_at, askedAt, answerByOn, next, isMandateOver };
  const what = whileUnanswered(silence, now, istDate(now.getTime()));
  if (what === 'end') await endUnheard(deps, ids);
  if (what === 'review') await putAside(deps, ids, row);
  if (what === 'wait') {
    const isFresh = now.getTime() - askedAt.getTime() < HOUR_MS;
    const nextLookAt = new Date(
      now.getTime() + (row.kind === 'upi' && isFresh ? 5 * MINUTE_MS : HOUR_MS / 2),
    );
    const state = isUnheard ? row.state : 'presented';
    await deps.worker.forUser(ids.userId, async (tx) => {
      const isMine = await repo.savePresentation(tx, ids, WITH_BANK_STATES, state, {
        nextLookAt,
        answerByOn,
      });
      if (isMine && isSilenceLong(row.kind, row.presented_at ?? askedAt, now))
        await tellUnanswered(deps, tx, ids, row, answerByOn, now);
    });
  }
  return what;
}

async function endUnheard(deps: MandateDeps, ids: repo.PresentationIds): Promise<void> {
  await deps.worker.forUser(ids.userId, async (tx) => {
    const row = await repo.lockPresentation(tx, ids);
    const now = deps.clock.now();
    const debited = { userId: ids.userId, repaymentId: ids.presentationId };
    if (!row || !WITH_BANK_STATES.some((state) => state === row.state)) return;
    // Its money came while the answer was on its way: the next look finds it.
    if ((await isDebitCredited(tx, debited)) || !(await gaveWay(tx, ids, row, now))) return;
    await failRepayment(tx, debited, 'not_presented');
    await tx.call(ANNOUNCE, [ids.userId, 'payment', row.loan_id]);
  });
}

/**
 * Puts a debit up for review: its outcome is unknown, or its amount is not ours. Staff look into it; we enquire once a day. Each such
 * look opens its difference where none was opened before, as by a process of the version before (decision 188). Rule: LEND-20, LEND-21
 */
export async function putAside(
  deps: MandateDeps,
  ids: repo.PresentationIds,
  row: repo.PresentationRow,
): Promise<void> {
  const now = deps.clock.now();
  const nextLookAt = new Date(now.getTime() + 24 * HOUR_MS);
  const debited = { userId: ids.userId, repaymentId: ids.presentationId };
  await deps.worker.forUser(ids.userId, async (tx) => {
    const isMine = await repo.savePresentation(tx, ids, WITH_BANK_STATES, 'review', { nextLookAt });
    // A contradiction is a difference already.
    if (!isMine || !(await isDebitOpen(tx, debited))) return;
    const reference = row.order_ref ?? ids.presentationId;
    await openStuck(tx, { ...debited, paymentId: row.loan_id, reference, oursPaise: row.amount_paise }, now);
    if (row.state !== 'review') await tx.call(ANNOUNCE, [ids.userId, 'payment', row.loan_id]);
  });
  deps.log.error({ presentationId: ids.presentationId }, 'debit: nobody knows what became of it');
}

/** Once a debit: a person who waits for the bank would pay twice. Rule: LEND-20 */
async function tellUnanswered(
  { config, notifier }: MandateDeps,
  tx: Tx,
  ids: repo.PresentationIds,
  row: repo.PresentationRow,
  answerByOn: BusinessDate,
  now: Date,
): Promise<void> {
  if (!(await repo.markToldUnanswered(tx, ids, now))) return;
  const amount = formatRupees(paise(row.amount_paise));
  await notifier.notify(
    tx,
    ids.userId,
    (language) => ({
      type: 'info',
      icon: 'info',
      title: `Your bank has not answered yet about ${amount}`,
      description: `Do not pay it again. While the bank may answer, until ${writtenDay(answerByOn, 'en')}, nothing counts as late.`,
      template: 'mandate.unanswered',
      vars: {
        amount,
        date: writtenDay(answerByOn, language),
        instalment: String(row.number),
        bank: row.bank_name,
        last4: row.last4,
        reference: debitReference(row.id),
        link: `${config.publicUrl}/dashboard/payments/${row.loan_id}`,
      },
    }),
    now,
  );
}
