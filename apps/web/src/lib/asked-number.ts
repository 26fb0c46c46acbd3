import { nowMs } from './product-clock.ts';

/** A code that was sent to a number. */
export interface SentCode {
  /** Ten digits. */
  readonly digits: string;
  readonly atMs: number;
}

export function fresh(kept: Partial<SentCode> | undefined, lifeMs: number): SentCode | undefined {
  const { digits, atMs } = kept ?? {};
  if (typeof digits !== 'string' || typeof atMs !== 'number') return undefined;
  return /^\d{10}$/.test(digits) && nowMs() - atMs < lifeMs ? { digits, atMs } : undefined;
}

/** The number of the last code that this browser had sent: the link of an SMS opens in a tab of its own. */
const STORAGE_KEY = 'mohlat-asked-number';
/** As long as that link works. */
const LINK_LIFE_MS = 60 * 60 * 1000;

export function keepAsked(code: SentCode): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(code));
}

/** The code whose link may come still. One that is over is forgotten. */
export function keptAsked(): SentCode | undefined {
  let kept: SentCode | undefined;
  try {
    const read = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as Partial<SentCode> | null;
    kept = fresh(read ?? undefined, LINK_LIFE_MS);
  } catch {
    // Not ours, and forgotten as well.
  }
  if (kept === undefined) forgetAsked();
  return kept;
}

/** Whether this browser had a code sent to the number of an account, as the auth service writes it. It counts for one link, whosever that is. */
export function takeAsked(phone: string | undefined): boolean {
  const asked = keptAsked();
  forgetAsked();
  return asked !== undefined && phone === `91${asked.digits}`;
}

export function forgetAsked(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage refused: nothing was kept.
  }
}
