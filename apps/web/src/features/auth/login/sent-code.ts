import { useState } from 'react';
import { clearDraft, readDraft, saveDraft } from '../../../lib/draft.ts';
import { nowMs } from '../../../lib/product-clock.ts';

/** A code that was sent to a number and not yet typed; a reload in this tab goes on with it. */
export interface SentCode {
  /** Ten digits. */
  readonly digits: string;
  readonly atMs: number;
}

type Use = 'signup' | 'login';

/** As long as a code can be typed. */
const LIFE_MS = 10 * 60 * 1000;
const nameOf = (use: Use) => `code-sent-${use}`;

export function sentCode(use: Use): SentCode | undefined {
  return fresh(readDraft<SentCode>(nameOf(use)), LIFE_MS);
}

function fresh(kept: Partial<SentCode> | undefined, lifeMs: number): SentCode | undefined {
  const { digits, atMs } = kept ?? {};
  if (typeof digits !== 'string' || typeof atMs !== 'number') return undefined;
  return /^\d{10}$/.test(digits) && nowMs() - atMs < lifeMs ? { digits, atMs } : undefined;
}

/** The number of the last code that this browser had sent: the link of an SMS opens in a tab of its own. */
const ASKED_KEY = 'mohlat-asked-number';
/** As long as that link works. */
const LINK_LIFE_MS = 60 * 60 * 1000;

/** Whether this browser had a code sent to the number of an account, as the auth service writes it. It counts for one link. */
export function takeAsked(phone: string | undefined): boolean {
  const asked = fresh(askedNumber(), LINK_LIFE_MS);
  const isAsked = asked !== undefined && phone === `91${asked.digits}`;
  if (isAsked) forgetAsked();
  return isAsked;
}

function askedNumber(): Partial<SentCode> | undefined {
  try {
    return (JSON.parse(localStorage.getItem(ASKED_KEY) ?? 'null') as Partial<SentCode> | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function forgetAsked(): void {
  localStorage.removeItem(ASKED_KEY);
}

function keepSentCode(use: Use, digits: string): SentCode {
  const code = { digits, atMs: nowMs() };
  try {
    saveDraft(nameOf(use), code);
    localStorage.setItem(ASKED_KEY, JSON.stringify(code));
  } catch {
    // Storage refused: the code can be typed as long as the page is open, and the link asks.
  }
  return code;
}

function clear(use: Use): void {
  clearDraft(nameOf(use));
  forgetAsked();
}

/** The code that this form waits for; undefined until one was sent, and once it is typed or given up. */
export function useSentCode(use: Use) {
  const [sent, setSent] = useState(() => sentCode(use));
  return {
    sent,
    keep: (digits: string) => setSent(keepSentCode(use, digits)),
    /** The form shows its code until it is left: a right one leads on by itself. */
    done: () => clear(use),
    forget: () => {
      clear(use);
      setSent(undefined);
    },
  };
}
