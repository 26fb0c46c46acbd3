/** A page that is never idle runs it all the same, so long after it was put in. */
const LATEST_MS = 2000;

interface Waiting {
  readonly run: () => void;
  readonly latestMs: number;
}

/** A queue, first in first out; the browser is asked for one idle moment at a time. */
const waiting = new Set<Waiting>();

/** Runs once the page has nothing else to do, each in its turn; what it returns calls that off. */
export function whenIdle(run: () => void): () => void {
  const entry = { run, latestMs: performance.now() + LATEST_MS };
  waiting.add(entry);
  if (waiting.size === 1) askForIdle(entry);
  return () => void waiting.delete(entry);
}

function askForIdle({ latestMs }: Waiting): void {
  // Safari before 18.4: at least after what is being drawn.
  if (!('requestIdleCallback' in globalThis)) setTimeout(runNext, 1);
  else requestIdleCallback(runNext, { timeout: Math.max(latestMs - performance.now(), 1) });
}

function runNext(): void {
  const [first, second] = waiting;
  if (first === undefined) return;
  waiting.delete(first);
  if (second !== undefined) askForIdle(second);
  first.run();
}
