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

/** Waits by the machine's time, at most until the signal. Leaves no listener behind. */
export function pauseUnless(signal: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
