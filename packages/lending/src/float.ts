import { HOUR_MS, type Paise } from '@mohlat/money';

const LOOK_MS = 15_000;
const RAIL_BELIEVED_MS = 15 * 60_000;
const TOLD_AGAIN_MS = HOUR_MS;

/** The float at the rail at the last look. */
export interface FloatState {
  readonly isShort: boolean;
  /** Since it is short, or is not. */
  readonly since: Date | null;
  readonly lookedAt: Date | null;
  /** Staff were told of a shortage. */
  readonly toldAt: Date | null;
}

/** The facts of a look. */
export interface FloatFacts {
  /** The balance of the float in the books, less payments that are accepted and not sent yet. */
  readonly balancePaise: Paise;
  /** The acceptance of the newest payment that the rail refused because the float is short; null where there is none. */
  readonly refusedAt: Date | null;
}

export interface FloatLook extends FloatState {
  /** Null where no low-water mark is set: nothing was looked at. */
  readonly balancePaise: Paise | null;
  /** A shortage began that staff have to hear of. */
  readonly tells: boolean;
}

/** True where the float is looked at again: one worker in fifteen seconds does. Rule: PAY-23, LEND-C7 */
export function isFloatLookDue({ lookedAt }: FloatState, now: Date): boolean {
  // A trial clock may have gone back.
  return lookedAt === null || lookedAt > now || now.getTime() - lookedAt.getTime() > LOOK_MS;
}

/**
 * Looks at the float. It is short below the low-water mark. A rail that said so lately is believed, too: money may be on
 * its way there that our books have. Without a mark it is never short, and needs no facts. Staff are told where a
 * shortage begins, at most once an hour.
 * Rule: PAY-23, LEND-C7
 */
export function floatLook(
  before: FloatState,
  facts: FloatFacts | null,
  markPaise: Paise,
  now: Date,
): FloatLook {
  const isShort = markPaise > 0 && facts !== null && isShortBy(facts, markPaise, now);
  const isToldLately = before.toldAt !== null && now.getTime() - before.toldAt.getTime() <= TOLD_AGAIN_MS;
  const tells = isShort && !before.isShort && !isToldLately;
  return {
    balancePaise: facts?.balancePaise ?? null,
    isShort,
    since: isShort === before.isShort ? before.since : now,
    lookedAt: now,
    toldAt: tells ? now : before.toldAt,
    tells,
  };
}

function isShortBy({ balancePaise, refusedAt }: FloatFacts, markPaise: Paise, now: Date): boolean {
  const isRefusedLately = refusedAt !== null && now.getTime() - refusedAt.getTime() < RAIL_BELIEVED_MS;
  return balancePaise < markPaise || isRefusedLately;
}
