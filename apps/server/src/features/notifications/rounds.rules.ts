import { addDays, HOUR_MS, istDate, istDayBounds } from '@mohlat/money';
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

/** The formal notices of a debt, the name of a recovery agent and the word of a reported default: the law asks that the person has them. */
const OWED = ['reminder.formal_', 'recovery.agent_named', 'bureau.reported'];

/** True of a message that is owed to the person, and not only of use to them on its day. Rule: LEND-23 */
export function isOwed({ template }: Pick<Message, 'template'>): boolean {
  return OWED.some((kind) => template.startsWith(kind));
}

/** In India, and inside those of the rule (8 to 19), as those of other reminders. */
const MORNING_MS = 9 * HOUR_MS;
const EVENING_MS = 19 * HOUR_MS;

interface Hours {
  readonly from: Date;
  readonly until: Date;
}

/**
 * The hours in which an owed message may leave that could not before its own were over: those of the next morning that comes, for three
 * days; after them undefined, for what it says is no longer so. Rule: LEND-23
 */
export function nextHours({ until }: Pick<Hours, 'until'>, now: Date): Hours | undefined {
  const today = istDate(now.getTime());
  const morningOf = (day: typeof today) => istDayBounds(day).startMs + MORNING_MS;
  const day = now.getTime() < morningOf(today) ? today : addDays(today, 1);
  if (morningOf(day) - until.getTime() > LAST_MS) return undefined;
  return { from: new Date(morningOf(day)), until: new Date(istDayBounds(day).startMs + EVENING_MS) };
}
