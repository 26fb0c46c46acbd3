import { randomUUID } from 'node:crypto';
import { sameSecret, sha256 } from '@mohlat/platform/crypto/vault.ts';
import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { PKCE_PREFIX, fixedCodeOf, hashOfLink, hashOfTyped } from './auth.codes.ts';
import { askerOf } from './auth.askers.ts';
import { isSpent, spendCode } from './auth.changes.repo.ts';
import { type Triers, deleteCodeTries, listCodeTries, putCodeTries } from './auth.code-tries.repo.ts';
import { AuthError, LINK_INVALID, invalid } from './auth.errors.ts';
import { countEvent, insertEvent } from './auth.events.repo.ts';
import { type AuthParts, type Caller, settle, settleEvenly } from './auth.parts.ts';
import { chooseTarget, withCode, withError, withMessage, withSession } from './auth.redirects.ts';
import {
  type StoredCode,
  deleteCodes,
  findCodeOwner,
  findUser,
  issueFlowCode,
  listCodes,
  lockUsersOfAddress,
  updateUser,
} from './auth.repo.ts';
import {
  CODE_KINDS,
  type CodeKind,
  kindsOfType,
  mayTryCode,
  normalEmail,
  normalPhone,
  withWrongCode,
} from './auth.rules.ts';
import { changeEmail, changePhone } from './auth.proven-contacts.service.ts';
import { askedByHash, needsBothCodes } from './auth.send.service.ts';
import { type Grant, type SessionAnswer, answerSession, openSession } from './auth.sessions.service.ts';
import { confirmAddress, holderOf } from './auth.signup.service.ts';
import { noteNumberProven } from './auth.sms-budget.service.ts';
import { deleteSignUps, listSignUps } from './auth.sign-ups.repo.ts';
import { takeOver } from './auth.sign-ups.service.ts';
import { type User, isBanned, isConfirmed } from './auth.user.ts';

export interface VerifyFields {
  readonly type?: string | undefined;
  readonly token?: string | undefined;
  readonly token_hash?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly redirect_to?: string | undefined;
}

const FIRST_OF_TWO = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** A code that proved itself, with its user, both locked. */
interface Proof {
  readonly user: User;
  readonly code: StoredCode;
  /** Whether it came by the message's link, and was not typed. */
  readonly isByLink: boolean;
}

type Find = (tx: Tx) => Promise<Proof | undefined>;

/** Takes a typed code or a link's hash for a session. Wrong, expired, used and unknown are told alike. */
export async function verifyCode(
  parts: AuthParts,
  fields: VerifyFields,
  caller: Caller,
): Promise<SessionAnswer | { msg: string; code: string }> {
  const { find, refusal } = readProof(parts, fields, caller);
  // A typed code names an address, which is looked up; a link's hash names nothing that anybody can guess.
  const settled = fields.token_hash ? settle : settleEvenly;
  const grant = await settled<Grant | 'first_of_two'>(parts.db, async (tx) => {
    const proof = await find(tx);
    // Returned, not thrown: the wrong try that was counted stays counted.
    if (!proof) return refusal;
    const user = await acceptProof(tx, parts, proof, caller);
    if (user === 'first_of_two') return user;
    const provider = providerOf(proof.code.kind);
    // An SMS is the way back for who has no mail address.
    const isRecovery = fields.type === 'recovery' || (proof.code.kind === 'sms' && user.email === null);
    const isChange = CHANGES.includes(proof.code.kind);
    return openSession(tx, parts, user, { method: 'otp', provider, caller, isRecovery, isChange });
  });
  return grant === 'first_of_two' ? { msg: FIRST_OF_TWO, code: '200' } : answerSession(parts, grant);
}

function readProof(
  parts: AuthParts,
  fields: VerifyFields,
  caller: Caller,
): { find: Find; refusal: AuthError } {
  const { type = '', token = '', token_hash: hash = '', email = '', phone = '' } = fields;
  if (type === '') throw invalid('Verify requires a verification type');
  if ((token === '') === (hash === '')) throw invalid('Verify requires either a token or a token hash');
  if (hash !== '') {
    if (email !== '' || phone !== '' || fields.redirect_to)
      throw invalid('Only the token_hash and type should be provided');
    const kinds = kindsOfType(type, 'hash');
    return {
      find: (tx) => findByLink(tx, parts, hash, kinds),
      refusal: new AuthError('otp_expired', { message: LINK_INVALID }),
    };
  }
  if ((email === '') === (phone === ''))
    throw invalid('Only an email address or phone number should be provided on verify');
  const kinds = kindsOfType(type, email === '' ? 'phone' : 'email');
  const address = email === '' ? normalPhone(phone) : readEmail(email);
  return {
    find: (tx) => findByTyped(tx, parts, { kinds, address, typed: token, caller }),
    refusal: new AuthError('otp_expired'),
  };
}

function readEmail(text: string): string {
  try {
    return normalEmail(text);
  } catch {
    throw new AuthError('validation_failed', { status: 422, message: 'Invalid email format' });
  }
}

const COLUMN_OF_KIND = {
  confirmation: 'email',
  recovery: 'email',
  email_change_current: 'email',
  email_change_new: 'new_email',
  sms: 'phone',
  phone_change: 'new_phone',
  reauthentication: 'email',
} as const satisfies Record<CodeKind, string>;

interface Typed {
  readonly kinds: readonly CodeKind[];
  readonly address: string;
  readonly typed: string;
  readonly caller: Caller;
}

async function findByTyped(
  tx: Tx,
  parts: AuthParts,
  { kinds, address, typed, caller }: Typed,
): Promise<Proof | undefined> {
  for (const column of new Set(kinds.map((kind) => COLUMN_OF_KIND[kind]))) {
    const kindsHere = kinds.filter((kind) => COLUMN_OF_KIND[kind] === column);
    for (const user of await lockUsersOfAddress(tx, column, address, parts.machineClock.now())) {
      const code = await matchTyped(tx, parts, user.id, { kinds: kindsHere, address, typed, caller });
      if (code) return { user, code, isByLink: false };
    }
  }
  return undefined;
}

/**
 * The user's code that equals the typed one. A wrong one counts for one of three groups: devices the account knows, others who
 * asked for the code, others who did not. A group has five tries of thirty days at six digits; then only codes of ten open.
 */
export async function matchTyped(
  tx: Tx,
  parts: AuthParts,
  userId: string,
  { kinds, address, typed, caller }: Typed,
): Promise<StoredCode | undefined> {
  const now = parts.machineClock.now();
  const codes = (await listCodes(tx, userId, kinds, now)).filter(
    (code) => code.address === address && !isSpent(userId, code),
  );
  const fixed = fixedCodeOf(parts.settings.testCodes, address, now);
  // It counts without having been sent.
  if (fixed !== undefined && sameSecret(typed, fixed)) {
    const [only, ...others] = codes;
    // A fixed code does not tell several sign-ups apart: it then proves the address and confirms none of them.
    return only && others.length === 0 ? only : fixedCode(userId, kinds, address, now);
  }
  const asker = await askerOf(tx, parts, userId, caller);
  const askedBy = asker.names.map((name) => askedByHash(parts, userId, name));
  const triersOf = ({ asked_by_hash: by }: StoredCode): Triers => {
    if (asker.isKnown) return 'known';
    return by !== null && askedBy.some((hash) => hash.equals(by)) ? 'askers' : 'others';
  };
  const tries = await listCodeTries(tx, userId);
  const triesAt = (kind: CodeKind, triers: Triers) =>
    tries.find((one) => one.kind === kind && one.triers === triers);
  const { codeTriesMax } = parts.settings;
  const open = codes.filter((code) => {
    const triers = triersOf(code);
    return mayTryCode(triesAt(code.kind, triers), code.is_long, codeTriesMax, now);
  });
  const match = open.find((code) => {
    const hash = hashOfTyped(parts.vault, { userId, kind: code.kind, address }, typed, code.is_pkce);
    return sameSecret(hash.toString('hex'), code.token_hash.toString('hex'));
  });
  if (!match && open.length > 0) {
    // A try at codes of both lengths is one at the short.
    const [long, short] = [open.filter((code) => code.is_long), open.filter((code) => !code.is_long)];
    const counted = new Map([...long, ...short].map((code) => [`${code.kind} ${triersOf(code)}`, code]));
    for (const code of counted.values()) {
      const triers = triersOf(code);
      const count = withWrongCode(triesAt(code.kind, triers), code.is_long, now);
      await putCodeTries(tx, userId, code.kind, triers, count);
    }
    await countEvent(tx, { userId, what: 'code_refused', ip: caller.ip }, now);
  }
  if (match && triesAt(match.kind, triersOf(match)))
    await deleteCodeTries(tx, userId, match.kind, triersOf(match));
  return match;
}

function fixedCode(
  user_id: string,
  [kind = 'sms']: readonly CodeKind[],
  address: string,
  expires_at: Date,
): StoredCode {
  const asked = { is_pkce: false, is_long: false, asked_by_hash: null };
  const none = { token_hash: Buffer.alloc(0), ...asked, sign_up_id: null };
  return { ...none, user_id, kind, address, expires_at };
}

async function findByLink(
  tx: Tx,
  parts: AuthParts,
  token: string,
  kinds: readonly CodeKind[],
): Promise<Proof | undefined> {
  const hash = hashOfLink(token);
  const ownerId = await findCodeOwner(tx, hash);
  if (ownerId === undefined) return undefined;
  // The user is locked before the codes are read: of two who open one link, the second finds it used.
  const user = await findUser(tx, ownerId, 'lock');
  if (!user) return undefined;
  const codes = await listCodes(tx, ownerId, kinds, parts.machineClock.now());
  const code = codes.find((one) => one.token_hash.equals(hash));
  return code && { user, code, isByLink: true };
}

/**
 * Does what the code was sent for and voids the codes, except where a second one must still come, and except its own where an
 * exchange must follow (`isExchanged`): the link was opened, but maybe not in the browser that asked for it. That of an older
 * sign-up's link is void with the newer one's.
 */
async function acceptProof(
  tx: Tx,
  parts: AuthParts,
  { user, code, isByLink }: Proof,
  caller: Caller,
  isExchanged = false,
): Promise<User | 'first_of_two'> {
  const now = parts.machineClock.now();
  if (isBanned(user, now)) throw new AuthError('user_banned');
  const isChange = EMAIL_CHANGE.includes(code.kind);
  if (isChange && needsBothCodes(parts, user) && user.email_change_accepted_count === 0) {
    await spendCode(tx, user.id, code.kind);
    await updateUser(tx, user.id, { email_change_accepted_count: 1 }, now);
    return 'first_of_two';
  }
  // A stranger's sign-up sends an SMS whose link says to log in: a press on it proves the number and agrees to no password.
  const claimId = isByLink && code.kind === 'sms' ? null : code.sign_up_id;
  const signUps = await listSignUps(tx, user.id);
  const signUp = signUps.find(({ id }) => id === claimId);
  const isKept = isExchanged && !isChange;
  const ended = kindsEndedBy(code.kind).filter((kind) => !(isKept && kind === code.kind));
  await deleteCodes(tx, user.id, ended);
  const waiting = signUps.map(({ id }) => id);
  if (isKept) {
    await deleteSignUps(tx, user.id, waiting);
    const [left] = await listCodes(tx, user.id, [code.kind], now);
    if (left?.token_hash.equals(code.token_hash) === false) await deleteCodes(tx, user.id, [code.kind]);
  }
  if (providerOf(code.kind) === 'phone') await noteNumberProven(tx, parts, code.address, caller.ip);
  if (isChange) return changeEmail(tx, parts, user, caller);
  if (code.kind === 'phone_change') return changePhone(tx, parts, user, code.address, caller);
  const provider = providerOf(code.kind);
  if (user[provider === 'email' ? 'email_confirmed_at' : 'phone_confirmed_at'] !== null) return user;
  const address = { provider, value: code.address };
  const holder = await holderOf(tx, parts, user, address, caller);
  await insertEvent(tx, { userId: holder.id, what: 'confirmed', ip: caller.ip }, now);
  const owned = isConfirmed(holder) ? holder : await takeOver(tx, parts, holder, signUp, address, now);
  return confirmAddress(tx, parts, owned, provider);
}

const EMAIL_CHANGE: readonly CodeKind[] = ['email_change_current', 'email_change_new'];
/** The codes that prove a new address or number, and not the person who asked for it. */
const CHANGES: readonly CodeKind[] = [...EMAIL_CHANGE, 'phone_change'];

/** A new number and a new address asked for together do not end each other: each has its own proof. */
function kindsEndedBy(kind: CodeKind): readonly CodeKind[] {
  const stays = kind === 'phone_change' ? EMAIL_CHANGE : EMAIL_CHANGE.includes(kind) ? ['phone_change'] : [];
  return CODE_KINDS.filter((one) => !stays.includes(one));
}

function providerOf(kind: CodeKind): 'email' | 'phone' {
  return kind === 'sms' || kind === 'phone_change' ? 'phone' : 'email';
}

/** The method of a sign-in that ends in a code exchange, by the type of its link. */
const FLOW_OF_TYPE: Readonly<Partial<Record<string, string>>> = {
  signup: 'email/signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change: 'email_change',
};

export interface LinkQuery {
  readonly token: string;
  readonly type: string;
}

/** Opens a mail's link: always answers where to go next, and there what came of it. Throws only without token or type. */
export async function openLink(
  parts: AuthParts,
  { token, type }: LinkQuery,
  caller: Caller,
): Promise<string> {
  if (type === '') throw invalid('Verify requires a verification type');
  if (token === '') throw invalid('Verify requires a token or a token hash');
  const target = chooseTarget(caller.targets, parts.settings);
  const isPkce = token.startsWith(PKCE_PREFIX);
  try {
    const kinds = kindsOfType(type, 'email');
    const outcome = await settle<Grant | 'first_of_two' | { flowCode: string }>(parts.db, async (tx) => {
      const proof = await findByLink(tx, parts, token, kinds);
      if (!proof) throw new AuthError('otp_expired', { message: LINK_INVALID });
      const user = await acceptProof(tx, parts, proof, caller, isPkce);
      if (user === 'first_of_two') return user;
      if (isPkce) return { flowCode: await issueCode(tx, parts, user, type) };
      const isRecovery = type === 'recovery';
      const isChange = CHANGES.includes(proof.code.kind);
      return openSession(tx, parts, user, { method: 'otp', provider: 'email', caller, isRecovery, isChange });
    });
    if (outcome === 'first_of_two') return withMessage(target, FIRST_OF_TWO, isPkce);
    if ('flowCode' in outcome) return withCode(target, outcome.flowCode);
    return withSession(target, await answerSession(parts, outcome), type);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return withError(target, error, isPkce);
  }
}

async function issueCode(tx: Tx, parts: AuthParts, user: User, type: string): Promise<string> {
  const code = randomUUID();
  const method = FLOW_OF_TYPE[type] ?? type;
  const isIssued = await issueFlowCode(tx, user.id, method, sha256(code), parts.machineClock.now());
  if (!isIssued) throw new AuthError('flow_state_not_found');
  return code;
}
