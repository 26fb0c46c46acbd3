import { codeOf } from '@mohlat/lending';
import type { BookSum, Owed } from './overview.book.ts';
import type { AccountRow, LedgerSum } from './overview.repo.ts';
import { ARREARS_BUCKETS, type Overview } from '@mohlat/contract';
import { addDays, type BusinessDate, daysBetween } from '@mohlat/money';

/** Money is counted where it stands in the books: the event, the account, and the side of it that tells the amount. */
export const BILL_FIGURES = {
  accepted: { event: 'reserve', account: codeOf('LIMIT_RESERVED'), side: 'debit' },
  paid: { event: 'loan_booked', account: codeOf('BILL_IN_TRANSIT'), side: 'credit' },
  failed: { event: 'release', account: codeOf('LIMIT_RESERVED_CONTRA'), side: 'debit' },
  reversed: { event: 'unwind', account: codeOf('RAIL_OWES'), side: 'debit' },
} as const;

interface Counted {
  readonly count: number;
  readonly amountPaise: number;
}

type Figure = { readonly event: string; readonly account: string; readonly side: 'debit' | 'credit' };

/** One figure of a set of sums. */
export function figureOf(sums: readonly LedgerSum[], { event, account, side }: Figure): Counted {
  const of = sums.filter((sum) => sum.source_kind === event && sum.account === account);
  return {
    count: of.reduce((total, sum) => total + sum[`${side}_count`], 0),
    amountPaise: of.reduce((total, sum) => total + sum[`${side}_paise`], 0),
  };
}

/** Bills by what became of them in the period. Rule: LEND-16 journals 1, 4, 5, 9. */
export function billsOf(sums: readonly LedgerSum[]) {
  return {
    accepted: figureOf(sums, BILL_FIGURES.accepted),
    paid: figureOf(sums, BILL_FIGURES.paid),
    failed: figureOf(sums, BILL_FIGURES.failed),
    reversed: figureOf(sums, BILL_FIGURES.reversed),
  };
}

/** Sums up the refunds that reached people's banks. Rule: LEND-16 journal 23. */
export function refundsOf(sums: readonly LedgerSum[]): Counted {
  return figureOf(sums, { event: 'refund', account: codeOf('BANK'), side: 'credit' });
}

const CLEARING: ReadonlySet<string> = new Set([codeOf('CHECKOUT_CLEARING'), codeOf('MANDATE_CLEARING')]);

/**
 * Sums up the money that came in over the clearing accounts less the money taken back. A payout by the rail to our bank is no
 * event of it. A lost dispute brings nothing in: its journal only corrects from where the mirror of the repayment took the money.
 * Rule: LEND-16 journal 34.
 */
export function repaymentsOf(sums: readonly LedgerSum[]): Counted {
  const of = sums
    .filter((sum) => CLEARING.has(sum.account) && sum.source_kind !== 'coll_settle')
    .map((sum) => (sum.source_kind === 'chargeback' ? { ...sum, debit_paise: 0, debit_count: 0 } : sum));
  return {
    count: of.reduce((total, sum) => total + sum.debit_count - sum.credit_count, 0),
    amountPaise: of.reduce((total, sum) => total + sum.debit_paise - sum.credit_paise, 0),
  };
}

/**
 * Income is positive, an expense negative; accounts that did not move are left out. `earnedPaise`: interest of the period that is posted
 * after it, less that of earlier days that was posted in it.
 */
export function resultOf(
  sums: readonly LedgerSum[],
  accounts: readonly AccountRow[],
  earnedPaise: number,
): Overview['result'] {
  return accounts
    .filter((account) => account.kind === 'I' || account.kind === 'E')
    .map(({ code, name }) => ({
      account: code,
      name,
      amountPaise: sums
        .filter((sum) => sum.account === code)
        .reduce(
          (total, sum) => total + sum.credit_paise - sum.debit_paise,
          code === codeOf('INTEREST_INCOME') ? earnedPaise : 0,
        ),
    }))
    .filter((row) => row.amountPaise !== 0);
}

const total = (book: readonly BookSum[], part: keyof Owed) => book.reduce((sum, row) => sum + row[part], 0);

/** Everything that is owed, by part. Rule: LEND-15. */
export function outstandingOf(book: readonly BookSum[]) {
  return partsOf({
    principalPaise: total(book, 'principalPaise'),
    feePaise: total(book, 'feePaise'),
    interestPaise: total(book, 'interestPaise'),
    chargesPaise: total(book, 'chargesPaise'),
  });
}

/** Income that is earned and not posted. Rule: LEND-A1 */
export function earnedOf(book: readonly BookSum[]): number {
  return total(book, 'earnedPaise');
}

/** The part of it that has fallen due. Rule: LEND-15. */
export function dueOf(book: readonly BookSum[]) {
  return partsOf({
    principalPaise: total(book, 'duePrincipalPaise'),
    feePaise: total(book, 'dueFeePaise'),
    interestPaise: total(book, 'dueInterestPaise'),
    chargesPaise: total(book, 'chargesPaise'),
  });
}

function partsOf(parts: Omit<Overview['due'], 'totalPaise'>): Overview['due'] {
  const { principalPaise, feePaise, interestPaise, chargesPaise } = parts;
  return { ...parts, totalPaise: principalPaise + feePaise + interestPaise + chargesPaise };
}

function addUp(rows: readonly BookSum[]) {
  return {
    loans: rows.reduce((sum, row) => sum + row.loans, 0),
    outstandingPaise: outstandingOf(rows).totalPaise,
    duePaise: dueOf(rows).totalPaise,
  };
}

/** Every bucket, also the empty ones, the earliest first. */
export function bucketsOf(rows: readonly BookSum[]): Overview['arrears'] {
  return ARREARS_BUCKETS.map((bucket) => ({ bucket, ...addUp(rows.filter((row) => row.bucket === bucket)) }));
}

export function vintagesOf(
  months: readonly { readonly month: string; readonly loans: number; readonly paise: number }[],
  rows: readonly BookSum[],
): Overview['vintages'] {
  return months.map(({ month, loans, paise }) => {
    const open = rows.filter((row) => row.month === month);
    const late = addUp(open.filter((row) => row.bucket !== 'current'));
    return {
      month,
      ...addUp(open),
      loans,
      paidPaise: paise,
      lateLoans: late.loans,
      lateOutstandingPaise: late.outstandingPaise,
    };
  });
}

/** Loans as they stand now. */
export function loansOf(rows: readonly BookSum[], writtenOff: number): Overview['loans'] {
  return {
    open: addUp(rows).loans,
    overdue: addUp(rows.filter((row) => row.bucket !== 'current')).loans,
    npa: addUp(rows.filter((row) => row.status === 'npa')).loans,
    writtenOff,
  };
}

/** Every day of the period, also those on which nothing happened. */
export function daysOf(
  sums: readonly LedgerSum[],
  fromOn: BusinessDate,
  toOn: BusinessDate,
): Overview['days'] {
  const byDay = Map.groupBy(sums, (sum) => sum.day_on);
  return Array.from({ length: daysBetween(fromOn, toOn) + 1 }, (_, index) => {
    const on = addDays(fromOn, index);
    const of = byDay.get(on) ?? [];
    return { on, paidPaise: billsOf(of).paid.amountPaise, repaidPaise: repaymentsOf(of).amountPaise };
  });
}
