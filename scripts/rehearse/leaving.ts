const closings: (() => Promise<void>)[] = [];
let isLeaving = false;

/**
 * Has something closed when the rehearsal's process is told to stop, the newest first. Answers how it is closed before that; it is
 * closed once, however often it is asked for.
 */
export function closesWithProcess(close: () => Promise<void>): () => Promise<void> {
  let closed: Promise<void> | undefined;
  const once = () => {
    closed ??= close().finally(() => closings.splice(closings.indexOf(once), 1));
    return closed;
  };
  closings.push(once);
  return once;
}

/** At SIGTERM or SIGINT closes everything that is open, and ends the process with the code that a shell gives the signal. */
export function leaveOnSignals(): void {
  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)
    process.on(signal, () => {
      if (isLeaving) return;
      isLeaving = true;
      // Work that goes on meanwhile finds its database gone; its error matters no more.
      process.on('unhandledRejection', () => {});
      void leave().finally(() => process.exit(code));
    });
}

/** The answer of some work; none ever while the process leaves, so that an error of what is being closed does not end it early. */
export function unlessLeaving<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (isLeaving) return new Promise<T>(() => {});
    throw error;
  });
}

async function leave(): Promise<void> {
  for (let close = closings.at(-1); close !== undefined; close = closings.at(-1))
    // One that cannot be closed does not keep the others open.
    await close().catch(() => {});
}
