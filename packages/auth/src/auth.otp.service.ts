import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { countResend, resendsOf, waitingContact } from './auth.changes.repo.ts';
import { signUpDeviceHash } from './auth.devices.rules.ts';
import { AuthError, invalid } from './auth.errors.ts';
import { assertWhole } from './auth.half-sessions.ts';
import { type AuthParts, type Caller, settle, settleEvenly } from './auth.parts.ts';
import { findUserByAddress } from './auth.repo.ts';
import { type Metadata, mergeMetadata, normalEmail, normalPhone, readPkce } from './auth.rules.ts';
import {
  type LinkRequest,
  noteConfirmation,
  sendEmailChangeMails,
  sendNoMail,
  sendNoSms,
  sendLinkMail,
  sendReauthenticationMail,
  sendSmsCode,
} from './auth.send.service.ts';
import { type SignedIn, lockSignedIn } from './auth.sessions.service.ts';
import { assertSmsChannel, confirmAddress, registerUser, sendConfirmation } from './auth.signup.service.ts';
import { type Address, findSoleClaim } from './auth.sign-ups.service.ts';
import { isConfirmed, type User } from './auth.user.ts';

interface PkceFields {
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: string | undefined;
}

export interface OtpFields extends PkceFields {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly create_user?: boolean | undefined;
  readonly data?: Metadata | undefined;
  readonly channel?: string | undefined;
}

/** Sends a code, or a link with a code, by which a person signs in; makes the account unless told not to. */
export async function sendOtp(parts: AuthParts, fields: OtpFields, caller: Caller): Promise<void> {
  const { email = '', phone = '', channel = '' } = fields;
  if (email !== '' && phone !== '') throw invalid('Only an email address or phone number should be provided');
  if (email !== '' && channel !== '') throw invalid('Channel should only be specified with Phone OTP');
  const pkce = readPkce(fields);
  if (email === '' && phone === '') throw invalid('One of email or phone must be set');
  const address = readSignInAddress(parts, email, phone, channel);
  const data = mergeMetadata(parts.host, {}, fields.data);
  await settleEvenly(parts.db, async (tx) => {
    const present = await findUserByAddress(tx, address.provider, address.value, 'lock');
    if (!present && fields.create_user === false) throw new AuthError('otp_disabled');
    if (!present && !parts.settings.isSignupEnabled) throw new AuthError('signup_disabled');
    const isMailAtOnce = address.provider === 'email' && parts.settings.isMailConfirmedAtOnce;
    const deviceHash = signUpDeviceHash(caller.device);
    const first = { address, passwordHash: null, ...(isMailAtOnce ? { data, deviceHash } : { data: {} }) };
    const found = present ?? (await registerUser(tx, parts, first, caller)).user;
    await spaceAlike(tx, parts, found, address, caller);
    const user = isMailAtOnce && !present ? await confirmAddress(tx, parts, found, 'email') : found;
    const { provider } = address;
    const claim = { provider, passwordHash: null, data, deviceHash, madeAccount: !present };
    const request = {
      caller,
      pkce,
      claim: isConfirmed(user) ? undefined : claim,
      dropsPassword: !isConfirmed(user),
    };
    if (address.provider === 'email' && user.email_confirmed_at !== null)
      await sendLinkMail(tx, parts, user, 'magiclink', request);
    else await sendConfirmation(tx, parts, user, address, request);
  });
}

/**
 * A proven address gets a link of the clock of recoveries, any other the one that confirms it: asked in turn, the two clocks
 * would tell which. So a code costs both, wherever it is sent.
 */
async function spaceAlike(
  tx: Tx,
  parts: AuthParts,
  user: User,
  address: Address,
  caller: Caller,
): Promise<void> {
  const isMail = address.provider === 'email';
  const provenAt = isMail ? user.email_confirmed_at : user.phone_confirmed_at;
  if (provenAt !== null) await noteConfirmation(tx, parts, address, caller);
  else if (isMail) await sendNoMail(tx, parts, 'recovery', address.value);
}

function readSignInAddress(parts: AuthParts, email: string, phone: string, channel: string): Address {
  if (email !== '') {
    if (!parts.settings.isEmailEnabled) throw new AuthError('email_provider_disabled');
    return { provider: 'email', value: normalEmail(email) };
  }
  if (!parts.settings.isPhoneEnabled)
    throw new AuthError('phone_provider_disabled', { status: 400, message: 'Unsupported phone provider' });
  assertSmsChannel(channel);
  return { provider: 'phone', value: normalPhone(phone) };
}

export interface RecoverFields extends PkceFields {
  readonly email?: string | undefined;
}

/** Sends a link by which a new password is chosen, if there is such an account; the answer is the same if not. */
export async function sendRecovery(parts: AuthParts, fields: RecoverFields, caller: Caller): Promise<void> {
  const { email = '' } = fields;
  if (email === '') throw invalid('Password recovery requires an email');
  assertEmailEnabled(parts);
  const pkce = readPkce(fields);
  const address = normalEmail(email);
  await settleEvenly(parts.db, async (tx) => {
    const user = await findUserByAddress(tx, 'email', address, 'lock');
    // The clock that a code goes by, too, where the address is not proven.
    if (!user?.email_confirmed_at) await sendNoMail(tx, parts, 'recovery', address);
    if (user)
      await sendLinkMail(tx, parts, user, 'recovery', { caller, pkce, dropsPassword: !isConfirmed(user) });
  });
}

export interface ResendFields extends PkceFields {
  readonly type?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

const EMAIL_TYPES = ['signup', 'email_change'];
const PHONE_TYPES = ['sms', 'phone_change'];

/**
 * Sends again what is waiting to be confirmed. Where nothing waits, nothing is sent and the answer is the same. A change waits as
 * long as the code that was sent for it lives, and its code is sent again five times; later, who is signed in begins it again.
 */
export async function resend(parts: AuthParts, fields: ResendFields, caller: Caller): Promise<void> {
  const { type = '', email = '', phone = '' } = fields;
  if (![...EMAIL_TYPES, ...PHONE_TYPES].includes(type))
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  if (EMAIL_TYPES.includes(type) && email === '') throw invalid('Type provided requires an email address');
  if (PHONE_TYPES.includes(type) && phone === '') throw invalid('Type provided requires a phone number');
  if (email !== '' && phone !== '')
    throw invalid('Only an email address or phone number should be provided.');
  const pkce = readPkce(fields);
  if (EMAIL_TYPES.includes(type)) {
    assertEmailEnabled(parts);
    const address = normalEmail(email);
    await settleEvenly(parts.db, (tx) => mailAgain(tx, parts, type, address, { caller, pkce }));
    return;
  }
  if (!parts.settings.isPhoneEnabled)
    throw new AuthError('phone_provider_disabled', { status: 400, message: 'Phone logins are disabled' });
  const number = normalPhone(phone);
  await settleEvenly(parts.db, (tx) => textAgain(tx, parts, type, number, caller));
}

async function mailAgain(
  tx: Tx,
  parts: AuthParts,
  type: string,
  address: string,
  request: LinkRequest,
): Promise<void> {
  const user = await findUserByAddress(tx, 'email', address, 'lock');
  const isSignUp = type === 'signup';
  const now = parts.machineClock.now();
  const wanted = user && !isSignUp ? await waitingContact(tx, user, 'new_email', now) : null;
  const resends = user && wanted !== null ? await resendsOf(tx, user.id, 'new_email') : undefined;
  if (isSignUp && user?.email_confirmed_at === null)
    await sendLinkMail(tx, parts, user, 'signup', { ...request, claim: await findSoleClaim(tx, user) });
  else if (user && wanted !== null && resends !== undefined) {
    await sendEmailChangeMails(tx, parts, user, wanted, request);
    await countResend(tx, user.id, 'new_email', resends);
  } else await sendNoMail(tx, parts, isSignUp ? 'signup' : 'email_change', address);
}

async function textAgain(
  tx: Tx,
  parts: AuthParts,
  type: string,
  number: string,
  caller: Caller,
): Promise<void> {
  const user = await findUserByAddress(tx, 'phone', number, 'lock');
  const isChange = type === 'phone_change';
  const now = parts.machineClock.now();
  const wanted = user && isChange ? await waitingContact(tx, user, 'new_phone', now) : null;
  const resends = user && wanted !== null ? await resendsOf(tx, user.id, 'new_phone') : undefined;
  if (!isChange && user?.phone_confirmed_at === null)
    await sendSmsCode(tx, parts, user, 'sms', number, { claim: await findSoleClaim(tx, user), caller });
  else if (user && wanted !== null && resends !== undefined) {
    await sendSmsCode(tx, parts, user, 'phone_change', wanted, { caller });
    await countResend(tx, user.id, 'new_phone', resends);
  } else await sendNoSms(tx, parts, number, caller);
}

function assertEmailEnabled(parts: AuthParts): void {
  if (!parts.settings.isEmailEnabled)
    throw new AuthError('email_provider_disabled', { status: 400, message: 'Email logins are disabled' });
}

/**
 * Sends a code to a signed-in person's proven address, which a change of password may ask for. Half a sign-in changes neither, and
 * gets none. Throws insufficient_aal, email_not_confirmed, phone_not_confirmed, validation_failed and the refusals of sending.
 */
export async function sendReauthentication(parts: AuthParts, who: SignedIn): Promise<void> {
  await settle(parts.db, async (tx) => {
    const present = await lockSignedIn(tx, parts, who);
    await assertWhole(tx, present);
    const { user } = present;
    if (user.email !== null) {
      if (user.email_confirmed_at === null)
        throw new AuthError('email_not_confirmed', {
          status: 422,
          message: 'Please verify your email first.',
        });
      return sendReauthenticationMail(tx, parts, user, user.email);
    }
    if (user.phone === null)
      throw invalid('Reauthentication requires the user to have an email or a phone number');
    if (user.phone_confirmed_at === null)
      throw new AuthError('phone_not_confirmed', { status: 422, message: 'Please verify your phone first.' });
    await sendSmsCode(tx, parts, user, 'reauthentication', user.phone);
    return undefined;
  });
}
