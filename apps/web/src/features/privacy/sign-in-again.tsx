import { logout } from '../../lib/auth.ts';
import { loginPath } from '../../lib/return-path.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePrivacyWords } from './privacy.words.ts';
import { to } from '../../lib/addresses.ts';

/** For what needs a log-in of the last hour: logs out, in again, and back to this page. */
export function SignInAgain() {
  const words = usePrivacyWords();
  return (
    <Notice
      tone="info"
      title={words.signInTitle}
      actions={
        <Button
          size="medium"
          onClick={() => {
            void logout().then(() => globalThis.location.assign(loginPath(to('/dashboard/privacy'))));
          }}
        >
          {words.signIn}
        </Button>
      }
    >
      {words.signInText}
    </Notice>
  );
}
