const LATER_MS = 1000;

/** Runs once the page has nothing else to do; what it returns calls that off. */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const id = requestIdleCallback(run);
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(run, LATER_MS);
  return () => clearTimeout(id);
}
