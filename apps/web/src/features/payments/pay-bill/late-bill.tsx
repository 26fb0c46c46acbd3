import type { Bill } from '@mohlat/contract';
import { useState } from 'react';
import { TextButton } from '../../../ui/button.tsx';
import { usePaymentsWords } from '../payments.words.ts';
import { AMOUNT_ID, DATE_FIELDS, type PayDraft } from './pay-draft.ts';

const FIELD_IDS: readonly string[] = [AMOUNT_ID, ...DATE_FIELDS.map(({ id }) => id)];

/** Whether the person is in a field of a bill that they type, or has filled one. */
function isTyping(draft: PayDraft): boolean {
  const isFilled = [draft.amount, draft.billDate, draft.dueDate].some((text) => text !== '');
  return isFilled || FIELD_IDS.includes(document.activeElement?.id ?? '');
}

interface LateBillInput {
  readonly cardId: string | undefined;
  readonly bill: Bill | undefined;
  readonly failureCount: number;
  /** The draft without a bill. */
  readonly typed: PayDraft;
  readonly isTypedHere: boolean;
}

/**
 * Holds a bill back that came after the person was told to type it, while they do: it would take away the field under their finger.
 * Answers whether it is held back, and what takes it.
 */
export function useLateBill({ cardId, bill, failureCount, typed, isTypedHere }: LateBillInput) {
  const [slowCard, setSlowCard] = useState<string>();
  const [offeredCard, setOfferedCard] = useState<string>();
  if (bill === undefined && failureCount > 0 && slowCard !== cardId) setSlowCard(cardId);
  const isArrival = bill !== undefined && slowCard !== undefined && slowCard === cardId;
  const isHeldBack = isArrival && isTypedHere && isTyping(typed);
  if (isArrival) {
    setSlowCard(undefined);
    if (isHeldBack) setOfferedCard(cardId);
  }
  return {
    isOffered: isHeldBack || (bill !== undefined && offeredCard !== undefined && offeredCard === cardId),
    take: () => setOfferedCard(undefined),
  };
}

/** Offers a bill that is held back. */
export function LateBillLine({ onTake }: { readonly onTake: () => void }) {
  const words = usePaymentsWords().amount;
  return (
    <p role="status">
      <TextButton onClick={onTake}>{words.useBill}</TextButton>
    </p>
  );
}
