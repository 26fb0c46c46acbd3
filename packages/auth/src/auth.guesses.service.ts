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

/** Throws mfa_verification_rejected when a factor refused so much in a day that it takes no answers for now. */
export function assertNotLocked({ locked_until: until }: Factor, now: Date, message?: string): void {
  const waitMs = until === null ? 0 : until.getTime() - now.getTime();
  if (waitMs <= 0) return;
  const said = message === undefined ? {} : { message };
  throw new AuthError('mfa_verification_rejected', {
    ...said,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}

/** The same, and over_request_rate_limit when it had too many wrong answers a moment ago. */
export function assertUnlocked(parts: AuthParts, factor: Factor): void {
  const now = parts.machineClock.now();
  assertNotLocked(factor, now);
  if (factor.wrong_tries < parts.settings.codeTriesMax || factor.tries_from === null) return;
  const waitMs = factor.tries_from.getTime() + parts.settings.challengeSeconds * 1000 - now.getTime();
  if (waitMs > 0)
    throw new AuthError('over_request_rate_limit', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

/** Counts a wrong answer; the refusal is returned, so that it stays counted. */
export async function countWrong(
  tx: Tx,
  parts: AuthParts,
  user: User,
  factor: Factor,
  { message, ip }: { readonly message: string; readonly ip: string },
): Promise<AuthError> {
  const now = parts.machineClock.now();
  const isOld = isPast(factor.tries_from, parts.settings.challengeSeconds * 1000, now);
  const tries = isOld
    ? { wrong_tries: 1, tries_from: now }
    : { wrong_tries: factor.wrong_tries + 1, tries_from: factor.tries_from };
  const refusals = isGuessable(factor) ? refusalsOf(factor, parts.settings.factorRefusalsPerDayMax, now) : {};
  await updateFactor(tx, factor, { ...tries, ...refusals }, now);
  await countEvent(tx, { userId: user.id, what: 'factor_refused', ip }, now);
  if (refusals.locked_until) {
    await insertEvent(tx, { userId: user.id, what: 'factor_locked', ip }, now);
    await sendNotice(tx, parts, user, 'auth.factor_locked');
  }
  return new AuthError('mfa_verification_failed', { message });
}

/**
 * Six digits can be guessed by anybody who has the password and time. A recovery code and a passkey cannot, and are how the
 * owner gets in meanwhile; a factor that was never finished opens nothing.
 */
function isGuessable({ factor_type: type, status }: Factor): boolean {
  return status === 'verified' && (type === 'totp' || type === 'phone');
}

function refusalsOf(factor: Factor, max: number, now: Date): FactorChange {
  const isOld = isPast(factor.refused_from, DAY_MS, now);
  const refused_count = isOld ? 1 : factor.refused_count + 1;
  if (max > 0 && refused_count >= max)
    return { refused_count: 0, refused_from: now, locked_until: new Date(now.getTime() + DAY_MS) };
  return { refused_count, refused_from: isOld ? now : factor.refused_from };
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
  if (isOpenedAtWill(session)) assertNotLocked(set, now, CODES_LOCKED);
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
  { user, session }: { readonly user: User; readonly session: Session },
  set: Factor,
  { message, ip }: { readonly message: string; readonly ip: string },
): Promise<AuthError> {
  const now = parts.machineClock.now();
  const wrong = session.wrong_codes + 1;
  if (wrong < SESSION_WRONG_MAX) await noteWrongCodes(tx, session, wrong, now);
  else await deleteSessions(tx, parts, user.id, { only: session.id });
  await countEvent(tx, { userId: user.id, what: 'factor_refused', ip }, now);
  if (isOpenedAtWill(session)) {
    const refusals = refusalsOf(set, parts.settings.recoveryRefusalsPerDayMax, now);
    await updateFactor(tx, set, refusals, now);
    if (refusals.locked_until) {
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
