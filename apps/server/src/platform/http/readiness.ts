/** An answer holds for so long: balancers and probes ask every few seconds, anybody else as often as they like. */
const HOLDS_MS = 1000;

/**
 * Makes a look that all callers share (single flight): one is under way at a time, and one a second begins. Answers whether it
 * succeeded. However many ask, and however long the database is silent, they hold one connection.
 */
export function createLook(look: () => Promise<unknown>, nowMs: () => number): () => Promise<boolean> {
  let last: { readonly answer: Promise<boolean>; readonly begunMs: number } | undefined;
  let isUnderWay = false;
  return () => {
    if (last && (isUnderWay || nowMs() - last.begunMs < HOLDS_MS)) return last.answer;
    isUnderWay = true;
    const answer = look()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        isUnderWay = false;
      });
    last = { answer, begunMs: nowMs() };
    return answer;
  };
}
