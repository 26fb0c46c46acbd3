import { PAY_STEPS } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDraft } from '../../../lib/draft.ts';
import { parseRupees } from '../../../lib/format.ts';
import { billQuery } from '../../../lib/queries.ts';
import { underBill } from './amount-rules.ts';
import { PAY_DRAFT, type PayDraft } from './pay-draft.ts';

export interface Answers {
  /** The draft under the bill as the bank tells it now. */
  readonly shown: PayDraft;
  readonly change: (next: PayDraft | ((before: PayDraft) => PayDraft)) => void;
  /** Paise of the bill that the person saw before it changed; undefined where it did not. */
  readonly seenPaise: number | undefined;
  /** True while the last step waits for the bill that it is about. */
  readonly isAwaited: boolean;
  readonly askBill: () => void;
  /** A press on Pay holds what is sent, so that a second press after a lost answer is the same request. */
  readonly hold: (isHeld: boolean) => void;
  readonly forget: () => void;
}

/** The answers of the wizard. What the bank tells counts before what was kept of it, up to the press on Pay. */
export function useAnswers(initial: PayDraft, step: number): Answers {
  const [draft, setDraft] = useState(initial);
  const [held, setHeld] = useState<PayDraft>();
  const forget = useDraft(PAY_DRAFT, draft);
  const isLast = step === PAY_STEPS;
  const { card } = draft;
  const bill = useQuery({ ...billQuery(card?.id ?? ''), enabled: card !== undefined && step > 1 });
  if (!isLast && held !== undefined) setHeld(undefined);
  const shown = (isLast ? held : undefined) ?? underBill(draft, bill.data);
  if (isLast && draft.amount === '' && shown.amount !== '') setDraft(shown);
  const seenPaise = parseRupees(draft.amount);
  return {
    shown,
    change: setDraft,
    seenPaise: seenPaise === parseRupees(shown.amount) ? undefined : seenPaise,
    isAwaited: isLast && card !== undefined && draft.choice !== 'other' && !bill.isFetched,
    askBill: () => void bill.refetch(),
    hold: (isHeld) => setHeld(isHeld ? shown : undefined),
    forget,
  };
}
