import { useSyncExternalStore } from 'react';

/** The text for a factor that was shown and does not count; false where it was not shown. */
type Shown = string | false;

let waiting: ((shown: Shown) => void)[] = [];
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Asks for the second factor over the open screen, which keeps what was typed. Answers once it was shown; false when the
 * person would rather not, or where no screen is there to ask.
 */
export function askSecondFactor(): Promise<Shown> {
  if (listeners.size === 0) return Promise.resolve(false);
  return new Promise((resolve) => {
    waiting = [...waiting, resolve];
    tell();
  });
}

/** Answers all who asked: one code is enough for them together. */
export function answerSecondFactor(shown: Shown): void {
  const asked = waiting;
  waiting = [];
  tell();
  for (const answer of asked) answer(shown);
}

/** Whether a call waits for it at this moment. */
export function useSecondFactorAsked(): boolean {
  return useSyncExternalStore(subscribe, () => waiting.length > 0);
}
