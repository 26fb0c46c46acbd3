/** More than one page asks for; beyond, the oldest goes. */
const KEPT_MAX = 40;

interface Kept {
  readonly tag: string;
  readonly text: string;
}

/**
 * Answers to the person of this tab with their entity tags, in memory alone: the server tells every cache to keep nothing of a person.
 */
const kept = new Map<string, Kept>();
let owner: string | undefined;

/** The answer to an address that was kept for this person. What was kept for another goes. */
export function keptAnswer(asker: string | undefined, address: string): Kept | undefined {
  if (owner !== asker) forgetAnswers();
  owner = asker;
  return kept.get(address);
}

/**
 * The response as it is to be read: the answer `known` when it was asked for where the server says that it is unchanged (304). One
 * that has a tag is kept, unless another user is at the tab by now.
 */
export async function readWithKept(
  asker: string | undefined,
  address: string,
  response: Response,
  known: Kept | undefined,
): Promise<Response> {
  const { headers } = response;
  if (response.status === 304 && known) return new Response(known.text, { headers });
  const tag = headers.get('etag');
  if (response.status !== 200 || tag === null) return response;
  const text = await response.text();
  if (asker !== undefined && owner === asker) {
    kept.delete(address);
    kept.set(address, { tag, text });
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  }
  return new Response(text, { headers });
}

/** Nothing of a person stays when they leave. */
export function forgetAnswers(): void {
  owner = undefined;
  kept.clear();
}
