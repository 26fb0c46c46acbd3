import { paise, subtractPaise, sumPaise, ZERO_PAISE } from '@mohlat/money';
import { afterReceipt } from './after-receipt.ts';
import { type Borrower, type Charge, type Instalment, isLive, type Loan } from './borrower.ts';
import type { RowChange, Waived } from './decision.ts';
import { withWaivedFee } from './fee-tax.ts';

/**
 * The borrower once these changes are written: the same as a load after the write. A new charge is named by its kind,
 * instalment and lateness, because its row has no id yet.
 */
export function after(borrower: Borrower, changes: readonly RowChange[]): Borrower {
  if (changes.length === 0) return borrower;
  let { loans } = borrower;
  for (const change of changes) {
    // No rule of money reads the state of the credit account.
    if (change.change === 'credit_settled') continue;
    const loan = loans.find(({ id }) => id === change.loanId);
    if (loan === undefined) throw new RangeError('A change is about a loan of the borrower');
    const changed = afterOne(loan, change);
    loans = loans.map((one) => (one === loan ? changed : one));
    if (!LOOKS.has(change.change)) loans = loans.map(looked);
  }
  return { ...borrower, loans, usedPaise: usedOf(borrower, loans) };
}

/** The borrower with a loan in place of what was known of it. */
export function withLoan(borrower: Borrower, loan: Loan): Borrower {
  const loans = borrower.loans.map((one) => (one.id === loan.id ? loan : one));
  return { ...borrower, loans, usedPaise: usedOf(borrower, loans) };
}

/** One loan once changes of it are written. */
export function loanAfter(loan: Loan, changes: readonly RowChange[]): Loan {
  return changes.reduce(afterOne, loan);
}

/**
 * Makes every loan of the borrower due for a look at each day, because an event of one loan may bring the next day of all
 * closer.
 */
export function lookedAt(borrower: Borrower): Borrower {
  return { ...borrower, loans: borrower.loans.map(looked) };
}

const looked = (loan: Loan): Loan => (loan.nextOn === null ? loan : { ...loan, nextOn: null });

/** Changes that already say when a loan is looked at next, or how it stands by then. */
const LOOKS: ReadonlySet<RowChange['change']> = new Set([
  'days_closed',
  'next_day_set',
  'standing_recorded',
  'allowance_set',
]);

/** The limit follows what became of the bill part of live loans. Rule: LEND-14 */
function usedOf(before: Borrower, loans: readonly Loan[]) {
  const hasMoved = loans.some(
    ({ instalments, status }, index) =>
      instalments !== before.loans[index]?.instalments || status !== before.loans[index]?.status,
  );
  return hasMoved
    ? paise(before.usedPaise - principalLeft(before.loans) + principalLeft(loans))
    : before.usedPaise;
}

function principalLeft(loans: readonly Loan[]): number {
  const rows = loans.filter((loan) => isLive(loan)).flatMap(({ instalments }) => instalments);
  return sumPaise(rows.map((one) => subtractPaise(one.principalPaise, one.paidPrincipalPaise)));
}

function afterOne(loan: Loan, change: RowChange): Loan {
  switch (change.change) {
    case 'credit_settled':
      return loan;
    case 'instalment_demanded':
      return withInstalment(loan, change.number, (one) => ({ ...one, isDemanded: true }));
    case 'earmarks_applied':
      return { ...loan, earmarks: loan.earmarks.filter(({ number }) => number !== change.number) };
    case 'charge_levied':
      return { ...loan, charges: withCharge(loan.charges, levied(change)) };
    case 'standing_recorded':
      return {
        ...loan,
        standings: [...loan.standings, { on: change.on, dpd: change.dpd, class: change.class }],
      };
    case 'status_changed':
      return { ...loan, status: change.status };
    case 'allowance_set':
      return { ...loan, allowancePaise: change.amountPaise };
    case 'hardship_ended':
      return {
        ...loan,
        hardships: loan.hardships.map((one) =>
          one.id === change.hardshipId ? { ...one, endedOn: change.on } : one,
        ),
      };
    case 'balance_waived':
      return change.parts.reduce(withWaived, loan);
    case 'waiver_applied':
    case 'write_off_void':
      return loan;
    case 'share_waived':
      return withWaived(withFeeNoted(loan, change), change);
    case 'interest_forgone':
      return withInstalment(loan, change.number, (one) => ({
        ...one,
        paidInterestPaise: paise(one.paidInterestPaise + change.amountPaise),
      }));
    case 'loan_written_off':
      return { ...loan, status: 'written_off', writtenOffOn: change.on };
    case 'loan_ended':
      return { ...loan, status: change.status, closedOn: change.on };
    case 'days_closed': {
      const { throughOn, nextOn } = change;
      return { ...loan, closedThroughOn: throughOn, nextOn };
    }
    case 'next_day_set':
      return { ...loan, nextOn: change.nextOn };
    default:
      return afterReceipt(loan, change);
  }
}

/**
 * The id of a charge that was decided and has no row yet. A loan has one charge of a kind, instalment and lateness.
 * Charges of one day sort as their rows will: behind those that have a row.
 */
export function nameOfNewCharge({ kind, number, lateDays }: Pick<Charge, 'kind' | 'number' | 'lateDays'>) {
  const sortable = (count: number) => String(count).padStart(4, '0');
  return `new ${kind} ${sortable(number)} ${sortable(lateDays)}`;
}

/** Keeps charges in their order: during a replay, charges of later days stand already. */
function withCharge(charges: readonly Charge[], charge: Charge): Charge[] {
  const later = charges.findIndex(({ leviedOn }) => leviedOn > charge.leviedOn);
  return later === -1 ? [...charges, charge] : charges.toSpliced(later, 0, charge);
}

function levied(change: Extract<RowChange, { change: 'charge_levied' }>): Charge {
  const { kind, number, lateDays, leviedOn, overdueOn, amountPaise } = change;
  const id = nameOfNewCharge(change);
  const settled = { paidPaise: ZERO_PAISE, waivedPaise: ZERO_PAISE };
  return { id, kind, number, lateDays, leviedOn, overdueOn, amountPaise, ...settled };
}

function withInstalment(loan: Loan, number: number, change: (one: Instalment) => Instalment): Loan {
  return {
    ...loan,
    instalments: loan.instalments.map((one) => (one.number === number ? change(one) : one)),
  };
}

function withFeeNoted(loan: Loan, share: Extract<RowChange, { change: 'share_waived' }>): Loan {
  return share.component === 'fee' ? { ...loan, feeTax: withWaivedFee(loan.feeTax, share) } : loan;
}

/** A waived part of an instalment counts as covered; a waived part of a charge is counted apart. */
function withWaived(loan: Loan, { number, chargeId, component, amountPaise }: Waived): Loan {
  const plus = (before: number) => paise(before + amountPaise);
  if (number === null)
    return {
      ...loan,
      charges: loan.charges.map((one) =>
        one.id === chargeId ? { ...one, waivedPaise: plus(one.waivedPaise) } : one,
      ),
    };
  return withInstalment(loan, number, (one) => ({
    ...one,
    paidPrincipalPaise: component === 'principal' ? plus(one.paidPrincipalPaise) : one.paidPrincipalPaise,
    paidFeePaise: component === 'fee' ? plus(one.paidFeePaise) : one.paidFeePaise,
    paidInterestPaise: component === 'interest' ? plus(one.paidInterestPaise) : one.paidInterestPaise,
  }));
}
