import { sha256 } from '@mohlat/platform/crypto/vault.ts';
import type { Tx } from '@mohlat/platform/db/transactions.ts';
import { freeContact } from './auth.changes.repo.ts';
import { AuthError, LINK_INVALID } from './auth.errors.ts';
import { insertEvent } from './auth.events.repo.ts';
import { listFactors } from './auth.factors.repo.ts';
import {
  deleteAllFlows,
  deleteCodes,
  findUser,
  listIdentities,
  mergeIdentityData,
  updateUser,
} from './auth.repo.ts';
import { type AuthParts, type Caller, settle } from './auth.parts.ts';
import { sendNotice } from './auth.notices.service.ts';
import { sendLinkMail, sendSmsCode } from './auth.send.service.ts';
import { deleteSessions } from './auth.sessions.repo.ts';
import { type UndoLink, deleteAdded, findUndoOwner, takeUndoLink } from './auth.undo.repo.ts';
import { deleteFactor } from './auth.factors.repo.ts';
import { deleteIdentities } from './auth.providers.repo.ts';
import { type User, isBanned, providersOf, wordsWithout } from './auth.user.ts';

/**
 * Takes back what a notice told of, for anybody who holds the contact it went to: what was added goes, and every session, code
 * and password; contacts are as they were, and who holds the others is told. The account is guarded and changes no contact until its owner is back,
 * whose way back is sent. It restores no password and no removed factor, and it gives no session; the host takes what the account
 * may do beyond its own. Throws otp_expired, for a banned account too.
 */
export async function undoChange(parts: AuthParts, token: string, caller: Caller): Promise<object> {
  const hash = sha256(token);
  return settle<object>(parts.db, async (tx) => {
    const now = parts.machineClock.now();
    const ownerId = await findUndoOwner(tx, hash);
    const user = ownerId === undefined ? undefined : await findUser(tx, ownerId, 'lock');
    const link = user && !isBanned(user, now) ? await takeUndoLink(tx, user.id, hash, now) : undefined;
    if (!user || !link) throw new AuthError('otp_expired', { message: LINK_INVALID });
    await deleteAdded(tx, link);
    await dropCodesWithoutFactor(tx, user);
    await deleteSessions(tx, parts, user.id, 'all');
    await deleteCodes(tx, user.id);
    await deleteAllFlows(tx, user.id);
    const undone = { userId: user.id, appMetadata: user.app_metadata, ip: caller.ip };
    const app_metadata = await parts.host.afterUndo(tx, undone, now);
    const guarded = await putBack(tx, parts, { ...user, app_metadata }, link);
    await insertEvent(tx, { userId: user.id, what: 'change_undone', ip: caller.ip }, now);
    await parts.host.announce(tx, user.id);
    await sendWayBack(tx, parts, guarded, caller);
    await tellFormer(tx, parts, user, guarded);
    return {};
  });
}

/** Recovery codes are of no use without another factor and go with the last. */
async function dropCodesWithoutFactor(tx: Tx, { id }: User): Promise<void> {
  const factors = await listFactors(tx, id);
  if (factors.some((one) => one.status === 'verified' && one.factor_type !== 'recovery_code')) return;
  for (const codes of factors.filter((one) => one.factor_type === 'recovery_code'))
    await deleteFactor(tx, codes);
}

/** A contact that another user has proven since is theirs: all else is taken back without it. */
async function putBack(tx: Tx, parts: AuthParts, user: User, link: UndoLink): Promise<User> {
  const now = parts.machineClock.now();
  const email = await stillFree(tx, parts, user, 'email', link.email);
  const phone = await stillFree(tx, parts, user, 'phone', link.phone);
  const kept = [...(email === null ? [] : ['email']), ...(phone === null ? [] : ['phone'])];
  const others = (await listIdentities(tx, user.id)).map(({ provider }) => provider);
  await deleteIdentities(tx, user.id, [
    ...kept,
    ...others.filter((provider) => provider !== 'email' && provider !== 'phone'),
  ]);
  // The address the stranger proved would otherwise come back once another account is unlinked.
  const own = email === null ? { email_verified: false } : { email, email_verified: true };
  await mergeIdentityData(tx, user.id, 'email', own, now);
  return updateUser(
    tx,
    user.id,
    {
      user_metadata: { ...wordsWithout(user, 'email', user.email), ...own, phone_verified: phone !== null },
      email,
      email_confirmed_at: email === null ? null : (user.email_confirmed_at ?? now),
      phone,
      phone_confirmed_at: phone === null ? null : (user.phone_confirmed_at ?? now),
      new_email: null,
      new_phone: null,
      email_change_accepted_count: 0,
      password_hash: null,
      app_metadata: { ...user.app_metadata, ...providersOf(await listIdentities(tx, user.id)) },
      // The way back is sent whenever the last mail was.
      recovery_sent_at: null,
      guarded_at: now,
    },
    now,
  );
}

async function stillFree(
  tx: Tx,
  parts: AuthParts,
  { id }: User,
  column: 'email' | 'phone',
  value: string | null,
): Promise<string | null> {
  return value !== null && (await freeContact(tx, parts, id, column, value)) ? value : null;
}

/**
 * It counts against no limit: the stranger whose change was taken back may have used all of them up. To a number that no SMS goes
 * to nothing is sent.
 */
async function sendWayBack(tx: Tx, parts: AuthParts, user: User, caller: Caller): Promise<void> {
  try {
    if (user.email !== null)
      await sendLinkMail(tx, parts, user, 'recovery', { caller, pkce: undefined, share: 'none' });
    else if (user.phone !== null) await sendSmsCode(tx, parts, user, 'sms', user.phone, { share: 'none' });
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== 'sms_send_failed') throw error;
  }
}

/**
 * Tells those who hold contacts that are the account's no more. They may be its owner, who moved away from a mailbox that others read:
 * without a word they would lose it. They may be the stranger as well, so it leads nowhere.
 */
async function tellFormer(tx: Tx, parts: AuthParts, before: User, after: User): Promise<void> {
  const template = 'auth.contact_taken_back';
  if (before.email !== after.email) await sendNotice(tx, parts, { ...before, phone: null }, template);
  if (before.phone !== after.phone) await sendNotice(tx, parts, { ...before, email: null }, template);
}
