import { type ScheduleRow } from '@mohlat/money';
import { partPlan } from './quotes.ts';
import type { Loan } from './borrower.ts';
import type { NewInstalment } from './decision.ts';
import type { Money, Outcome } from './received.ts';
import { partPrepaid } from './receipt-journals.ts';

/**
 * Applies a part-prepayment: the interest of the period so far, then the bill; the coming instalments get a new schedule.
 * Undefined when it is refused on the value date of the money: the money then repays in order.
 * Rule: LEND-9 (PART_PREPAY), LEND-16 journal 18
 */
export function partPrepayment(loan: Loan, money: Money): Outcome | undefined {
  const { repaymentId, amountPaise, valueOn } = money;
  const plan = partPlan(loan, amountPaise, valueOn);
  if (!plan.isAccepted) return undefined;
  const { accruedInterestPaise: interestPaise, principalPaidPaise: principalPaise, rows } = plan;
  // The shares belong to no instalment, because the new version of the schedule says what each owes.
  const beside = { repaymentId, number: null, chargeId: null, isEarmark: false } as const;
  return {
    shares: [
      { ...beside, component: 'interest', amountPaise: interestPaise },
      { ...beside, component: 'principal', amountPaise: principalPaise },
    ],
    excess: [],
    changes: [
      {
        change: 'schedule_replaced',
        loanId: loan.id,
        repaymentId,
        on: valueOn,
        rows: rows.map((row, index) => newInstalment(row, rows[index - 1]?.dueOn ?? valueOn)),
      },
    ],
    freedPaise: principalPaise,
    journal: (arrived) => partPrepaid(loan, arrived, { interestPaise, principalPaise }),
  };
}

/** Interest of the first row begins on the day of the money, interest of the others on the due date before. */
function newInstalment(
  { number, dueOn, principalPaise, feePaise, interestPaise }: ScheduleRow,
  startOn: NewInstalment['startOn'],
): NewInstalment {
  return { number, startOn, dueOn, principalPaise, feePaise, interestPaise };
}
