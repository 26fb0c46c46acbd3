/** A page that is never idle runs it all the same. */
const LATEST_MS = 2000;

/** Runs once the page has nothing else to do; what it returns calls that off. */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const id = requestIdleCallback(run, { timeout: LATEST_MS });
    return () => cancelIdleCallback(id);
  }
  // Safari before 18.4: at least after what is being drawn.
  const id = setTimeout(run, 1);
  return () => clearTimeout(id);
}
