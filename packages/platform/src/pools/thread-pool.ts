import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Busy, Semaphore } from './semaphore.ts';
import type { Report } from './thread-work.ts';

interface ThreadPoolOptions {
  /** The file that calls `doWork`. */
  readonly entry: URL;
  /** Work that waits for a thread. */
  readonly queueMax: number;
  readonly queuePerKeyMax?: number;
}

/** One core stays with the event loop; a thread costs memory, so never many. */
const THREADS = Math.max(1, Math.min(2, availableParallelism() - 1));
/** No piece of work takes near as long; one that does has gone astray, and its thread is ended. */
const WORK_MAX_MS = 60_000;
const HEAP_MB_MAX = 256;

/**
 * Worker threads for work that would hold up the event loop: a bounded semaphore in front, one piece of work a thread at a
 * time. A thread is started when it is first needed and started again after one that died; it keeps no process alive.
 */
export class ThreadPool<Order, Answer> {
  readonly #entry: URL;
  readonly #semaphore: Semaphore;
  readonly #idle: Worker[] = [];

  constructor({ entry, ...queue }: ThreadPoolOptions) {
    this.#entry = entry;
    this.#semaphore = new Semaphore({ permits: THREADS, ...queue });
  }

  /** Does one piece of work in a thread. Throws busy, and an error with the message of what the work threw. */
  run(key: string, order: Order): Promise<Answer> {
    return this.#semaphore.run(key, async () => {
      const thread = this.#idle.pop() ?? this.#start();
      const answer = await ask<Answer>(thread, order);
      this.#idle.push(thread);
      if ('error' in answer) throw new Error(answer.error);
      return answer.done;
    });
  }

  #start(): Worker {
    // The thread gets an empty environment, because the environment holds secrets.
    const thread = new Worker(this.#entry, {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
    });
    thread.unref();
    // A failure while it works is reported to who waits; one while it is idle ends the thread and nothing else.
    thread.on('error', () => {});
    thread.once('exit', () => {
      const place = this.#idle.indexOf(thread);
      if (place >= 0) this.#idle.splice(place, 1);
    });
    return thread;
  }
}

/** The thread's report. Throws when it ended instead, and then it is used no more; busy when it was ended for taking too long. */
function ask<Answer>(thread: Worker, order: unknown): Promise<Report<Answer>> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      void thread.terminate();
    }, WORK_MAX_MS);
    const settle = (end: () => void) => {
      clearTimeout(late);
      thread.off('message', onMessage).off('error', onError).off('exit', onExit).unref();
      end();
    };
    const onMessage = (report: Report<Answer>) => settle(() => resolve(report));
    const onError = (error: unknown) => settle(() => reject(new Error('a thread failed', { cause: error })));
    const onExit = () => settle(() => reject(isLate ? new Busy() : new Error('a thread ended')));
    thread.on('message', onMessage).on('error', onError).on('exit', onExit).ref();
    thread.postMessage(order);
  });
}
