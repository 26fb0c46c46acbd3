import { useState } from 'react';
import { forgetAsked, fresh, keepAsked, keptAsked, type SentCode } from '../../../lib/asked-number.ts';
import { clearDraft, readDraft, saveDraft } from '../../../lib/draft.ts';
import { nowMs } from '../../../lib/product-clock.ts';

type Use = 'signup' | 'login';

/** As long as a code can be typed. */
const LIFE_MS = 10 * 60 * 1000;
const nameOf = (use: Use) => `code-sent-${use}`;

/** A code that was sent from this form and not yet typed; a reload in this tab goes on with it. */
export function sentCode(use: Use): SentCode | undefined {
  // A number whose link is over does not stay for the next person who logs in here.
  keptAsked();
  return fresh(readDraft<SentCode>(nameOf(use)), LIFE_MS);
}

function keepSentCode(use: Use, digits: string): SentCode {
  const code = { digits, atMs: nowMs() };
  try {
    saveDraft(nameOf(use), code);
    keepAsked(code);
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
