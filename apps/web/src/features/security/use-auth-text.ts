import { isAuthError } from '@supabase/auth-js';
import { authErrorText, useAuthSentences } from '../../lib/auth-errors.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { errorText } from '../../lib/problem.ts';
import { NotConfirmed } from './security.data.ts';
import { useSecurityWords } from './security.words.ts';

/** Words an error of the auth service or of the product. Returns undefined where the person stepped back. */
export function useAuthText(): (error: unknown) => string | undefined {
  const sentences = useAuthSentences();
  const words = useSecurityWords();
  const { language } = useLanguage();
  return (error) => {
    if (error === null || error === undefined || error instanceof NotConfirmed) return undefined;
    if (!isAuthError(error)) return errorText(error, language);
    return authErrorText(error, {
      reasons: sentences.reasons,
      errors: { ...sentences.errors, ...words.errors },
    });
  };
}
