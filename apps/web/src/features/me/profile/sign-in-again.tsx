import { useState } from 'react';
import { logout } from '../../../lib/auth.ts';
import { loginPath } from '../../../lib/return-path.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useMeWords } from '../me.words.ts';

interface SignInAgainProps {
  /** Where the new log-in leads. */
  readonly returnPath: string;
  /** Keeps what was typed, before this page is left. */
  readonly onLeave?: () => void;
  readonly onBack: () => void;
}

/** For what needs a log-in of the last hour: logs out, in again, and back to what was begun. */
export function SignInAgain({ returnPath, onLeave, onBack }: SignInAgainProps) {
  const words = useMeWords().profile;
  const [isPending, setIsPending] = useState(false);
  const leave = async () => {
    setIsPending(true);
    const problem = await logout('local', { isBackSoon: true }).catch(() => '');
    setIsPending(false);
    if (problem !== undefined) {
      toast.error(words.signInFailed, problem);
      return;
    }
    onLeave?.();
    globalThis.location.assign(loginPath(returnPath));
  };
  return (
    <Notice
      tone="info"
      title={words.signInTitle}
      isLive
      actions={
        <>
          <Button size="medium" autoFocus isPending={isPending} onClick={() => void leave()}>
            {words.signIn}
          </Button>
          <Button tone="secondary" size="medium" onClick={onBack}>
            {words.back}
          </Button>
        </>
      }
    >
      {words.signInText}
    </Notice>
  );
}
