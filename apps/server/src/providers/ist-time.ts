import { istClock } from '@mohlat/money';

/** An instant as Indian wall time with its offset: 2026-04-01T09:30:00+05:30. */
export function istTimestamp(at: Date): string {
  return `${istClock(at.getTime()).toISOString().slice(0, 19)}+05:30`;
}
