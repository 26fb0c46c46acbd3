import { NetworkError, ProblemError } from './problem.ts';

interface StoredIntent {
  readonly key: string;
  readonly fingerprint: string;
}

const slot = (name: string) => `mohlat-intent:${name}`;

function readIntent(name: string): StoredIntent | undefined {
  const text = sessionStorage.getItem(slot(name));
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as StoredIntent;
  } catch {
    return undefined;
  }
}

/** The key of an intent: made before the first byte leaves, kept over retries and reloads, new when the body changes. */
export function intentKey(name: string, body: unknown): string {
  const fingerprint = JSON.stringify(body);
  const stored = readIntent(name);
  if (stored?.fingerprint === fingerprint) return stored.key;
  const key = crypto.randomUUID();
  takeIntent(name, body, key);
  return key;
}

/** Goes on with an intent that another tab began: under its key the same call is made once. */
export function takeIntent(name: string, body: unknown, key: string): void {
  const fingerprint = JSON.stringify(body);
  sessionStorage.setItem(slot(name), JSON.stringify({ key, fingerprint } satisfies StoredIntent));
}

export function forgetIntent(name: string): void {
  sessionStorage.removeItem(slot(name));
}

/** True when the same call may have been carried out, or may still be: only the same key is safe. */
export function isLost(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ProblemError && error.retry === 'same_key');
}

/** Refusals of the caller, or of the moment: they say nothing of the call, nor of what became of it before. */
const UNJUDGED: ReadonlySet<number> = new Set([401, 403, 429]);

/** False once the server has judged the request itself: what was sent before under the key is decided too. */
export function mustKeepKey(error: unknown): boolean {
  if (!(error instanceof ProblemError) || isLost(error)) return true;
  return error.status >= 500 || UNJUDGED.has(error.status);
}

/** While the first sending of a key is still being answered; ten seconds in all. */
const WAITS_MS = [500, 1000, 2000, 3000, 3500] as const;

const isInProgress = (error: unknown) =>
  error instanceof ProblemError && error.code === 'idempotency_in_progress';

/** The same call is under way elsewhere: its answer is waited for under the same key, never asked for under a new one. */
async function sendUntilAnswered<T>(key: string, send: (key: string) => Promise<T>): Promise<T> {
  for (const waitMs of WAITS_MS) {
    try {
      return await send(key);
    } catch (error) {
      if (!isInProgress(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return send(key);
}

/**
 * Sends a money-moving call under one key per intent. `name` says what is meant ("repay:0192ab34"), `body` what is
 * sent. The key is dropped only when the outcome is certain.
 */
export async function sendOnce<T>(
  name: string,
  body: unknown,
  send: (key: string) => Promise<T>,
): Promise<T> {
  const key = intentKey(name, body);
  try {
    const answer = await sendUntilAnswered(key, send);
    forgetIntent(name);
    return answer;
  } catch (error) {
    if (!mustKeepKey(error)) forgetIntent(name);
    throw error;
  }
}
