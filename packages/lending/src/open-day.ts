import {
  type BusinessDate,
  type InstalmentComponent,
  latestOf,
  type Paise,
  paise,
  sumPaise,
} from '@mohlat/money';
import { after, loanAfter } from './after.ts';
import type { Borrower, Earmark, Instalment, Loan } from './borrower.ts';
import { type Decision, NOTHING, together } from './decision.ts';
import { closeUnowed, isPaidUp } from './ending.ts';
import { isTinyBalance } from './foreclosure.ts';
import { demand, earmarkApplied, type Parts, tinyWaived } from './loan-journals.ts';
import { levyPenal } from './penal.ts';
import { waivable } from './waivable.ts';

/**
 * Opens a day for loans that are not frozen: instalments fall due and held money is applied, then late charges are
 * levied, then tiny balances are waived. Each step sees the state that the one before it left. `couldNotPay`: the borrower
 * could not on the day before, because of us.
 * Rule: LEND-22 step 6
 */
export function openDay(
  borrower: Borrower,
  loans: readonly Loan[],
  day: BusinessDate,
  couldNotPay: boolean,
): Decision {
  const demanded = together(loans.map((loan) => demandDue(loan, day)));
  const owing = again(borrower, loans, demanded);
  const levied = together(owing.loans.map((loan) => levyPenal(loan, day, couldNotPay)));
  const charged = again(owing.borrower, loans, levied);
  const waived = together(charged.loans.map((loan) => waiveTiny(loan, day)));
  return together([demanded, levied, waived]);
}

function again(borrower: Borrower, loans: readonly Loan[], { changes }: Decision) {
  const ids = new Set(loans.map(({ id }) => id));
  const changed = after(borrower, changes);
  return { borrower: changed, loans: changed.loans.filter(({ id }) => ids.has(id)) };
}

/**
 * Demands the instalments that are due by a day, and applies the money held for them.
 * Rule: LEND-16 journals 11 and 12, LEND-X10
 */
function demandDue(loan: Loan, day: BusinessDate): Decision {
  const due = loan.instalments.filter((one) => !one.isDemanded && one.dueOn <= day);
  return together(due.map((one) => demandOne(loan, one, day)));
}

function demandOne(loan: Loan, instalment: Instalment, day: BusinessDate): Decision {
  const { id, number } = instalment;
  const held = loan.earmarks.filter((one) => one.number === number);
  const demanded: Decision = {
    ...NOTHING,
    journals: [demand(loan, instalment, day)],
    changes: [{ change: 'instalment_demanded', loanId: loan.id, number }],
  };
  if (held.length === 0) return demanded;
  const applied: Decision = {
    ...NOTHING,
    journals: [earmarkApplied(loan, id, day, partsOf(held))],
    changes: [{ change: 'earmarks_applied', loanId: loan.id, number }],
  };
  return together([demanded, applied]);
}

function partsOf(held: readonly Earmark[]): Parts {
  const of = (wanted: InstalmentComponent): Paise =>
    sumPaise(
      held.filter(({ component }) => component === wanted).map(({ amountPaise }) => paise(amountPaise)),
    );
  return { principalPaise: of('principal'), feePaise: of('fee'), interestPaise: of('interest') };
}

/**
 * Waives a tiny balance at the opening of a day after the last due date. The loan closes when no other amount is owed,
 * and its loss allowance goes back.
 * Rule: LEND-9 (tiny balances), LEND-16 journals 22 and 25
 */
function waiveTiny(loan: Loan, day: BusinessDate): Decision {
  const lastDueOn = latestOf(loan.instalments.map(({ dueOn }) => dueOn));
  if (lastDueOn === undefined || day <= lastDueOn) return NOTHING;
  const parts = waivable(loan, day);
  const left = sumPaise(parts.map(({ amountPaise }) => amountPaise));
  if (!isTinyBalance(left, lastDueOn, day)) return NOTHING;
  const waived: Decision = {
    ...NOTHING,
    journals: [tinyWaived(loan, day, parts)],
    changes: [{ change: 'balance_waived', loanId: loan.id, on: day, parts }],
  };
  const rest = loanAfter(loan, waived.changes);
  return isPaidUp(rest, day) ? together([waived, closeUnowed(rest, day)]) : waived;
}
