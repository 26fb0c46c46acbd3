import { isAuthError } from '@supabase/auth-js';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { authErrorText } from '../../../lib/auth-errors.ts';
import { authSettingsQuery } from '../../../lib/auth-settings.ts';
import { isHalfIn } from '../../../lib/auth.ts';
import { logInFromElsewhere, useComingBack } from '../../../lib/elsewhere.ts';
import { loginPath } from '../../../lib/return-path.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useAuthWords } from '../auth.words.ts';
import { useElsewhereWords } from './elsewhere.words.ts';
import { TermsLinks } from '../signup/terms-label.tsx';
import { ElsewhereButtons } from './elsewhere-buttons.tsx';

interface ElsewhereProps {
  /** Where the person wanted to be. */
  readonly wanted: string;
  /** The code of the friend who sent this visitor. */
  readonly referralCode: string | undefined;
  readonly onDone: () => void;
}

/** Logging in with an account at another provider: the way there, and what came back from it. */
export function Elsewhere({ wanted, referralCode, onDone }: ElsewhereProps) {
  const words = useElsewhereWords();
  const { providers = [] } = useQuery(authSettingsQuery).data ?? {};
  const { isComingBack, problem } = useLogin(wanted, onDone);
  if (isComingBack) return <Notice isLive>{words.comingBack}</Notice>;
  return (
    <>
      {problem !== undefined && toast.isMute() ? (
        <Notice tone="bad" isLive title={words.failed}>
          {problem}
        </Notice>
      ) : null}
      {providers.length === 0 ? null : (
        <div className="flex flex-col gap-2">
          <ElsewhereButtons providers={providers} wanted={wanted} referralCode={referralCode} />
          <p className="text-small text-ink-3">
            {words.agreeBefore}
            <TermsLinks />
            {words.agreeAfter}
          </p>
        </div>
      )}
    </>
  );
}

/** Takes what a provider's answer brings; what is said where there is nothing to take. */
function useLogin(wanted: string, onDone: () => void) {
  const all = useAuthWords();
  const words = useElsewhereWords();
  const take = async (code: string) => {
    await logInFromElsewhere(code);
    // A person with a second factor is welcomed after they have shown it.
    if (!isHalfIn()) toast.success(all.login.success, all.login.successText);
    onDone();
  };
  const { isComingBack, problem } = useComingBack(loginPath(wanted), take, {
    refusals: {
      signup_disabled: words.signupDisabled,
      provider_email_needs_verification: words.needsMail,
      user_banned: words.blocked,
      account_guarded: all.errors['account_guarded'],
    },
    refused: words.notFinished,
    ofError: (error) =>
      isAuthError(error) && error.status === 0 ? authErrorText(error, all) : words.notFinished,
  });
  // Only the toast says it. A person who comes back sees the top of the page, and on a phone the button is below the fold.
  useEffect(() => {
    if (problem !== undefined) toast.error(words.failed, problem);
  }, [problem, words.failed]);
  return { isComingBack, problem };
}
