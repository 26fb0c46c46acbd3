import { ANSWER_MS } from './answer-limit.ts';
import { isLost, mustKeepKey } from './intent.ts';
import { NetworkError } from './problem.ts';

/**
 * Reads what a change waits for, as long as a change waits at most. Throws NetworkError where it is not there by then: a reading
 * alone would wait for ever.
 */
export async function readWithin<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ANSWER_MS);
  try {
    return await read(limit.signal);
  } catch (error) {
    if (limit.signal.aborted) throw new NetworkError('There was no answer in time', { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** True where the same was perhaps carried out: by this sending, or by an earlier lost one that this error does not judge. */
export function mayBeDone(error: unknown, wasLost: boolean): boolean {
  return isLost(error) || (wasLost && mustKeepKey(error));
}
