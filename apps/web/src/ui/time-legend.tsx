import type { ReactNode } from 'react';

interface TimeLegendProps {
  readonly entries: readonly { readonly kind: 'bill' | 'salary'; readonly label: ReactNode }[];
}

/** Under a line of time: its marks that carry no words of their own. */
export function TimeLegend({ entries }: TimeLegendProps) {
  if (entries.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-caption text-ink-2">
      {entries.map(({ kind, label }) => (
        <li key={kind} className="flex items-center gap-1.5">
          <svg aria-hidden="true" viewBox="0 0 14 14" width="14" height="14" className="shrink-0">
            {kind === 'bill' ? (
              <rect x="1" y="1" width="12" height="12" rx="4" className="fill-due" />
            ) : (
              <path d="M7 2l5 9H2z" className="fill-ok" />
            )}
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
