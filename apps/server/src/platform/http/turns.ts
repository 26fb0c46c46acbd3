import { Semaphore } from '#platform/pools/semaphore.ts';

/** People whose work is admitted or waits for a place, and what waits for them to be done with something else. */
const PEOPLE_MAX = 128;
const BEHIND_THEM_MAX = 256;
const BEHIND_ONE_MAX = 32;

/**
 * Limits the uploads held in memory (semaphore): a few in the process, one of a person. Others queue in their order; a full queue
 * answers busy.
 */
export class Turns {
  readonly #people = new Semaphore({
    permits: PEOPLE_MAX,
    permitsPerKey: 1,
    queueMax: BEHIND_THEM_MAX,
    queuePerKeyMax: BEHIND_ONE_MAX,
  });
  readonly #places: Semaphore;

  constructor(max: number) {
    this.#places = new Semaphore({ permits: max, queueMax: PEOPLE_MAX });
  }

  /**
   * `admit` runs when it is the person's turn, before a place in the process is waited for; it throws to refuse. Throws busy.
   */
  take<T>(userId: string, admit: () => Promise<void>, work: () => Promise<T>): Promise<T> {
    return this.#people.takeTurn(userId, async () => {
      await admit();
      return this.#places.takeTurn(userId, work);
    });
  }
}
