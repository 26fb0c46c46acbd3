import { parentPort } from 'node:worker_threads';

/** The answer or the error that a thread reports for one piece of work. */
export type Report<Answer> = { readonly done: Answer } | { readonly error: string };

/** Does the work a thread is given, piece by piece. Called once, by the file that is the thread. */
export function doWork<Order, Answer>(work: (order: Order) => Promise<Answer> | Answer): void {
  const report = (about: Report<Answer>) => parentPort?.postMessage(about);
  parentPort?.on('message', (order: Order) => {
    void Promise.resolve(order)
      .then(work)
      .then(
        (done) => report({ done }),
        (error: unknown) => report({ error: error instanceof Error ? error.name : 'unknown' }),
      );
  });
}
