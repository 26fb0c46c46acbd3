import { AuthError, isAuthSessionMissingError } from '@supabase/auth-js';
import { authErrorText } from './auth-errors.ts';
import type { AuthSentences } from './auth-sentences.en.ts';
import type { Way } from './second-factor.ts';
import type { SecondFactorWords } from './second-factor.words.ts';

/** The text for a refused way. An error that does not judge the answer gets a text of its own. */
export function refusalText(
  error: Error,
  way: Way,
  words: SecondFactorWords,
  sentences: AuthSentences,
): string {
  // Thrown by the device, not by the service.
  if (!(error instanceof AuthError)) return WRONG(words)[way.kind];
  switch (error.code) {
    case 'mfa_verification_failed':
      return WRONG(words)[way.kind];
    case 'over_request_rate_limit':
    case 'mfa_recovery_codes_locked':
      return words.locked;
    case 'mfa_verification_rejected':
      return way.kind === 'recovery' ? words.codesLockedForDay : words.lockedForDay;
    case 'mfa_challenge_expired':
      return words.expired;
    case 'mfa_ip_address_mismatch':
      return words.otherNetwork;
    default:
      return authErrorText(error, sentences);
  }
}

/** Whether the way takes no answer for now, or the challenge none any more: another code in the field changes nothing. */
export function isClosed(error: Error): boolean {
  return isAuthSessionMissingError(error) || (error instanceof AuthError && CLOSED.has(error.code ?? ''));
}

const CLOSED: ReadonlySet<string> = new Set([
  'over_request_rate_limit',
  'mfa_recovery_codes_locked',
  'mfa_verification_rejected',
  'mfa_challenge_expired',
]);

const WRONG = (words: SecondFactorWords): Readonly<Record<Way['kind'], string>> => ({
  app: words.wrongCode,
  passkey: words.passkeyRefused,
  phone: words.wrongSms,
  recovery: words.wrongRecovery,
});
