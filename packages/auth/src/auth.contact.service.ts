import { AuthError } from './auth.errors.ts';
import { countMailOfChange } from './auth.mail-asks.service.ts';
import { type AuthParts, settle } from './auth.parts.ts';
import { normalEmail, normalPhone } from './auth.rules.ts';
import { lockSignedIn } from './auth.sessions.service.ts';
import type { SessionRef } from './auth.devices.service.ts';
import { admitChange, changeAddresses } from './auth.user.service.ts';

/** The contacts a person asks to have; `phone` is in international form (`+919812345678`). */
export interface NewContact {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

/** A change of contacts waits until the owner, who took a change back, has chosen a new password. */
export class AccountGuarded extends AuthError {
  constructor() {
    super('account_guarded');
  }
}

/**
 * Starts the change of a person's address or number, as the protocol's own call does: mails and a code are sent, and
 * nothing changes until they come back. The sign-in has to be recent, whatever is configured for the protocol's call.
 * Throws AccountGuarded; AuthError insufficient_aal, reauthentication_needed, email_exists, phone_exists, validation_failed,
 * sms_send_failed, over_email_send_rate_limit, over_sms_send_rate_limit, user_not_found, user_banned, session_not_found.
 */
export type StartContactChange = (who: SessionRef, contact: NewContact, ip: string) => Promise<void>;

export function createContactChange(parts: AuthParts): StartContactChange {
  return async ({ userId, sessionId }, { email, phone }, ip) => {
    // Mails lead to the page that says what became of the change.
    const targets = [parts.settings.defaultTarget];
    const change = {
      email: email === undefined ? '' : normalEmail(email),
      phone: phone === undefined ? '' : normalPhone(phone),
      pkce: undefined,
    };
    const caller = { ip, userAgent: null, device: null, targets };
    if (change.email !== '') await countMailOfChange(parts, caller);
    await settle(parts.db, async (tx) => {
      const who = { user: { id: userId }, session: { id: sessionId } };
      const { user, session } = await lockSignedIn(tx, parts, who);
      if (user.guarded_at !== null) throw new AccountGuarded();
      const asked = { ...change, passwordHash: undefined, nonce: '' };
      const admitted = await admitChange(tx, parts, user, asked, { session, needsRecentSignIn: true, ip });
      if (admitted instanceof AuthError) return admitted;
      return changeAddresses(tx, parts, user, admitted, caller);
    });
  };
}
