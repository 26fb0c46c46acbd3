import { lazy, Suspense } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { safeReturnPath } from '../../../lib/return-path.ts';
import { TextLink } from '../../../ui/button.tsx';
import { homeOrWanted, pathAfterLogin } from './after-login.ts';
import { AuthPage } from '../auth-page.tsx';
import { useAuthWords } from '../auth.words.ts';
import { keepReferralCode, referralCode } from '../signup/referral-code.ts';
import { unconfirmedEmail } from '../signup/confirm-state.ts';
import { LoginForm } from './login-form.tsx';
import { to } from '../../../lib/addresses.ts';

const ConfirmEmail = lazy(() =>
  import('../signup/confirm-email.tsx').then((module) => ({ default: module.ConfirmEmail })),
);
const Elsewhere = lazy(() => import('./elsewhere.tsx').then((module) => ({ default: module.Elsewhere })));

export function Component() {
  const words = useAuthWords();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const waiting = unconfirmedEmail(useLocation().state);
  const wanted = safeReturnPath(search.get('next'));
  const goOn = async (by: 'password' | 'otp') => {
    const path = by === 'otp' ? await pathAfterLogin(wanted) : homeOrWanted(wanted);
    await navigate(path, { replace: true });
  };
  const goOnAccepted = () => {
    keepReferralCode(undefined);
    void goOn('otp');
  };
  return (
    <AuthPage
      title={words.login.title}
      subtitle={words.login.subtitle}
      footer={
        <>
          {words.login.newHere} <TextLink to={to('/signup')}>{words.login.signUp}</TextLink>
        </>
      }
    >
      {waiting === undefined ? null : (
        <Suspense>
          <ConfirmEmail key={waiting} email={waiting} onConfirmed={goOnAccepted} />
        </Suspense>
      )}
      <LoginForm onDone={(by) => void goOn(by)} />
      <Suspense>
        <Elsewhere wanted={wanted} referralCode={referralCode(null)} onDone={goOnAccepted} />
      </Suspense>
    </AuthPage>
  );
}
