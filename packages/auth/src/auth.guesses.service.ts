import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { AuthError } from './auth.errors.ts';
import { countEvent, insertEvent } from './auth.events.repo.ts';
import type { Factor } from './auth.factor.ts';
import { type FactorChange, updateFactor } from './auth.factors.repo.ts';
import type { AuthParts } from './auth.parts.ts';
import { isBegunByMessage } from './auth.rules.ts';
import { sendNotice } from './auth.notices.service.ts';
import { type Session, deleteSessions, noteWrongCodes } from './auth.sessions.repo.ts';
import type { User } from './auth.user.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Wrong answers of one group of sessions to one factor. */
interface Guesses {
  /** Those that rest the factor for a moment. */
  readonly tries: number;
  readonly triesFrom: Date | null;
  /** Those of a day, right ones in between or not. */
  readonly refusedCount: number;
  readonly refusedFrom: Date | null;
  readonly lockedUntil: Date | null;
}

/**
 * The guesses that a session's answer is counted with. A stranger who has the password opens sessions at will, and uses up what
 * those have; the owner comes round by a code of their mail or SMS, and goes on in a session that has shown a factor.
 */
function guessesOf(factor: Factor, session: Session): Guesses {
  if (isOpenedAtWill(session))
    return {
      tries: factor.wrong_tries,
      triesFrom: factor.tries_from,
      refusedCount: factor.refused_count,
      refusedFrom: factor.refused_from,
      lockedUntil: factor.locked_until,
    };
  return {
    tries: factor.vouched_tries,
    triesFrom: factor.vouched_tries_from,
    refusedCount: factor.vouched_refused_count,
    refusedFrom: factor.vouched_refused_from,
    lockedUntil: factor.vouched_locked_until,
  };
}

/** The same as it is stored. */
function withGuesses(session: Session, guesses: Guesses): FactorChange {
  const { tries, triesFrom, refusedCount, refusedFrom, lockedUntil } = guesses;
  if (isOpenedAtWill(session))
    return {
      wrong_tries: tries,
      tries_from: triesFrom,
      refused_count: refusedCount,
      refused_from: refusedFrom,
      locked_until: lockedUntil,
    };
  return {
    vouched_tries: tries,
    vouched_tries_from: triesFrom,
    vouched_refused_count: refusedCount,
    vouched_refused_from: refusedFrom,
    vouched_locked_until: lockedUntil,
  };
}

/** Throws mfa_verification_rejected when sessions like this one were refused so much in a day that none may answer for now. */
export function assertNotLocked(factor: Factor, session: Session, now: Date, message?: string): void {
  const { lockedUntil: until } = guessesOf(factor, session);
  const waitMs = until === null ? 0 : until.getTime() - now.getTime();
  if (waitMs <= 0) return;
  const said = message === undefined ? {} : { message };
  throw new AuthError('mfa_verification_rejected', {
    ...said,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}

/** The same, and over_request_rate_limit when it had too many wrong answers a moment ago. */
export function assertUnlocked(parts: AuthParts, factor: Factor, session: Session): void {
  const now = parts.machineClock.now();
  assertNotLocked(factor, session, now);
  const { tries, triesFrom } = guessesOf(factor, session);
  if (tries < parts.settings.codeTriesMax || triesFrom === null) return;
  const waitMs = triesFrom.getTime() + parts.settings.challengeSeconds * 1000 - now.getTime();
  if (waitMs > 0)
    throw new AuthError('over_request_rate_limit', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

interface Guesser {
  readonly user: User;
  readonly session: Session;
}

/** Counts a wrong answer; the refusal is returned, so that it stays counted. */
export async function countWrong(
  tx: Tx,
  parts: AuthParts,
  { user, session }: Guesser,
  factor: Factor,
  { message, ip }: { readonly message: string; readonly ip: string },
): Promise<AuthError> {
  const now = parts.machineClock.now();
  const before = guessesOf(factor, session);
  const isOld = isPast(before.triesFrom, parts.settings.challengeSeconds * 1000, now);
  const tried = {
    ...before,
    ...(isOld ? { tries: 1, triesFrom: now } : { tries: before.tries + 1 }),
  };
  const max = parts.settings.factorRefusalsPerDayMax;
  const refused = isGuessable(factor) ? withRefusal(tried, max, now) : tried;
  await updateFactor(tx, factor, withGuesses(session, refused), now);
  await countEvent(tx, { userId: user.id, what: 'factor_refused', ip }, now);
  if (refused.lockedUntil !== before.lockedUntil) {
    await insertEvent(tx, { userId: user.id, what: 'factor_locked', ip }, now);
    await sendNotice(tx, parts, user, 'auth.factor_locked');
  }
  return new AuthError('mfa_verification_failed', { message });
}

/** A right answer: the factor need not rest for sessions like this one. The refusals of the day stay counted. */
export function rested(session: Session): FactorChange {
  return isOpenedAtWill(session)
    ? { wrong_tries: 0, tries_from: null }
    : { vouched_tries: 0, vouched_tries_from: null };
}

/**
 * Six digits can be guessed by anybody who has the password and time. A recovery code and a passkey cannot, and are how the
 * owner gets in meanwhile; a factor that was never finished opens nothing.
 */
function isGuessable({ factor_type: type, status }: Factor): boolean {
  return status === 'verified' && (type === 'totp' || type === 'phone');
}

/** One refusal more; from the `max`th of a day on the factor is locked for as long. */
function withRefusal(guesses: Guesses, max: number, now: Date): Guesses {
  const isOld = isPast(guesses.refusedFrom, DAY_MS, now);
  const refusedCount = isOld ? 1 : guesses.refusedCount + 1;
  if (max > 0 && refusedCount >= max)
    return {
      ...guesses,
      refusedCount: 0,
      refusedFrom: now,
      lockedUntil: new Date(now.getTime() + DAY_MS),
    };
  return { ...guesses, refusedCount, refusedFrom: isOld ? now : guesses.refusedFrom };
}

function isPast(from: Date | null, forMs: number, now: Date): boolean {
  return from === null || now.getTime() - from.getTime() > forMs;
}

/**
 * Whether a session may try a recovery code. Wrong ones are counted against the session that gave them: who has the
 * password rests only their own tries. The bound of a day counts and stops only the sessions that a password
 * opens at will; the owner comes round it by a code of their mail or SMS.
 * Throws: mfa_recovery_codes_locked, mfa_verification_rejected.
 */
export function assertMayTryCodes(
  { machineClock, settings }: AuthParts,
  session: Session,
  set: Factor,
): void {
  const now = machineClock.now();
  if (isOpenedAtWill(session)) assertNotLocked(set, session, now, CODES_LOCKED);
  const { wrong_codes: wrong, wrong_code_at: at } = session;
  if (at === null || wrong === 0 || wrong % settings.codeTriesMax !== 0) return;
  const waitMs = at.getTime() + settings.challengeSeconds * 1000 - now.getTime();
  if (waitMs > 0)
    throw new AuthError('mfa_recovery_codes_locked', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

const CODES_LOCKED = 'Too many wrong recovery codes. Sign in by a code of a mail or SMS to use yours.';

/** Wrong codes after which a session ends. */
const SESSION_WRONG_MAX = 20;

/** Counts a wrong recovery code; the refusal is returned, so that it stays counted. A session that only guesses ends. */
export async function countWrongCode(
  tx: Tx,
  parts: AuthParts,
  { user, session }: Guesser,
  set: Factor,
  { message, ip }: { readonly message: string; readonly ip: string },
): Promise<AuthError> {
  const now = parts.machineClock.now();
  const wrong = session.wrong_codes + 1;
  if (wrong < SESSION_WRONG_MAX) await noteWrongCodes(tx, session, wrong, now);
  else await deleteSessions(tx, parts, user.id, { only: session.id });
  await countEvent(tx, { userId: user.id, what: 'factor_refused', ip }, now);
  if (isOpenedAtWill(session)) {
    const before = guessesOf(set, session);
    const refused = withRefusal(before, parts.settings.recoveryRefusalsPerDayMax, now);
    await updateFactor(tx, set, withGuesses(session, refused), now);
    if (refused.lockedUntil !== before.lockedUntil) {
      await insertEvent(tx, { userId: user.id, what: 'factor_locked', ip }, now);
      await sendNotice(tx, parts, user, 'auth.recovery_codes_locked');
    }
  }
  return new AuthError('mfa_verification_failed', { message });
}

/** A session that begins without a message to the owner, and has shown nothing more: a password opens any number. */
function isOpenedAtWill({ aal, amr }: Session): boolean {
  return aal === 'aal1' && !isBegunByMessage(amr);
}
