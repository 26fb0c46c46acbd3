import type { BusinessDate, InstalmentComponent, Paise } from '@mohlat/money';
import { paise, sumPaise } from '@mohlat/money';
import { after } from './after.ts';
import type { Borrower, Earmark, Instalment, Loan } from './borrower.ts';
import { type Decision, NOTHING, together } from './decision.ts';
import { demand, earmarkApplied, type Parts } from './loan-journals.ts';
import { levyPenal } from './penal.ts';
import { waiveTiny } from './tiny.ts';

/**
 * Opens a day for loans that are not frozen: what falls due is demanded and money held for it applied, then late charges, then
 * what is too little to ask for. Each step sees what the one before it left.
 * Rule: LEND-22 step 6
 */
export function openDay(
  borrower: Borrower,
  loans: readonly Loan[],
  day: BusinessDate,
  wereChannelsDown: boolean,
): Decision {
  const demanded = together(loans.map((loan) => demandDue(loan, day)));
  const owing = again(borrower, loans, demanded);
  const levied = together(owing.loans.map((loan) => levyPenal(loan, day, wereChannelsDown)));
  const charged = again(owing.borrower, loans, levied);
  const waived = together(charged.loans.map((loan) => waiveTiny(loan, day)));
  return together([demanded, levied, waived]);
}

function again(borrower: Borrower, loans: readonly Loan[], { changes }: Decision) {
  if (changes.length === 0) return { borrower, loans };
  const ids = new Set(loans.map(({ id }) => id));
  const changed = after(borrower, changes);
  return { borrower: changed, loans: changed.loans.filter(({ id }) => ids.has(id)) };
}

/** What falls due by a day and is not demanded yet, and the money held for it. Rule: LEND-16 journals 11 and 12, LEND-X10 */
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
