import type { ReactNode } from 'react';
import { Money } from './money.tsx';
import { clsx } from 'clsx';
import { CircleCheck, CircleDashed, Clock, TriangleAlert } from 'lucide-react';
import type { StatusTone } from './status.tsx';

interface LedgerRowProps {
  /** Found before a word is read: a card's chip. */
  readonly mark?: ReactNode;
  readonly title: ReactNode;
  readonly amountPaise: number;
  /** Under the title: a StatusLine. */
  readonly status: ReactNode;
  /** The date, written as in the rest of the list. */
  readonly date: ReactNode;
  /** A third line, where it changes what the user does. */
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

const SIGNS = {
  ok: { ink: 'text-ok-ink', Icon: CircleCheck },
  due: { ink: 'text-due-ink', Icon: Clock },
  bad: { ink: 'text-bad-ink', Icon: TriangleAlert },
  neutral: { ink: 'text-ink-2', Icon: CircleDashed },
} as const;

/** A status on a line of a list, where a badge on every line would be all that is seen: its shape and its word. */
export function StatusLine({ tone, children }: { readonly tone: StatusTone; readonly children: ReactNode }) {
  const { ink, Icon } = SIGNS[tone];
  return (
    <span className={clsx('inline-flex items-center gap-1 text-small font-medium', ink)}>
      <Icon aria-hidden="true" className="size-4" />
      {children}
    </span>
  );
}
