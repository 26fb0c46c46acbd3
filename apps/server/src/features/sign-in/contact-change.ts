import { AccountGuarded, type Auth, AuthError } from '@mohlat/auth';
import type { Actor } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';

/** The new address or number of a person. */
interface NewContact {
  readonly email?: string | undefined;
  /** Ten digits. */
  readonly mobile?: string | undefined;
}

/**
 * Starts the change of a person's address or number: nothing changes until the codes that are sent come back.
 * Throws sign_in_again, account_guarded, email_in_use, mobile_in_use, validation_failed, too_many_requests, session_ended.
 */
export type StartContactChange = (
  actor: Pick<Actor, 'userId' | 'sessionId'>,
  contact: NewContact,
  ip: string,
) => Promise<void>;

export function contactChangeBy(auth: Pick<Auth, 'startContactChange'>): StartContactChange {
  return async (actor, { email, mobile }, ip) => {
    const contact = { email, phone: mobile === undefined ? undefined : `+91${mobile}` };
    try {
      await auth.startContactChange(actor, contact, ip);
    } catch (error) {
      throw error instanceof AuthError ? inOurWords(error) : error;
    }
  };
}

/** The protocol's refusals as the product's. */
function inOurWords(error: AuthError): Error {
  if (error instanceof AccountGuarded) return new DomainError('account_guarded');
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
    case 'user_banned':
    case 'session_not_found':
      return new DomainError('session_ended');
    default:
      return error;
  }
}
