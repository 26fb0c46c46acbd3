import { randomInt } from 'node:crypto';
import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { newId } from '@mohlat/platform/crypto/ids.ts';
import { sha256 } from '@mohlat/platform/crypto/vault.ts';
import { raise } from './auth.challenges.service.ts';
import { AuthError } from './auth.errors.ts';
import { insertEvent } from './auth.events.repo.ts';
import type { Factor } from './auth.factor.ts';
import { insertFactor, updateFactor } from './auth.factors.repo.ts';
import {
  type Holder,
  assertFreeName,
  assertShownLately,
  lockHolder,
  removeFactor,
} from './auth.factors.service.ts';
import { assertMayTryCodes, countWrongCode } from './auth.guesses.service.ts';
import { type AuthParts, type Caller, settle } from './auth.parts.ts';
import { sendNotice } from './auth.notices.service.ts';
import { noteWrongCodes } from './auth.sessions.repo.ts';
import { type Grant, type SessionAnswer, type SignedIn, answerSession } from './auth.sessions.service.ts';

const CODES = 10;
const CODE_LENGTH = 16;
/** No letter and figure that look alike: people write them down. Almost five bits each, eighty a code. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const DEFAULT_NAME = 'Recovery codes';

interface Issued {
  readonly id: string;
  readonly type: 'recovery_code';
  readonly friendly_name: string;
  readonly total: number;
  readonly codes: readonly string[];
}

/** Counts the codes that are left. Throws mfa_factor_not_found. */
export async function recoveryCodesStatus(
  parts: AuthParts,
  who: SignedIn,
): Promise<{ id: string; type: 'recovery_code'; total: number; remaining: number }> {
  return settle(parts.db, async (tx) => {
    const set = findSet(await lockHolder(tx, parts, who));
    return { id: set.id, type: 'recovery_code', total: CODES, remaining: set.code_hashes?.length ?? 0 };
  });
}

/** Makes a person's set of codes, shown once. They come after a factor and never instead of one. */
export async function generateRecoveryCodes(
  parts: AuthParts,
  who: SignedIn,
  name: string,
  caller: Caller,
): Promise<Issued> {
  return settle<Issued>(parts.db, async (tx) => {
    const now = parts.machineClock.now();
    const holder = await lockHolder(tx, parts, who);
    if (!holder.factors.some((one) => one.status === 'verified' && one.factor_type !== 'recovery_code'))
      throw new AuthError('mfa_recovery_codes_sole_factor');
    assertRaised(parts, holder, now);
    if (holder.factors.some((one) => one.factor_type === 'recovery_code'))
      throw new AuthError('mfa_verified_factor_exists');
    const friendlyName = (parts.host.cleanName(name) || DEFAULT_NAME).slice(0, 100);
    assertFreeName(holder.factors, friendlyName);
    const id = newId();
    const codes = newCodes();
    const codeHashes = codes.map((code) => hashOf(parts, id, code));
    const enrolledIn = holder.session.id;
    const rest = { friendlyName, phone: null, secretSealed: null, codeHashes, enrolledIn } as const;
    const head = { userId: holder.user.id, id, type: 'recovery_code', status: 'verified' } as const;
    await insertFactor(tx, { ...head, ...rest }, now);
    await note(tx, parts, holder, { setId: id, caller });
    return { id, type: 'recovery_code', friendly_name: friendlyName, total: CODES, codes };
  });
}

/** Replaces the codes; those before count no more. */
export async function regenerateRecoveryCodes(
  parts: AuthParts,
  who: SignedIn,
  caller: Caller,
): Promise<Issued> {
  return settle<Issued>(parts.db, async (tx) => {
    const holder = await lockHolder(tx, parts, who);
    assertRaised(parts, holder, parts.machineClock.now());
    const set = findSet(holder);
    const codes = newCodes();
    const code_hashes = codes.map((code) => hashOf(parts, set.id, code));
    const opened = { refused_count: 0, refused_from: null, locked_until: null };
    const made = { code_hashes, enrolled_in: holder.session.id, codes_made_at: parts.machineClock.now() };
    await updateFactor(tx, set, { ...made, ...opened }, parts.machineClock.now());
    await noteWrongCodes(tx, holder.session, 0, parts.machineClock.now());
    await note(tx, parts, holder, { setId: set.id, caller });
    return { id: set.id, type: 'recovery_code', friendly_name: set.friendly_name, total: CODES, codes };
  });
}

/** Takes the codes away. */
export async function removeRecoveryCodes(
  parts: AuthParts,
  who: SignedIn,
  caller: Caller,
): Promise<{ id: string }> {
  return settle<{ id: string }>(parts.db, async (tx) => {
    const holder = await lockHolder(tx, parts, who);
    assertRaised(parts, holder, parts.machineClock.now());
    const set = findSet(holder);
    await removeFactor(tx, parts, set, { factors: [] }, caller.ip);
    return { id: set.id };
  });
}

/** Takes one code for the second factor, once. */
export async function verifyRecoveryCode(
  parts: AuthParts,
  who: SignedIn,
  typed: string,
  caller: Caller,
): Promise<SessionAnswer> {
  const grant = await settle<Grant>(parts.db, async (tx) => {
    const holder = await lockHolder(tx, parts, who);
    const set = holder.factors.find((one) => one.factor_type === 'recovery_code');
    if (!set) throw new AuthError('mfa_verification_failed', { message: INVALID });
    assertMayTryCodes(parts, holder.session, set);
    const hash = hashOf(parts, set.id, typed.replace(/[\s-]/g, '').toLowerCase());
    const left = (set.code_hashes ?? []).filter((one) => !one.equals(hash));
    if (left.length === set.code_hashes?.length)
      return countWrongCode(tx, parts, holder, set, { message: INVALID, ip: caller.ip });
    await noteWrongCodes(tx, holder.session, 0, parts.machineClock.now());
    return raise(tx, parts, holder, set, { code_hashes: left }, caller);
  });
  return answerSession(parts, grant);
}

const INVALID = 'Invalid recovery code entered';

function findSet({ factors }: Holder): Factor {
  const set = factors.find((one) => one.factor_type === 'recovery_code');
  if (!set) throw new AuthError('mfa_factor_not_found');
  return set;
}

/** New codes are a second factor: a person who has them made has shown one lately. */
function assertRaised(parts: AuthParts, holder: Holder, now: Date): void {
  if (holder.session.aal !== 'aal2')
    throw new AuthError('insufficient_aal', {
      status: 403,
      message: 'AAL2 required to manage recovery codes',
    });
  assertShownLately(parts, holder, now);
}

/** Writes down that codes were made, and tells the owner: they open the account when nothing else is at hand. */
async function note(
  tx: Tx,
  parts: AuthParts,
  { user, session }: Holder,
  { setId, caller }: { readonly setId: string; readonly caller: Caller },
): Promise<void> {
  const event = {
    userId: user.id,
    what: 'recovery_codes_made',
    sessionId: session.id,
    ip: caller.ip,
  } as const;
  await insertEvent(tx, event, parts.machineClock.now());
  await sendNotice(tx, parts, user, 'auth.recovery_codes_made', {}, { addedId: setId });
}

function newCodes(): string[] {
  const one = () => Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: CODES }, one);
}

function hashOf(parts: AuthParts, factorId: string, code: string): Buffer {
  return sha256(parts.vault.fingerprint(`${factorId}\0${code}`, 'auth.recovery-code'));
}
