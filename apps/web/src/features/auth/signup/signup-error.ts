import type { AuthError } from '@supabase/auth-js';
import { authErrorText } from '../../../lib/auth-errors.ts';
import type { AuthWords } from '../auth.words.ts';

/**
 * The sentence where an address waits to be confirmed. Its newest mail may come from a stranger's sign-up, and the code of that would
 * install the stranger's password: here no older mail is named.
 */
export function signupErrorText(error: AuthError, words: AuthWords): string {
  return error.code === 'over_email_send_rate_limit' ? words.signup.noMail : authErrorText(error, words);
}
