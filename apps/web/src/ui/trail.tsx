import type { ReactNode } from 'react';

export interface TrailEntry {
  readonly key: string;
  /** When, already written out. */
  readonly at: string;
  /** Where it comes from: the rail, the books, a colleague. */
  readonly source?: ReactNode;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
}

/** Events on one line of time. */
export function Trail({
  label,
  entries,
}: {
  readonly label: string;
  readonly entries: readonly TrailEntry[];
}) {
  return (
    <ol aria-label={label} className="border-l-2 border-line text-small">
      {entries.map((entry) => (
        <li key={entry.key} className="relative pb-4 pl-4 last:pb-0">
          <span
            aria-hidden="true"
            className="absolute top-2 -left-px size-2 -translate-x-1/2 rounded-full bg-line-strong"
          />
          <p className="flex flex-wrap items-baseline gap-x-3 text-caption text-ink-3">
            <span className="tabular">{entry.at}</span>
            {entry.source ? <span>{entry.source}</span> : null}
          </p>
          <p className="font-medium">{entry.title}</p>
          {entry.detail ? <div className="text-caption break-words text-ink-2">{entry.detail}</div> : null}
        </li>
      ))}
    </ol>
  );
}
