import type { LivingSessions } from '@mohlat/platform/db/living-sessions.ts';
import { Semaphore } from '#platform/pools/semaphore.ts';
import type { AssertStaff } from './endpoints.ts';

/** Callers who were not seen as staff before; each costs one statement. */
const UNSEEN = { permits: 1, queueMax: 1024, queuePerKeyMax: 32 } as const;

/**
 * Puts those who were never let in at the door of staff in one line before the pool of staff (semaphore, fair by person): anybody who
 * signed up may ask at any of their addresses, and that pool is small. Throws busy, and what the door throws.
 */
export function linedUp(sessions: LivingSessions, look: AssertStaff): AssertStaff {
  const line = new Semaphore(UNSEEN);
  return (actor) =>
    sessions.isStaff(actor.sessionId) ? look(actor) : line.run(actor.userId, () => look(actor));
}
