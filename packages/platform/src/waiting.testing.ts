const POLL_MS = 5;
/** Longer than anything takes on a slow machine; Vitest gives a test up after that. */
const HANGING_MS = 560_000;

/** Asks again and again, every few milliseconds, until the answer is yes; at most `looksMax` times. */
export async function poll(isSo: () => Promise<boolean>, looksMax = Infinity): Promise<void> {
  for (let looks = 0; looks < looksMax && !(await isSo()); looks += 1) await sleep(POLL_MS);
}

/** Looks every few milliseconds until there is something. Throws when that lasts longer than anything takes. */
export async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let waitedMs = 0; waitedMs < HANGING_MS; waitedMs += POLL_MS) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await sleep(POLL_MS);
  }
  throw new Error(`waited in vain for ${look.toString().replace(/\s+/g, ' ').slice(0, 250)}`);
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
