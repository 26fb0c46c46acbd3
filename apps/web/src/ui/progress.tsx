import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface ProgressProps {
  /** Words beside the bar: "Step 2 of 3". The bar never stands alone. */
  readonly label: ReactNode;
  readonly value: number;
  readonly max: number;
  /** Right end of the line: "67%", "Almost done!". */
  readonly aside?: ReactNode;
}

export function Progress({ label, value, max, aside }: ProgressProps) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-3 text-small text-ink-2">
        <span>{label}</span>
        {aside ? <span className="whitespace-nowrap">{aside}</span> : null}
      </div>
      <progress
        className="bar"
        value={value}
        max={max}
        aria-label={typeof label === 'string' ? label : undefined}
      />
    </div>
  );
}

interface CreditBarProps {
  readonly usedPercent: number;
  /** "21% used", said beside the bar and read as its name. */
  readonly label: string;
  readonly start?: ReactNode;
  readonly end?: ReactNode;
}

/** The share of the limit that is used. Marigold from four fifths, red when nothing is left. */
export function CreditBar({ usedPercent, label, start, end }: CreditBarProps) {
  const tone = usedPercent >= 100 ? 'bar-bad' : usedPercent >= 80 ? 'bar-due' : undefined;
  return (
    <div className="flex flex-col gap-2">
      <progress
        className={clsx('bar', tone)}
        value={Math.min(usedPercent, 100)}
        max={100}
        aria-label={label}
      />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-small text-ink-2">
        <span>{start}</span>
        <span>{end ?? label}</span>
      </div>
    </div>
  );
}
