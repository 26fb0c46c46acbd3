import { addDays, type BusinessDate, paise } from '@mohlat/money';
import { after } from './after.ts';
import type { Borrower } from './borrower.ts';
import { day, live, loanOf, sumsOf } from './borrowers.testing.ts';
import type { Decision, RowChange } from './decision.ts';
import { receipt } from './receive.ts';
import type { Money } from './received.ts';

// Builders for tests of receipts; nothing here is exported from the package.

/** Money by checkout, for the loan of the worked examples. */
export function money(amountPaise: number, on: string, change: Partial<Money> = {}): Money {
  return {
    repaymentId: `r ${on}`,
    loanId: 'loan',
    amountPaise: paise(amountPaise),
    returnedPaise: paise(0),
    receivedAt: Date.parse(`${on}T06:30:00Z`),
    valueOn: day(on),
    channel: 'checkout',
    intent: 'emi',
    onlyNumber: null,
    isCreditSource: false,
    providerPaymentRef: 'pay_1',
    ...change,
  };
}

/** What money decided, and the borrower after it. */
export interface Received {
  readonly decision: Decision;
  readonly borrower: Borrower;
  /** The lines of all journals by account. */
  readonly postings: Record<string, number>;
  /** Instalment, component and paise of each. */
  readonly shares: readonly (readonly [number | null, string, number])[];
  /** How the loan ended with it; null when it goes on. */
  readonly ending: string | null;
}

/** Closes the days before the money's, then lets it meet its loan. */
export function receive(before: Borrower, received: Money): Received {
  const borrower = openOn(before, received.valueOn);
  const decision = receipt(borrower, received);
  return {
    decision,
    borrower: after(borrower, decision.changes),
    postings: sumsOf(decision.journals),
    shares: changesOf(decision, 'allocation_written').map(
      (one) => [one.number, one.component, one.amountPaise] as const,
    ),
    ending: changesOf(decision, 'loan_ended')[0]?.status ?? null,
  };
}

/** One receipt after the other. */
export function receiveEach(borrower: Borrower, ...receipts: readonly Money[]): Borrower {
  return receipts.reduce((state, one) => receive(state, one).borrower, borrower);
}

/** The borrower whose days before this one are closed. */
export function openOn(borrower: Borrower, on: BusinessDate): Borrower {
  return live(borrower, addDays(loanOf(borrower).closedThroughOn, 1), addDays(on, -1)).borrower;
}

/** The changes of one kind. */
export function changesOf<Name extends RowChange['change']>(
  { changes }: Decision,
  name: Name,
): Extract<RowChange, { change: Name }>[] {
  return changes.filter((one): one is Extract<RowChange, { change: Name }> => one.change === name);
}
