import type { BillFailureCode } from '@mohlat/contract';
import { loanBooked, noChargesBeforeKnown, openingOf } from '@mohlat/lending';
import { formatRupees, istDate, paise, type ScheduleRow, planSchedule } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { type Notifier, writtenDay } from '#features/notifications/index.ts';
import { settingsOfVersion } from '#features/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { ANNOUNCE } from '#platform/events/bus.ts';
import { invariant } from '#platform/http/domain-error.ts';
import * as work from './work.repo.ts';

export type SettleDeps = Pick<FeatureContext, 'worker' | 'clock' | 'config'> & {
  readonly notifier: Notifier;
};

export interface RailSuccess {
  readonly paidAt: Date;
  readonly railReference: string | null;
  readonly railFeePaise: number;
}

/** Books the loan on the rail's own success day and tells the person; false where it did not wait for an outcome. Rule: LEND-T5, LEND-X6. */
export async function settlePaid(
  deps: SettleDeps,
  ids: work.PaymentIds,
  success: RailSuccess,
): Promise<boolean> {
  return deps.worker.forUser(ids.userId, (tx) => settlePaidIn(tx, deps, ids, success));
}

/** The same in a transaction of its person that is open already; false where the payment did not wait for an outcome. */
export async function settlePaidIn(
  tx: Tx,
  deps: Pick<SettleDeps, 'clock' | 'config' | 'notifier'>,
  ids: work.PaymentIds,
  success: RailSuccess,
): Promise<boolean> {
  const row = await work.findWork(tx, ids);
  invariant(row, 'a payment disappeared');
  const settings = await settingsOfVersion(tx, row.settings_version);
  const disbursedOn = istDate(success.paidAt.getTime());
  const plan = settings.plans.find(
    (one) => one.kind === row.plan_kind && one.instalments === row.instalment_count,
  );
  const dueDays = plan?.dueDays ?? null;
  const schedule = planSchedule(
    paise(row.amount_paise),
    paise(row.service_fee_paise),
    { kind: row.plan_kind, instalments: row.instalment_count, annualRateBps: row.annual_rate_bps, dueDays },
    disbursedOn,
  );
  const first = schedule?.[0];
  invariant(schedule && first, 'an accepted plan has no schedule');
  const isDone = await work.markPaid(tx, ids, deps.clock.now(), {
    paidAt: success.paidAt.toISOString(),
    disbursedOn,
    noNewPenalThroughOn: noChargesBeforeKnown(disbursedOn, deps.clock.today()),
    railReference: success.railReference,
    railFeePaise: success.railFeePaise,
    ...openingOf(schedule, disbursedOn),
    postings: loanBooked({
      loanId: ids.paymentId,
      bookedOn: disbursedOn,
      billPaise: paise(row.amount_paise),
      feePaise: paise(row.service_fee_paise),
      gstBps: settings.fee.gstBps,
      supply: { supplierState: row.supplier_state, supplyState: row.supply_state },
    }).lines,
  });
  if (!isDone) return false;
  await announce(tx, ids);
  await deps.notifier.notify(
    tx,
    ids.userId,
    (language) => ({
      type: 'success',
      icon: 'check',
      title: `${row.bank_name} has your payment`,
      description: `${formatRupees(paise(row.amount_paise))} to ${row.bank_name} •• ${row.last4}`,
      template: 'payment.paid',
      papers: { paymentId: ids.paymentId, kinds: ['key_facts', 'receipt'] },
      vars: {
        bank: row.bank_name,
        amount: formatRupees(paise(row.amount_paise)),
        last4: row.last4,
        repayment: repaymentText(row.total_paise, first, schedule.length, language),
        due: formatRupees(first.amountPaise),
        dueDate: writtenDay(first.dueOn, language),
        reference: row.our_reference ?? '',
        policies: `${deps.config.publicUrl}/terms, ${deps.config.publicUrl}/privacy`,
        link: `${deps.config.publicUrl}/dashboard/payments/${ids.paymentId}`,
      },
    }),
    deps.clock.now(),
  );
  return true;
}

/**
 * A verdict reached before anything was sent, which a payment that was sent meanwhile does not take; and one that says what
 * became of what was sent. Rule: PAY-15.
 */
export const UNSENT = (reason: BillFailureCode): work.Failure => ({
  reason,
  railOwes: false,
  from: ['accepted'],
});
export const SENT = (reason: BillFailureCode, railOwes = false): work.Failure => ({
  reason,
  railOwes,
  from: ['submitted', 'unknown'],
});

/** Nothing is owed, the limit is free again; false where the payment did not stand where the verdict begins. */
export async function settleFailed(
  deps: SettleDeps,
  ids: work.PaymentIds,
  failure: work.Failure,
): Promise<boolean> {
  return deps.worker.forUser(ids.userId, (tx) => settleFailedIn(tx, deps, ids, failure));
}

/** The same in a transaction of its person that is open already. */
export async function settleFailedIn(
  tx: Tx,
  deps: Pick<SettleDeps, 'clock' | 'config' | 'notifier'>,
  ids: work.PaymentIds,
  failure: work.Failure,
): Promise<boolean> {
  const row = await work.findWork(tx, ids);
  invariant(row, 'a payment disappeared');
  if (!(await work.markFailed(tx, ids, deps.clock.now(), failure))) return false;
  const amount = formatRupees(paise(row.amount_paise));
  await announce(tx, ids);
  await deps.notifier.notify(
    tx,
    ids.userId,
    {
      type: 'warning',
      icon: 'alert',
      title: 'Not paid. You owe nothing.',
      description: `${amount} to ${row.bank_name} •• ${row.last4} was not paid.`,
      template: 'payment.failed',
      vars: {
        bank: row.bank_name,
        amount,
        last4: row.last4,
        link: `${deps.config.publicUrl}/dashboard/payments/${ids.paymentId}`,
      },
    },
    deps.clock.now(),
  );
  return true;
}

/** Open pages of this person look again. */
export async function announce(tx: Tx, ids: work.PaymentIds): Promise<void> {
  await tx.call(ANNOUNCE, [ids.userId, 'payment', ids.paymentId]);
}

type FirstDue = Pick<ScheduleRow, 'amountPaise' | 'dueOn'>;

/** Writes the mail's sentence on the repayment: a single payment names no first EMI. */
export function repaymentText(
  totalPaise: number,
  first: FirstDue,
  count: number,
  language: 'en' | 'hi' = 'en',
): string {
  const total = formatRupees(paise(totalPaise));
  const dueOn = writtenDay(first.dueOn, language);
  const due = formatRupees(paise(first.amountPaise));
  if (language === 'hi')
    return count === 1
      ? `आपको ${total} एक बार में चुकाने हैं, ${dueOn} तक।`
      : `आपको ${total} ${count} किस्तों में चुकाने हैं। पहली, ${due} की, ${dueOn} को देय है।`;
  if (count === 1) return `You repay ${total} in one payment, due on ${dueOn}.`;
  return `You repay ${total} in ${count} EMIs. The first, of ${due}, is due on ${dueOn}.`;
}
