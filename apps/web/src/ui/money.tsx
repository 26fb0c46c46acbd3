import { clsx } from 'clsx';
import { formatRupees, type RupeeDecimals } from './rupees.ts';

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
