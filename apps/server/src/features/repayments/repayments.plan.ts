import { codeOf, type AccountCode } from '@mohlat/lending';
import type {
  BusinessDate,
  ChargeKind,
  DatedLoan,
  InstalmentComponent,
  Paise,
  ScheduleRow,
} from '@mohlat/money';
import type { PostingLine } from '#features/payments/index.ts';

export interface AllocationLine {
  readonly repaymentId: string;
  readonly number: number | null;
  /** The charge it pays, instead of an instalment. */
  readonly chargeId?: string;
  readonly component: InstalmentComponent | ChargeKind | 'excess';
  readonly amountPaise: number;
  readonly isEarmark: boolean;
}

export interface InstalmentPart {
  readonly number: number;
  readonly principalPaise: number;
  readonly feePaise: number;
  readonly interestPaise: number;
}

/** What a repayment does to a loan: written by `repayment_settle` as one event. */
export interface SettlementPlan {
  readonly allocations: readonly AllocationLine[];
  readonly instalments: readonly InstalmentPart[];
  /** What closing waives of charges, by charge. */
  readonly waivedCharges: readonly { readonly chargeId: string; readonly amountPaise: number }[];
  readonly releasesEarmarks: boolean;
  /** How the loan ends with it; null when it goes on. */
  readonly closesAs: 'closed' | 'settled' | 'exited' | null;
  /** Money for a written-off loan is a journal of its own kind; left out for any other. */
  readonly journalKind?: 'recovery';
  /** The instalments still to come, laid out anew; left out when they stay as they are. */
  readonly schedule?: readonly ScheduleRow[];
  readonly usedFreedPaise: number;
  readonly postings: readonly PostingLine[];
}

/** Checkout, autopay, money that was nobody's, rewards. Rule: LEND-16 journals 13, 14, 24, 32. */
export type ClearingAccount = ReturnType<
  typeof codeOf<'CHECKOUT_CLEARING' | 'MANDATE_CLEARING' | 'UNIDENTIFIED' | 'REWARDS'>
>;

export interface Receipt {
  readonly repaymentId: string;
  readonly loanId: string;
  readonly amountPaise: Paise;
  readonly valueOn: BusinessDate;
  /** Where it comes from: checkout's clearing unless said otherwise. */
  readonly account?: ClearingAccount;
}

/** Money held for instalments not yet demanded, by the repayment it came with, oldest first. */
export interface HeldMoney {
  readonly repaymentId: string;
  readonly amountPaise: Paise;
}

/** A loan money can meet. */
export interface OwedLoan extends DatedLoan {
  /** It does not perform: another order, and income only where money is received. Rule: LEND-W3, LEND-D4 */
  readonly isNpa: boolean;
}

export const DEMANDED_ACCOUNTS = {
  interest: codeOf('INTEREST_DUE'),
  fee: codeOf('FEE_DUE'),
  principal: codeOf('PRINCIPAL_DUE'),
  penal: codeOf('PENAL_DUE'),
  bounce: codeOf('BOUNCE_DUE'),
} as const;
export const LATER_ACCOUNTS = {
  interest: codeOf('INTEREST_ACCRUED'),
  fee: codeOf('FEE_NOT_DUE'),
  principal: codeOf('PRINCIPAL_NOT_DUE'),
} as const;

export const INCOME_ACCOUNTS: Partial<Record<InstalmentComponent | ChargeKind, AccountCode>> = {
  interest: codeOf('INTEREST_INCOME'),
  penal: codeOf('PENAL_INCOME'),
  bounce: codeOf('BOUNCE_INCOME'),
};

/**
 * Of a loan that does not perform, interest and charges stand in suspense: what is settled leaves it, what is received
 * is income. Rule: LEND-16 journals 22 and 27.
 */
export function recognise(
  credits: Map<AccountCode, number>,
  component: InstalmentComponent | ChargeKind,
  settledPaise: number,
  receivedPaise: number,
): void {
  const income = INCOME_ACCOUNTS[component];
  if (!income) return;
  add(credits, codeOf('SUSPENSE'), -settledPaise);
  add(credits, income, receivedPaise);
}

export function partsOf(allocations: readonly AllocationLine[]): InstalmentPart[] {
  const parts = new Map<
    number,
    { number: number; principalPaise: number; feePaise: number; interestPaise: number }
  >();
  for (const line of allocations) {
    if (line.number === null) continue;
    const part = parts.get(line.number) ?? {
      number: line.number,
      principalPaise: 0,
      feePaise: 0,
      interestPaise: 0,
    };
    if (line.component === 'principal') part.principalPaise += line.amountPaise;
    if (line.component === 'fee') part.feePaise += line.amountPaise;
    if (line.component === 'interest') part.interestPaise += line.amountPaise;
    parts.set(line.number, part);
  }
  return [...parts.values()];
}

export function excessLine(repaymentId: string, amountPaise: Paise): AllocationLine {
  return { repaymentId, number: null, component: 'excess', amountPaise, isEarmark: false };
}

/** Adds to one of many sums; nothing is no sum. */
export function add<K>(sums: Map<K, number>, key: K, amount: number): void {
  if (amount !== 0) sums.set(key, (sums.get(key) ?? 0) + amount);
}
