import {
  type BusinessDate,
  INSTALMENT_COMPONENTS,
  isTinyBalance,
  sumPaise,
  unpaidComponent,
  unpaidOfCharge,
  ZERO_PAISE,
} from '@mohlat/money';
import type { Loan } from './borrower.ts';
import { type Decision, NOTHING, type RowChange, together, type Waived } from './decision.ts';
import { allowanceMoved, tinyWaived } from './loan-journals.ts';

/**
 * After the last due date, what is left of a loan and is too little to ask for is let off at the opening of a day; the loan
 * closes when nothing else is left, and what was held against its loss goes back.
 * Rule: LEND-9 (tiny balances), LEND-16 journals 22 and 25
 */
export function waiveTiny(loan: Loan, day: BusinessDate): Decision {
  const parts = waivable(loan, day);
  const lastDueOn = loan.instalments
    .map(({ dueOn }) => dueOn)
    .toSorted()
    .at(-1);
  const left = sumPaise(parts.map(({ amountPaise }) => amountPaise));
  if (lastDueOn === undefined || !isTinyBalance(left, lastDueOn, day)) return NOTHING;
  const waived: Decision = {
    ...NOTHING,
    journals: [tinyWaived(loan, day, parts)],
    changes: [{ change: 'balance_waived', loanId: loan.id, on: day, parts }],
  };
  return isRestOwed(loan, parts) ? waived : together([waived, close(loan, day)]);
}

/** What is demanded and not covered, part by part. */
function waivable({ instalments, charges }: Loan, day: BusinessDate): Waived[] {
  const ofInstalments = instalments
    .filter(({ isDemanded }) => isDemanded)
    .flatMap((one) =>
      INSTALMENT_COMPONENTS.map((component) => ({
        number: one.number,
        chargeId: null,
        component,
        amountPaise: unpaidComponent(one, component),
      })),
    );
  const ofCharges = charges
    .filter(({ leviedOn }) => leviedOn <= day)
    .map((one) => ({
      number: null,
      chargeId: one.id,
      component: one.kind,
      amountPaise: unpaidOfCharge(one),
    }));
  return [...ofInstalments, ...ofCharges].filter(({ amountPaise }) => amountPaise > 0);
}

/** True where something beside these parts is owed. */
function isRestOwed({ instalments, charges }: Loan, parts: readonly Waived[]): boolean {
  const isLeft = (charge: Loan['charges'][number]) =>
    unpaidOfCharge(charge) > 0 && !parts.some(({ chargeId }) => chargeId === charge.id);
  return instalments.some(({ isDemanded }) => !isDemanded) || charges.some(isLeft);
}

function close(loan: Loan, on: BusinessDate): Decision {
  const closed: RowChange = { change: 'loan_closed', loanId: loan.id, on };
  const notices = [{ notice: 'nothing_owed_any_more', loanId: loan.id }] as const;
  if (loan.allowancePaise === 0) return { journals: [], changes: [closed], notices };
  return {
    journals: [allowanceMoved(loan, on, -loan.allowancePaise, 'ecl released')],
    changes: [closed, { change: 'allowance_set', loanId: loan.id, amountPaise: ZERO_PAISE }],
    notices,
  };
}
