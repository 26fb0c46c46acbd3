import { HOUR_MS } from '@mohlat/money';
import type { Message } from './messages.ts';

const FIRST_WAIT_MS = 2 * HOUR_MS;
const WAIT_MS = 6 * HOUR_MS;
const LAST_MS = 72 * HOUR_MS;

/**
 * True of a message that still says something hours later. A code or a link of the sign-in does not: who waits for one asks for
 * another.
 * Rule: LEND-20 (outbound messages)
 */
export function canWait({ template, vars }: Pick<Message, 'template' | 'vars'>): boolean {
  return !template.startsWith('auth.') && vars.code === undefined;
}

/**
 * The start of the next round of tries, once a round has failed; undefined where the message is given up. `since` is the end of the
 * first round: two hours after it, then every six hours up to three days.
 * Rule: LEND-20 (outbound messages)
 */
export function nextRoundAt(since: Date | undefined, now: Date): Date | undefined {
  if (since === undefined) return new Date(now.getTime() + FIRST_WAIT_MS);
  const next = now.getTime() + WAIT_MS;
  return next - since.getTime() > LAST_MS ? undefined : new Date(next);
}
