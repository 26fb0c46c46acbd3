import type { Bill, Card, Payment } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { isInMotion } from '../../../lib/bill-status.ts';
import { isOfCard, paidOfBill } from '../../../lib/paid-of-bill.ts';
import { ProblemError } from '../../../lib/problem.ts';
import { billQuery } from '../../../lib/queries.ts';
import { useIdle } from '../../../ui/use-idle.ts';

const SHOWN_MAX = 4;

/** The bill of a saved card, as far as it is known. */
export interface CardBill {
  readonly card: Card;
  readonly state: 'asking' | 'unheard' | 'none' | 'open';
  /** The bill to pay, where the state is `open`. */
  readonly bill: Bill | undefined;
}

export interface CardBills {
  readonly bills: readonly CardBill[];
  /** Saved cards that were not asked about, since there is room for the others alone. */
  readonly leftOutCount: number;
  /** True where nothing is due on any saved card, as far as its bank said so. */
  readonly areAllPaid: boolean;
}

/** An answer, and no failure: the network knows that the card has no bill to pay. */
const isNoneDue = (error: unknown) => error instanceof ProblemError && error.code === 'bill_not_due';

function useBill(card: Card | undefined, mayAsk: boolean) {
  return useQuery({ ...billQuery(card?.id ?? ''), enabled: mayAsk && card !== undefined });
}

/**
 * The bills the network found for saved cards. A card with a payment on its way is left out, so that the same bill is not
 * offered twice. Each card has its place before its bank has answered, and keeps it whatever that says.
 */
export function useCardBills(cards: readonly Card[], payments: readonly Payment[]): CardBills {
  const moving = payments.filter((payment) => isInMotion(payment.billStatus));
  const resting = cards.filter((card) => !moving.some((payment) => isOfCard(payment, card)));
  const shown = resting.slice(0, SHOWN_MAX);
  // The library's way for any number of questions is a kilobyte of script, which every page would carry.
  const mayAsk = useIdle();
  const answers = [
    useBill(shown[0], mayAsk),
    useBill(shown[1], mayAsk),
    useBill(shown[2], mayAsk),
    useBill(shown[3], mayAsk),
  ];
  const bills = shown.map((card, index): CardBill => {
    const { data: bill, error, isPending } = answers[index]!;
    if (isPending) return { card, state: 'asking', bill: undefined };
    // A bill of an earlier answer may still be at hand.
    if (isNoneDue(error)) return { card, state: 'none', bill: undefined };
    if (bill === undefined) return { card, state: 'unheard', bill };
    if (paidOfBill(card, bill.dueDate, payments) >= bill.amountDuePaise)
      return { card, state: 'none', bill: undefined };
    return { card, state: 'open', bill };
  });
  return {
    bills,
    leftOutCount: resting.length - shown.length,
    areAllPaid: bills.filter(({ state }) => state === 'none').length === cards.length,
  };
}
