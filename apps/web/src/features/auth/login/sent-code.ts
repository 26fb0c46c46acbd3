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
  const { digits, atMs } = readDraft<SentCode>(nameOf(use)) ?? {};
  if (typeof digits !== 'string' || typeof atMs !== 'number') return undefined;
  return /^\d{10}$/.test(digits) && nowMs() - atMs < LIFE_MS ? { digits, atMs } : undefined;
}

function keepSentCode(use: Use, digits: string): SentCode {
  const code = { digits, atMs: nowMs() };
  try {
    saveDraft(nameOf(use), code);
  } catch {
    // Storage refused: the code can be typed as long as the page is open.
  }
  return code;
}

/** The code that this form waits for; undefined until one was sent, and once it is typed or given up. */
export function useSentCode(use: Use) {
  const [sent, setSent] = useState(() => sentCode(use));
  return {
    sent,
    keep: (digits: string) => setSent(keepSentCode(use, digits)),
    /** The form shows its code until it is left: a right one leads on by itself. */
    done: () => clearDraft(nameOf(use)),
    forget: () => {
      clearDraft(nameOf(use));
      setSent(undefined);
    },
  };
}
