import type { ReactNode } from 'react';
import { Money } from './money.tsx';

interface LedgerRowProps {
  /** Found before a word is read: a card's chip. */
  readonly mark?: ReactNode;
  readonly title: ReactNode;
  readonly amountPaise: number;
  /** Under the title: a StatusLine. */
  readonly status: ReactNode;
  /** The date, written as in the rest of the list. */
  readonly date: ReactNode;
  /** A third line, where it changes what somebody does. */
  readonly more?: ReactNode;
}

/** A row of a list of money: who and how much on the first line, how it stands and when on the second. */
export function LedgerRow({ mark, title, amountPaise, status, date, more }: LedgerRowProps) {
  return (
    <span className="flex items-start gap-3">
      {mark === undefined ? null : <span className="mt-0.5 flex">{mark}</span>}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{title}</span>
          <Money paise={amountPaise} decimals="always" className="ml-auto font-semibold" />
        </span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span>{status}</span>
          <span className="ml-auto text-small text-ink-3 tabular">{date}</span>
        </span>
        {more === undefined ? null : <span className="text-small text-ink-2">{more}</span>}
      </span>
    </span>
  );
}
