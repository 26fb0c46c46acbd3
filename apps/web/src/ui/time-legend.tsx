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

interface SalaryMarkProps {
  /** On the line, in percent of it. */
  readonly place: string;
  /** The line's own height in the drawing. */
  readonly y: number;
}

/** A triangle under a line of time: that day a salary comes. */
export function SalaryMark({ place, y }: SalaryMarkProps) {
  return (
    <svg x={place} width="1" height="1" overflow="visible">
      <path d={`M0 ${y + 5}l5 9h-10z`} className="fill-ok stroke-canvas" strokeWidth="1" />
    </svg>
  );
}
