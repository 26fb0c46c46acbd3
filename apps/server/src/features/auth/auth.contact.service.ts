import type { Actor } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { AuthError } from './auth.errors.ts';
import { type AuthParts, settle } from './auth.parts.ts';
import { findUser } from './auth.repo.ts';
import { normalEmail, normalPhone } from './auth.rules.ts';
import { findSession } from './auth.sessions.repo.ts';
import { admitChange, changeAddresses } from './auth.user.service.ts';

/** What a person would like to be reached under. */
interface NewContact {
  readonly email?: string | undefined;
  /** Ten digits. */
  readonly mobile?: string | undefined;
}

/**
 * Starts the change of a person's address or number, as the protocol's own call does: mails and a code are sent, and
 * nothing changes until they come back. Throws sign_in_again, account_guarded, email_in_use, mobile_in_use, too_many_requests.
 */
export type StartContactChange = (
  actor: Pick<Actor, 'userId' | 'sessionId'>,
  contact: NewContact,
  ip: string,
) => Promise<void>;

export function createContactChange(parts: AuthParts): StartContactChange {
  return async ({ userId, sessionId }, { email, mobile }, ip) => {
    // Mails lead to the page that says what became of the change.
    const targets = [`${parts.settings.publicUrl}/auth/confirmed`];
    try {
      const change = {
        email: email === undefined ? '' : normalEmail(email),
        phone: mobile === undefined ? '' : normalPhone(`+91${mobile}`),
        pkce: undefined,
      };
      await settle(parts.db, async (tx) => {
        const user = await findUser(tx, userId, 'lock');
        if (!user) throw new AuthError('user_not_found');
        if (user.guarded_at !== null) throw new DomainError('account_guarded');
        const session = await findSession(tx, userId, sessionId);
        const asked = { ...change, passwordHash: undefined, nonce: '' };
        const admitted = await admitChange(tx, parts, user, asked, { session, needsRecentSignIn: true, ip });
        if (admitted instanceof AuthError) return admitted;
        return changeAddresses(tx, parts, user, admitted, { ip, userAgent: null, device: null, targets });
      });
    } catch (error) {
      throw error instanceof AuthError ? inOurWords(error) : error;
    }
  };
}

/** The protocol's refusals as the product's. */
function inOurWords(error: AuthError): Error {
  switch (error.code) {
    case 'insufficient_aal':
    case 'reauthentication_needed':
      return new DomainError('sign_in_again');
    case 'email_exists':
      return new DomainError('email_in_use');
    case 'phone_exists':
      return new DomainError('mobile_in_use');
    case 'validation_failed': {
      const message = 'Please enter a valid email address';
      return new DomainError('validation_failed', { errors: [{ path: 'email', message }] });
    }
    case 'sms_send_failed': {
      const message = 'No SMS can be sent to this number';
      return new DomainError('validation_failed', { errors: [{ path: 'phone', message }] });
    }
    case 'over_email_send_rate_limit':
    case 'over_sms_send_rate_limit':
      return new DomainError('too_many_requests', { retryAfterSeconds: error.retryAfterSeconds ?? 60 });
    case 'user_not_found':
      return new DomainError('session_ended');
    default:
      return error;
  }
}
