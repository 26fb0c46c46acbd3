import { type AccountCode, codeOf, DUE, NOT_DUE } from '@mohlat/lending';
import type { BusinessDate } from '@mohlat/money';

/** The kind of a movement on a person's account, told by the other side of its journal. */
export type MovementKind =
  | 'bill'
  | 'fee'
  | 'interest'
  | 'charge'
  | 'repayment'
  | 'refund'
  | 'reward'
  | 'waived'
  | 'writtenOff'
  | 'correction';

/** Rule: LEND-15. What a person owes stands on these accounts, what they are owed too. */
export const OWED_ACCOUNTS: readonly AccountCode[] = [
  ...[...NOT_DUE, ...DUE].map((name) => codeOf(name)),
  codeOf('ADVANCE'),
  codeOf('EXCESS'),
  // A recovery lowers what is owed on a written-off loan, although it is income to us.
  codeOf('RECOVERY_INCOME'),
];

/** Income that starts or stops to count, and where it stands meanwhile. */
const UNRECEIVED: ReadonlySet<string> = new Set([
  codeOf('INTEREST_INCOME'),
  codeOf('PENAL_INCOME'),
  codeOf('BOUNCE_INCOME'),
  codeOf('SUSPENSE'),
]);

const KINDS: Readonly<Record<string, MovementKind>> = {
  [codeOf('BILL_IN_TRANSIT')]: 'bill',
  [codeOf('FEE_INCOME')]: 'fee',
  [codeOf('CGST')]: 'fee',
  [codeOf('SGST')]: 'fee',
  [codeOf('IGST')]: 'fee',
  [codeOf('INTEREST_INCOME')]: 'interest',
  [codeOf('SUSPENSE')]: 'interest',
  [codeOf('PENAL_INCOME')]: 'charge',
  [codeOf('BOUNCE_INCOME')]: 'charge',
  [codeOf('CHECKOUT_CLEARING')]: 'repayment',
  [codeOf('MANDATE_CLEARING')]: 'repayment',
  [codeOf('UNIDENTIFIED')]: 'repayment',
  [codeOf('REFUND_IN_TRANSIT')]: 'refund',
  [codeOf('BANK')]: 'refund',
  [codeOf('REWARDS')]: 'reward',
  [codeOf('WAIVED')]: 'waived',
  [codeOf('LOSS_ALLOWANCE')]: 'writtenOff',
  [codeOf('CREDIT_LOSS')]: 'writtenOff',
};

/** One posting on the other side of a journal that changed what a person owes, summed by day. */
export interface CounterRow {
  readonly loan_id: string | null;
  readonly posting_on: BusinessDate;
  readonly effective_on: BusinessDate;
  /** The kind of the event; of a mirror, the kind of what it mirrors. */
  readonly source_kind: string;
  readonly account: string;
  readonly amount_paise: number;
}

/** The opening balance of one payment before the month, or of movements without a payment. */
export interface OpeningRow {
  readonly loan_id: string | null;
  readonly amount_paise: number;
}

export interface Movement {
  readonly on: BusinessDate;
  /** The day it took effect, where that is another one. */
  readonly effectiveOn: BusinessDate | null;
  readonly kind: MovementKind;
  /** Above zero: owed more. */
  readonly amountPaise: number;
  readonly balancePaise: number;
}

export interface LoanStatement {
  readonly loanId: string | null;
  readonly openingPaise: number;
  readonly movements: readonly Movement[];
  readonly closingPaise: number;
}

export interface Statement {
  readonly loans: readonly LoanStatement[];
  readonly openingPaise: number;
  readonly closingPaise: number;
}

/**
 * A month out of the ledger. Opening plus movements is closing for each payment and together, because a journal's two
 * sides are equal; what was taken back and lived again on one day is left out, and a month's interest is one line.
 */
export function buildStatement(
  opening: readonly OpeningRow[],
  rows: readonly CounterRow[],
  lastOn: BusinessDate,
): Statement {
  const ids = [...new Set([...opening, ...rows].map((row) => row.loan_id))];
  const loans = ids
    .toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1))
    .map((loanId) =>
      loanStatement(
        loanId,
        opening.find((row) => row.loan_id === loanId)?.amount_paise ?? 0,
        rows.filter((row) => row.loan_id === loanId),
        lastOn,
      ),
    )
    .filter((loan) => loan.openingPaise !== 0 || loan.movements.length > 0);
  const sum = (of: (loan: LoanStatement) => number) => loans.reduce((total, loan) => total + of(loan), 0);
  return {
    loans,
    openingPaise: sum((loan) => loan.openingPaise),
    closingPaise: sum((loan) => loan.closingPaise),
  };
}

function loanStatement(
  loanId: string | null,
  openingPaise: number,
  rows: readonly CounterRow[],
  lastOn: BusinessDate,
): LoanStatement {
  const sums = new Map<string, Omit<Movement, 'balancePaise'>>();
  const agreed = new Set(rows.filter(isLossAgreed).map(dayOf));
  for (const row of rows) {
    const kind = kindOf(row, agreed);
    const on = kind === 'interest' ? lastOn : row.posting_on;
    const effectiveOn = kind === 'interest' || row.effective_on === on ? null : row.effective_on;
    const key = `${on} ${effectiveOn ?? ''} ${kind}`;
    const before = sums.get(key)?.amountPaise ?? 0;
    sums.set(key, { on, effectiveOn, kind, amountPaise: before - row.amount_paise });
  }
  let balancePaise = openingPaise;
  const movements = [...sums.values()]
    .filter((movement) => movement.amountPaise !== 0)
    .toSorted((a, b) => rankOf(a).localeCompare(rankOf(b)))
    .map((movement) => {
      balancePaise += movement.amountPaise;
      return { ...movement, balancePaise };
    });
  return { loanId, openingPaise, movements, closingPaise: balancePaise };
}

/** An agreed lower sum ends a loan with a loss in the journal of its money. Rule: LEND-16 journals 22 and 29 */
const isLossAgreed = (row: CounterRow) =>
  row.source_kind === 'repayment' && row.account === codeOf('CREDIT_LOSS') && row.amount_paise !== 0;

const dayOf = (row: CounterRow) => `${row.posting_on} ${row.effective_on}`;

/**
 * A charge that is not received is held in suspense; it is a charge all the same. `agreed`: the days on which an agreed sum was
 * complete.
 */
function kindOf(row: CounterRow, agreed: ReadonlySet<string>): MovementKind {
  // A waiver has several other sides: an expense, suspense, or the fee and its tax given back.
  if (row.source_kind === 'waiver') return 'waived';
  if (row.account === codeOf('SUSPENSE') && (row.source_kind === 'penal' || row.source_kind === 'bounce'))
    return 'charge';
  if (UNRECEIVED.has(row.account)) {
    // Income that stops or begins to count changes nothing of what is owed: its lines cancel out.
    if (/^npa(_upgrade)?$/.test(row.source_kind)) return 'interest';
    // The same with money from the person, less what its loan ends without: that never becomes income.
    if (row.source_kind === 'repayment') return agreed.has(dayOf(row)) ? 'writtenOff' : 'waived';
  }
  return KINDS[row.account] ?? 'correction';
}

function rankOf({ on, effectiveOn, kind }: Omit<Movement, 'balancePaise'>): string {
  return `${on} ${effectiveOn ?? on} ${kind === 'bill' ? 0 : kind === 'fee' ? 1 : 2} ${kind}`;
}

/** The first and the last day of a month, `2026-02`. */
export function monthDays(month: string): { readonly firstOn: BusinessDate; readonly lastOn: BusinessDate } {
  const [year, number] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year ?? 0, number ?? 0, 0)).toISOString().slice(0, 10);
  return { firstOn: `${month}-01` as BusinessDate, lastOn: last as BusinessDate };
}

/** The months from the first to the last day, newest first. */
export function monthsBetween(firstOn: string, lastOn: string): string[] {
  const months: string[] = [];
  let [year, month] = lastOn.split('-').map(Number) as [number, number];
  for (;;) {
    const name = `${String(year)}-${String(month).padStart(2, '0')}`;
    if (name < firstOn.slice(0, 7)) return months;
    months.push(name);
    [year, month] = month === 1 ? [year - 1, 12] : [year, month - 1];
  }
}
