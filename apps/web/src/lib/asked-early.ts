/** Requests that first-paint.js sent before this script was loaded (prefetch), and the token and language that it sent. */
interface AskedEarly {
  readonly token: string;
  readonly language: string;
  readonly answers: Record<string, Promise<Response> | undefined>;
}

declare global {
  var askedEarly: AskedEarly | undefined;
}

/** An early answer goes stale: one not taken by then is fetched again. */
const GOOD_FOR_MS = 10_000;

/** Whether answers are on their way that are not taken yet. */
export function isAskedEarly(): boolean {
  const { askedEarly: early } = globalThis;
  return early !== undefined && performance.now() <= GOOD_FOR_MS && Object.keys(early.answers).length > 0;
}

/** The answer to a question that is under way already, once, if it was asked as the same person and in the same language. */
export function takeAskedEarly(
  address: string,
  token: string | undefined,
  language: string,
): Promise<Response> | undefined {
  const { askedEarly: early } = globalThis;
  if (early === undefined || early.token !== token || early.language !== language) return undefined;
  if (performance.now() > GOOD_FOR_MS) {
    globalThis.askedEarly = undefined;
    return undefined;
  }
  const answer = early.answers[address];
  // Given once: a second call wants a fresh answer.
  delete early.answers[address];
  return answer;
}
