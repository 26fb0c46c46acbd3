import { addDays, businessDate, daysBetween } from '@mohlat/money';

interface Span {
  readonly from: string;
  readonly to: string;
}

/** The days just before a span, as many as it has: what its figures are compared with. */
export function spanBefore({ from, to }: Span): Span {
  const first = businessDate(from);
  const days = daysBetween(first, businessDate(to)) + 1;
  return { from: addDays(first, -days), to: addDays(first, -1) };
}

/** A percentage of more digits tells a reader no more: the figure before was next to nothing. */
const PERCENT_MAX = 999;

/** The change of a figure: a number of whole percent, more than tenfold, new from nothing, or none. */
export type Trend =
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'new' | 'same' | 'tenfold' };

/** Compares a figure with the one before it. */
export function trendOf(now: number, before: number): Trend {
  if (before <= 0) return { kind: now === before ? 'same' : 'new' };
  const percent = Math.round(((now - before) / before) * 100);
  if (percent > PERCENT_MAX) return { kind: 'tenfold' };
  return percent === 0 ? { kind: 'same' } : { kind: 'percent', percent };
}
