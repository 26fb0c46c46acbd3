import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { cameFromRecoveryLink, linkAnswer, sessionSettled, useSession } from '../../../lib/auth.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { accountName } from '../../../lib/account-name.ts';
import { pathAfterLogin } from '../login/after-login.ts';
import { AuthPage } from '../auth-page.tsx';
import { ElsewheresLink } from '../links/elsewheres-link.tsx';
import { useLinkWords } from '../links/links.words.ts';
import { AfterAsking } from '../links/whose-link.tsx';
import { to } from '../../../lib/addresses.ts';

export const loader = () => sessionSettled();

/** Where the links of mails lead: confirmation, magic link, change of address. */
export function Component() {
  return (
    <AfterAsking>
      <Confirmed />
    </AfterAsking>
  );
}

function Confirmed() {
  const words = useLinkWords().confirmed;
  const session = useSession();
  if (cameFromRecoveryLink() || linkAnswer.type === 'recovery')
    return <Navigate to={to('/new-password')} replace />;
  if (linkAnswer.error !== undefined) {
    return (
      <AuthPage title={words.failedTitle}>
        <Notice tone="bad">{words.failedText}</Notice>
        <LoginLink />
      </AuthPage>
    );
  }
  if (linkAnswer.isElsewheres) return <ElsewheresLink />;
  const wayOn = session.status === 'in' ? <ContinueButton /> : <LoginLink />;
  if (linkAnswer.message !== undefined) {
    return (
      <AuthPage title={words.halfTitle} subtitle={words.halfText}>
        {wayOn}
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title={words.doneTitle}
      subtitle={session.status === 'in' ? words.doneText(accountName(session.session.user)) : undefined}
    >
      {wayOn}
    </AuthPage>
  );
}

function LoginLink() {
  const words = useLinkWords().confirmed;
  return (
    <LinkButton to={to('/login')} isWide>
      {words.login}
    </LinkButton>
  );
}

function ContinueButton() {
  const words = useLinkWords().confirmed;
  const navigate = useNavigate();
  const [isPending, setIsPending] = useState(false);
  const goOn = async () => {
    setIsPending(true);
    await navigate(await pathAfterLogin(), { replace: true });
  };
  return (
    <Button isWide isPending={isPending} onClick={() => void goOn()}>
      {words.continue}
    </Button>
  );
}
