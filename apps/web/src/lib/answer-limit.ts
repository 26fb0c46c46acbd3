/** The time after which the answer to a change counts as lost: the page shows its state again, and the change may be tried anew. */
const ANSWER_MS = 30_000;

/** Ends the wait for an answer, and the reading of one that has begun. */
export function answerLimit(): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(), ANSWER_MS);
  return limit.signal;
}
