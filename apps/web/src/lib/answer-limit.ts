/** The time after which the answer to a change counts as lost: the page shows its state again, and the change may be tried anew. */
export const ANSWER_MS = 30_000;

/** As `fetch`, and throws where the answer is not there, and read to its end, within half a minute. */
export async function fetchWithin(address: RequestInfo | URL, init: RequestInit): Promise<Response> {
  // By hand: AbortSignal.any is younger than the oldest browsers that the page is built for.
  const limit = new AbortController();
  const giveUp = () => limit.abort();
  const timer = setTimeout(giveUp, ANSWER_MS);
  init.signal?.addEventListener('abort', giveUp);
  if (init.signal?.aborted === true) giveUp();
  try {
    const response = await fetch(address, { ...init, signal: limit.signal });
    const { status, statusText, headers } = response;
    const text = await response.arrayBuffer();
    return new Response(text.byteLength === 0 ? null : text, { status, statusText, headers });
  } finally {
    clearTimeout(timer);
    init.signal?.removeEventListener('abort', giveUp);
  }
}
