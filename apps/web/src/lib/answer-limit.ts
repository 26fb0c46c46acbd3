/** The time after which the answer to a change counts as lost: the page shows its state again, and the change may be tried anew. */
const ANSWER_MS = 30_000;

/** As `fetch`, and throws where the answer is not there, and read to its end, within half a minute. */
export async function fetchWithin(address: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ANSWER_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal;
  try {
    const response = await fetch(address, { ...init, signal });
    const { status, statusText, headers } = response;
    const text = await response.arrayBuffer();
    return new Response(text.byteLength === 0 ? null : text, { status, statusText, headers });
  } finally {
    clearTimeout(timer);
  }
}
