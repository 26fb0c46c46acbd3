import { randomInt } from 'node:crypto';

export interface BackOff {
  baseMs: number;
  capMs: number;
}

/**
 * Full jitter: anywhere between nothing and the exponential ceiling, so that callers that failed together do
 * not come back together. `attempt` counts from 1.
 */
export function fullJitterMs(attempt: number, { baseMs, capMs }: BackOff): number {
  const ceiling = Math.min(capMs, baseMs * 2 ** (attempt - 1));
  return randomInt(0, Math.max(1, Math.floor(ceiling)) + 1);
}
