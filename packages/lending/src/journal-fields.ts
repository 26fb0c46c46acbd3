import { codeOf } from './accounts.ts';

/** A booked journal. Dates are `YYYY-MM-DD`, `postedAt` is UTC to the microsecond, amounts are paise as text. */
export interface BookedJournal {
  readonly id: string;
  readonly userId: string;
  readonly kind: string;
  readonly sourceId: string;
  readonly loanId: string | null;
  readonly effectiveOn: string;
  readonly postingOn: string;
  readonly postedAt: string;
  readonly reversalOf: string | null;
  readonly lines: readonly BookedLine[];
}

/** Debit is positive. */
export interface BookedLine {
  readonly number: number;
  readonly account: string;
  readonly loanId: string | null;
  readonly amountPaise: string;
}

/** A name and a value. */
export type Field = readonly [name: string, value: string];

/**
 * The fixed encoding of a journal for its leaf: these fields in this order. They hold the whole booked journal and
 * identify a person by ids alone. `principalPaise` follows from the lines, so that a receipt can show it without the
 * lines. A change here changes the leaf of every anchored journal.
 * Rule: LEND-17
 */
export function journalFields(journal: BookedJournal): readonly Field[] {
  const lent = journal.lines
    .filter((line) => line.account === codeOf('PRINCIPAL_NOT_DUE') && BigInt(line.amountPaise) > 0n)
    .reduce((sum, line) => sum + BigInt(line.amountPaise), 0n);
  const lines = journal.lines.toSorted((a, b) => a.number - b.number);
  return [
    ['journal', journal.id],
    ['person', journal.userId],
    ['kind', journal.kind],
    ['source', journal.sourceId],
    ['loan', journal.loanId ?? ''],
    ['effectiveOn', journal.effectiveOn],
    ['postingOn', journal.postingOn],
    ['postedAt', journal.postedAt],
    ['reverses', journal.reversalOf ?? ''],
    ['principalPaise', String(lent)],
    [
      'lines',
      lines
        .map((line) => [line.number, line.account, line.loanId ?? '-', line.amountPaise].join(' '))
        .join('\n'),
    ],
  ];
}
