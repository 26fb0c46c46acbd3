import {
  AuthWeakPasswordError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  type AuthError,
} from '@supabase/auth-js';
import { type AuthSentences, en } from './auth-sentences.en.ts';
import { NetworkError } from './problem.ts';
import { defineWords } from './i18n.tsx';

/**
 * The sentence a person reads for an error of the auth service; a weak password comes with its reasons. The service's own
 * words are for programs, and in one language, so what has no sentence here is told in general.
 */
export function authErrorText(error: AuthError, words: Pick<AuthSentences, 'errors' | 'reasons'>): string {
  const sentence = sentenceOf(error, words.errors);
  if (!(error instanceof AuthWeakPasswordError)) return sentence;
  const reasons = error.reasons.flatMap((reason) => words.reasons[reason] ?? []);
  return [sentence, ...reasons].join(' ');
}

function sentenceOf(
  error: AuthError,
  { network = '', busy = '', unknown = '', ...byCode }: AuthSentences['errors'],
): string {
  // The client repeats what was not answered or answered with a 5xx, and calls both a failed fetch.
  if (isAuthRetryableFetchError(error)) return error.status === 0 ? network : busy;
  // It keeps no code of a session that is gone.
  const code = isAuthSessionMissingError(error) ? 'session_not_found' : error.code;
  return (code === undefined ? undefined : byCode[code]) ?? unknown;
}

/** The error that a query throws for an error of the auth service: a lost connection becomes a NetworkError. */
export function thrownBy(error: AuthError): Error {
  return isAuthRetryableFetchError(error) ? new NetworkError('The auth service was not reached') : error;
}

export const useAuthSentences = defineWords(en, () => import('./auth-sentences.hi.ts').then((m) => m.hi));
