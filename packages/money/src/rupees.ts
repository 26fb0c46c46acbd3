import type { Paise } from './paise.ts';

export interface RupeeFormat {
  /** `auto` drops ".00" of whole rupees, for an amount standing alone; `always` keeps columns aligned. */
  readonly decimals?: 'auto' | 'always';
  /** `always` writes "+" before a positive amount. */
  readonly sign?: 'auto' | 'always';
}

/** Indian grouping of a string of digits: the last three, then pairs. */
function groupDigits(digits: string): string {
  const head = digits.slice(0, -3);
  if (head === '') return digits;
  return `${head.replace(/\B(?=(?:\d{2})+$)/g, ',')},${digits.slice(-3)}`;
}

/**
 * Rupees as people in India write them, always in Latin digits: ₹1,23,456.70, −₹500.
 * Rule: LEND-M6
 */
export function formatRupees(amount: Paise, format: RupeeFormat = {}): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  const whole = groupDigits(digits.slice(0, -2));
  const fraction = digits.slice(-2);
  const shown = format.decimals !== 'always' && fraction === '00' ? whole : `${whole}.${fraction}`;
  const plus = format.sign === 'always' && amount > 0 ? '+' : '';
  return `${amount < 0 ? '−' : plus}₹${shown}`;
}
