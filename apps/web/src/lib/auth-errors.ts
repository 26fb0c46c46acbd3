import { AuthWeakPasswordError, isAuthRetryableFetchError, type AuthError } from '@supabase/auth-js';
import type { AuthSentences } from './auth-sentences.en.ts';

/** The sentence a person reads for an error of the auth service; a weak password comes with its reasons. */
export function authErrorText(error: AuthError, words: Pick<AuthSentences, 'errors' | 'reasons'>): string {
  if (isAuthRetryableFetchError(error)) return words.errors['network'] ?? error.message;
  const sentence = (error.code === undefined ? undefined : words.errors[error.code]) ?? error.message;
  if (!(error instanceof AuthWeakPasswordError)) return sentence;
  const reasons = error.reasons.flatMap((reason) => words.reasons[reason] ?? []);
  return [sentence, ...reasons].join(' ');
}
