/** The time after which the answer to a change counts as lost: the page shows its state again, and the change may be tried anew. */
const ANSWER_MS = 30_000;

/** As `answerLimit`, for work that is told here: its timer ends with it. */
export async function withinAnswerLimit<T>(work: (limit: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ANSWER_MS);
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Ends the wait for an answer, and the reading of one that has begun. */
export function answerLimit(): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(), ANSWER_MS);
  return limit.signal;
}
