import { LRUCache } from 'lru-cache';

const REMEMBERED_MAX = 5000;

/**
 * The sessions that the database lately found alive, and at which door: memory of one process, for deciding who waits behind whom.
 * It opens nothing: each transaction asks the database again. A session that is found ended is forgotten.
 */
export class LivingSessions {
  readonly #found = new LRUCache<string, 'person' | 'staff'>({ max: REMEMBERED_MAX });

  /** Remembers a session that a transaction was just opened for. */
  note(sessionId: string, door: 'person' | 'staff'): void {
    if (door === 'staff' || !this.#found.has(sessionId)) this.#found.set(sessionId, door);
    else this.#found.get(sessionId);
  }

  /** Remembers that the holder of a session is no member of staff. */
  noteNoStaff(sessionId: string): void {
    this.#found.set(sessionId, 'person');
  }

  forget(sessionId: string): void {
    this.#found.delete(sessionId);
  }

  has(sessionId: string): boolean {
    return this.#found.has(sessionId);
  }

  /** Whether it was let in at the door of staff. */
  isStaff(sessionId: string): boolean {
    return this.#found.get(sessionId) === 'staff';
  }
}
