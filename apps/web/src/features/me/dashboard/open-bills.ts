import type { Bill, Card, Payment } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { isInMotion } from '../../../lib/bill-status.ts';
import { paidOfBill } from '../../../lib/paid-of-bill.ts';
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

function useBill(card: Card | undefined, mayAsk: boolean) {
  return useQuery({ ...billQuery(card?.id ?? ''), enabled: mayAsk && card !== undefined });
}

/**
 * The bills the network found for saved cards. A card with a payment on its way is left out, so that the same bill is not
 * offered twice. Each card has its place before its bank has answered, and keeps it whatever that says.
 */
export function useCardBills(cards: readonly Card[], payments: readonly Payment[]): readonly CardBill[] {
  const moving = new Set(payments.filter((payment) => isInMotion(payment.billStatus)).map((p) => p.cardId));
  const shown = cards.filter((card) => !moving.has(card.id)).slice(0, SHOWN_MAX);
  // The library's way for any number of questions is a kilobyte of script, which every page would carry.
  const mayAsk = useIdle();
  const answers = [
    useBill(shown[0], mayAsk),
    useBill(shown[1], mayAsk),
    useBill(shown[2], mayAsk),
    useBill(shown[3], mayAsk),
  ];
  return shown.map((card, index): CardBill => {
    const { data: bill, isPending } = answers[index]!;
    if (isPending) return { card, state: 'asking', bill: undefined };
    if (bill === undefined) return { card, state: 'unheard', bill };
    if (paidOfBill(card.id, bill.dueDate, payments) >= bill.amountDuePaise)
      return { card, state: 'none', bill: undefined };
    return { card, state: 'open', bill };
  });
}
