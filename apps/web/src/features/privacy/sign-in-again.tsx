import { useState } from 'react';
import { logout } from '../../lib/auth.ts';
import { loginPath } from '../../lib/return-path.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { usePrivacyWords } from './privacy.words.ts';
import { to } from '../../lib/addresses.ts';

/** For what needs a log-in of the last hour: logs out, in again, and back to this page. */
export function SignInAgain() {
  const words = usePrivacyWords();
  const [isPending, setIsPending] = useState(false);
  const leave = async () => {
    setIsPending(true);
    const problem = await logout('local', { isBackSoon: true }).catch(() => '');
    setIsPending(false);
    // The server may hold the session still: without a message the user believes that it has ended.
    if (problem === undefined) globalThis.location.assign(loginPath(to('/dashboard/privacy')));
    else toast.error(words.logoutFailed, problem);
  };
  return (
    <Notice
      tone="info"
      title={words.signInTitle}
      actions={
        <Button size="medium" isPending={isPending} onClick={() => void leave()}>
          {words.signIn}
        </Button>
      }
    >
      {words.signInText}
    </Notice>
  );
}
