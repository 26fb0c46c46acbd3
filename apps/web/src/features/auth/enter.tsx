import { isAuthRetryableFetchError } from '@supabase/auth-js';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { auth } from '../../lib/auth-client.ts';
import { authErrorText } from '../../lib/auth-errors.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { pathAfterLogin } from './after-login.ts';
import { AuthPage } from './auth-page.tsx';
import { useAuthWords } from './auth.words.ts';
import { useEnterWords } from './enter.words.ts';

/** Where the link of an SMS leads: one button logs in. Opening it does nothing: phones look at links by themselves. */
export function Component() {
  const words = useEnterWords();
  const sentences = useAuthWords();
  const navigate = useNavigate();
  const { hash } = useLocation();
  // The link is spent by the button, and stays what it was while the page is open.
  const token = useRef(hash.slice(1)).current;
  const entering = useMutation({
    mutationFn: async () => {
      const { error } = await auth.verifyOtp({ token_hash: token, type: 'magiclink' });
      if (error) throw error;
      await navigate(await pathAfterLogin(), { replace: true });
    },
  });
  const { error } = entering;
  if (token === '' || (error && !isAuthRetryableFetchError(error))) return <Refused />;
  return (
    <AuthPage title={words.title} subtitle={words.text}>
      {error ? (
        <Notice tone="bad" isLive title={words.problem}>
          {authErrorText(error, sentences)}
        </Notice>
      ) : null}
      <Button
        isWide
        isPending={entering.isPending}
        pendingText={words.entering}
        onClick={() => entering.mutate()}
      >
        {words.enter}
      </Button>
    </AuthPage>
  );
}

function Refused() {
  const words = useEnterWords();
  return (
    <AuthPage title={words.failedTitle}>
      <Notice tone="bad" isLive>
        {words.failedText}
      </Notice>
      <LinkButton to="/login" isWide>
        {words.login}
      </LinkButton>
    </AuthPage>
  );
}
