import { paise, type Paise } from './paise.ts';

/** No amount a person types may be above this. Rule: LEND-M1 */
export const MAX_INPUT_PAISE: Paise = paise(1_000_000_000_000);

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

const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}$/;

/**
 * Reads what a person typed or pasted: "₹1,23,456.5", "Rs. 500", "1500". Commas must group thousands, so "1,5"
 * is refused, not read as fifteen. Undefined when it is not an amount of rupees from 0 to the input ceiling
 * with at most two decimals.
 */
export function parseRupees(text: string): Paise | undefined {
  const bare = text.trim().replace(/^(?:₹|rs\.?|inr)\s*/i, '');
  const match = /^([\d,]*)(?:\.(\d{0,2}))?$/.exec(bare);
  if (match === null) return undefined;
  const whole = match[1] ?? '';
  const fraction = match[2] ?? '';
  if (whole === '' && fraction === '') return undefined;
  if (whole.includes(',') && !GROUPED.test(whole)) return undefined;
  const value = BigInt(`${whole.replaceAll(',', '')}${fraction.padEnd(2, '0')}`);
  return value > BigInt(MAX_INPUT_PAISE) ? undefined : paise(value);
}
