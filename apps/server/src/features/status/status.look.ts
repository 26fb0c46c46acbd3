import type { ServiceStatus } from '@mohlat/contract';

const KEPT_MS = 10_000;

/**
 * Makes a look at the status that reads once in ten seconds however many ask; requests share a reading that is under way (single
 * flight). A reading that failed is not kept.
 */
export function createStatusLook(
  read: (now: Date) => Promise<ServiceStatus>,
  clock: { now(): Date },
): () => Promise<ServiceStatus> {
  let readAt = -Infinity;
  let kept: Promise<ServiceStatus> | undefined;
  return () => {
    const now = clock.now();
    // A clock that was set back does not stop the readings.
    if (kept !== undefined && Math.abs(now.getTime() - readAt) < KEPT_MS) return kept;
    readAt = now.getTime();
    const fresh = read(now);
    kept = fresh;
    fresh.catch(() => {
      if (kept === fresh) kept = undefined;
    });
    return fresh;
  };
}
