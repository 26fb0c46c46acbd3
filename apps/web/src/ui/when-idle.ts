/** A page that is never idle runs it all the same. */
const LATEST_MS = 2000;

/** In the order in which they came; the browser is asked for one idle moment at a time. */
const waiting = new Set<() => void>();

/** Runs once the page has nothing else to do, each in an idle moment of its own; what it returns calls that off. */
export function whenIdle(run: () => void): () => void {
  const entry = () => run();
  waiting.add(entry);
  if (waiting.size === 1) askForIdle();
  return () => void waiting.delete(entry);
}

function askForIdle(): void {
  // Safari before 18.4: at least after what is being drawn.
  if (!('requestIdleCallback' in globalThis)) setTimeout(runNext, 1);
  else requestIdleCallback(runNext, { timeout: LATEST_MS });
}

function runNext(): void {
  const [first] = waiting;
  if (first === undefined) return;
  waiting.delete(first);
  if (waiting.size > 0) askForIdle();
  first();
}
