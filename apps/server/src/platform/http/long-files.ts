import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { Busy, Semaphore } from '#platform/pools/semaphore.ts';
import { DomainError } from './domain-error.ts';

/** Adds a part to a file; over when there is room for another. Throws once the file is not read any more. */
export type WritePart = (text: string) => Promise<void>;

/** A file that is written while it is read. */
export interface LongFile {
  /** The work before its first part, once there is a permit for it. */
  readonly begin: () => Promise<unknown>;
  readonly write: (part: WritePart) => Promise<unknown>;
  /** Hears why it was not finished. */
  readonly onBroken: (error: unknown) => void;
}

const AT_ONCE_MAX = 3;
/** So long may a part of it lie unread. */
const UNREAD_MAX_MS = 60_000;

/**
 * Keeps files that are written while they are read within bounds: few at once in a process, since each takes a connection
 * of the database, and none for a reader who has gone away or stands still.
 */
export class LongFiles {
  readonly #places: Semaphore;
  readonly #unreadMaxMs: number;

  constructor(max = AT_ONCE_MAX, unreadMaxMs = UNREAD_MAX_MS) {
    // A refused reader asks again in a minute: a request that waits so long is given up by everything in between.
    this.#places = new Semaphore({ permits: max, queueMax: 0 });
    this.#unreadMaxMs = unreadMaxMs;
  }

  /** Throws exports_busy, and what `begin` throws. */
  open({ begin, write, onBroken }: LongFile): Promise<Readable> {
    const { promise: opened, resolve, reject } = Promise.withResolvers<Readable>();
    const whole = this.#places.run('file', async () => {
      await begin();
      const file = new PassThrough();
      resolve(file);
      try {
        await write((text) => addPart(file, text, this.#unreadMaxMs));
        file.end();
      } catch (error) {
        onBroken(error);
        file.destroy();
      }
    });
    whole.catch((error: unknown) => reject(error instanceof Busy ? new DomainError('exports_busy') : error));
    return opened;
  }
}

async function addPart(file: PassThrough, text: string, unreadMaxMs: number): Promise<void> {
  if (!file.destroyed && !file.write(text)) {
    const limit = setTimeout(() => file.destroy(), unreadMaxMs);
    try {
      await Promise.race([once(file, 'drain'), once(file, 'close')]);
    } finally {
      clearTimeout(limit);
    }
  }
  if (file.destroyed) throw new Unread('nobody reads the file any more');
}

class Unread extends Error {
  override readonly name = 'Unread';
}
