import { clsx } from 'clsx';
import { formatRupees, type RupeeDecimals } from './rupees.ts';
import { Skeleton } from './states.tsx';

interface MoneyProps {
  /** Whole paise; may be negative. */
  readonly paise: number;
  /** `always` in columns (schedule, breakdown, receipt, table) so that digits align; `auto` standing alone. */
  readonly decimals?: RupeeDecimals;
  /** `hero` is the one amount of a screen: its paise are drawn smaller and still read as one number. */
  readonly size?: 'inherit' | 'hero';
  readonly className?: string;
}

/** The only way an amount reaches a screen. */
export function Money({ paise, decimals = 'auto', size = 'inherit', className }: MoneyProps) {
  const text = formatRupees(paise, decimals);
  if (size === 'inherit') return <span className={clsx('amount', className)}>{text}</span>;
  const [whole = text, rest] = text.split('.');
  return (
    <span className={clsx('amount hero-amount font-semibold', className)}>
      <span className="sr-only">{text}</span>
      <span aria-hidden="true">
        {whole}
        {rest === undefined ? null : <span className="hero-paise text-ink-2">.{rest}</span>}
      </span>
    </span>
  );
}

interface FigureProps {
  readonly label: string;
  readonly paise: number | undefined;
  readonly note?: string;
}

/** One sum under its label, in a list of figures (`dl`); the place is held until the sum is there. */
export function Figure({ label, paise, note }: FigureProps) {
  return (
    <div className="rounded-card border border-line bg-surface p-4 md:p-5">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="mt-1">
        {paise === undefined ? (
          <Skeleton width="half" />
        ) : (
          <Money paise={paise} decimals="always" className="text-title font-semibold" />
        )}
        {note === undefined ? null : <p className="mt-1 text-caption text-ink-3">{note}</p>}
      </dd>
    </div>
  );
}
