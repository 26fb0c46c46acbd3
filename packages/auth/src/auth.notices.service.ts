import { randomBytes } from 'node:crypto';
import { newId } from '@mohlat/platform/crypto/ids.ts';
import { sha256 } from '@mohlat/platform/crypto/vault.ts';
import type { Tx } from '@mohlat/platform/db/transactions.ts';
import type { HostPages } from './auth.host.ts';
import type { NoticeTemplate } from './auth.messages.ts';
import type { AuthParts } from './auth.parts.ts';
import { countNotice } from './auth.sms-budget.service.ts';
import { insertUndoLink } from './auth.undo.repo.ts';
import type { User } from './auth.user.ts';

/** By a link of its own. */
const UNDONE = 'undone';
/** Without a link: the reader need not be the owner. */
const NOWHERE = 'nowhere';
/** Security notices to an account's owner, with the page their link leads to, or the link that undoes the change. */
const NOTICES = {
  'auth.change_begun': 'security',
  'auth.contact_taken_back': NOWHERE,
  'auth.password_changed': UNDONE,
  'auth.email_changed': UNDONE,
  'auth.phone_changed': UNDONE,
  'auth.factor_added': UNDONE,
  'auth.factor_removed': UNDONE,
  'auth.factor_locked': 'security',
  'auth.factor_code_used_again': 'security',
  'auth.recovery_codes_locked': 'recovery',
  'auth.identity_linked': UNDONE,
  'auth.identity_unlinked': UNDONE,
  'auth.recovery_codes_made': UNDONE,
  'auth.new_sign_in': 'security',
  'auth.passwords_refused': 'security',
} as const satisfies Record<NoticeTemplate, keyof HostPages | typeof UNDONE | typeof NOWHERE>;

interface About {
  /** The factor or identity the notice tells of, if it is one. */
  readonly addedId?: string | null;
  /** The client address of the stranger who caused it, where no session of the account did. */
  readonly strangersIp?: string;
}

/** Queues what tells of a change of the account: a mail, else an SMS within the account's bound, to what was proven before it. */
export async function sendNotice(
  tx: Tx,
  parts: AuthParts,
  user: User,
  template: NoticeTemplate,
  said: Readonly<Record<string, string>> = {},
  { addedId = null, strangersIp }: About = {},
): Promise<void> {
  const { email, phone, id: userId } = user;
  const { publicUrl } = parts.settings;
  const place = NOTICES[template];
  const linkOf = async () => {
    if (place === NOWHERE) return {};
    const path = place === UNDONE ? await undoPath(tx, parts, user, addedId) : parts.host.pages[place];
    return { link: `${publicUrl}${path}` };
  };
  if (email !== null && user.email_confirmed_at !== null) {
    const vars = { ...said, ...(await linkOf()) };
    await parts.host.send(tx, { channel: 'email', to: email, template, vars, userId });
    return;
  }
  if (phone === null || user.phone_confirmed_at === null) return;
  const isUndone = place === UNDONE;
  if (!(await countNotice(tx, parts, { userId, kind: template, isUndone, strangersIp }))) return;
  const vars = { ...said, ...(isUndone ? await linkOf() : {}) };
  await parts.host.send(tx, { channel: 'sms', to: phone, template, vars, userId });
}

const UNDO_MS = 72 * 60 * 60 * 1000;
const UNDO_TOKEN_BYTES = 32;

/** A page with a button that takes the change back. The token stands behind the #, where no log reads it. */
async function undoPath(tx: Tx, parts: AuthParts, user: User, addedId: string | null): Promise<string> {
  const now = parts.machineClock.now();
  const token = randomBytes(UNDO_TOKEN_BYTES).toString('hex');
  await insertUndoLink(tx, {
    user_id: user.id,
    id: newId(),
    tokenHash: sha256(token),
    added_id: addedId,
    email: user.email_confirmed_at === null ? null : user.email,
    phone: user.phone_confirmed_at === null ? null : user.phone,
    changed_at: now,
    expires_at: new Date(now.getTime() + UNDO_MS),
  });
  return `${parts.host.pages.undo}#${token}`;
}
