import type { Payment, Reward } from '@mohlat/contract';
import { cashbackFor } from '@mohlat/lending';
import { type BusinessDate, businessDate, paise, sumPaise } from '@mohlat/money';

/** Cashback that is earned and not given yet. */
export interface ComingReward {
  readonly payment: Pick<Payment, 'id' | 'bankName' | 'cardMasked'>;
  readonly instalment: number;
  /** The day after whose close it is given: the due date, or the day on which all was repaid. */
  readonly on: BusinessDate;
  readonly amountPaise: number;
}

type Earning = Pick<
  Payment,
  'id' | 'bankName' | 'cardMasked' | 'billStatus' | 'ending' | 'schedule' | 'cashback'
>;

/**
 * Computes the cashback that instalments repaid by today bring once their day is closed, the first to be given first. Each payment
 * has the terms it was sold under; `terms` are those of today, where an older process does not say them. Cashback already given
 * counts against the month's maximum. Amounts are paise.
 * Rule: LEND-24 (rewards), LEND-S6
 */
export function comingRewards(
  payments: readonly Earning[],
  given: readonly Pick<Reward, 'kind' | 'paymentId' | 'instalment' | 'amountPaise' | 'earnedAt' | 'state'>[],
  terms: NonNullable<Payment['cashback']>,
  today: BusinessDate,
): ComingReward[] {
  const earned = payments.flatMap((payment) => earnedOf(payment, today).map((one) => ({ payment, ...one })));
  const open = earned.filter(
    ({ payment, number }) => !given.some((one) => one.paymentId === payment.id && one.instalment === number),
  );
  const givenIn = (month: string) =>
    sumPaise(
      given
        .filter((one) => one.kind === 'cashback' && one.state !== 'clawed_back')
        .filter((one) => one.earnedAt.startsWith(month))
        .map((one) => paise(one.amountPaise)),
    );
  const coming = cashbackFor(
    open.map(({ payment, number, on, paidPaise }) => {
      const { cashbackBps, monthlyMaxPaise } = payment.cashback ?? terms;
      return {
        loanId: payment.id,
        number,
        earnedOn: on,
        paidPaise: paise(paidPaise),
        givenInMonthPaise: givenIn(on.slice(0, 7)),
        terms: { cashbackBps, monthlyCapPaise: paise(monthlyMaxPaise) },
      };
    }),
  );
  return coming.flatMap(({ of, amountPaise }) => {
    const found = open.find(({ payment, number }) => payment.id === of.loanId && number === of.number);
    return found === undefined
      ? []
      : [{ payment: found.payment, instalment: found.number, on: found.on, amountPaise }];
  });
}

/** The instalments that are paid for while their day is not over. */
function earnedOf({ billStatus, ending, schedule }: Earning, today: BusinessDate) {
  if (billStatus !== 'paid' || (ending !== null && ending.kind !== 'repaid')) return [];
  return schedule
    .filter((row) => row.status === 'paid')
    .map(({ number, dueDate, agreedDate = dueDate, paidPaise }) => ({
      number,
      paidPaise,
      on: businessDate(ending !== null && ending.on < agreedDate ? ending.on : agreedDate),
    }))
    .filter(({ on }) => on >= today);
}
