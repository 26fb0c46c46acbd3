import { useNavigate, useSearchParams } from 'react-router';
import { publicHelp } from '../../../lib/addresses.ts';
import { logout, useSession } from '../../../lib/auth.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { loginPath, safeReturnPath } from '../../../lib/return-path.ts';
import { SecondFactorSteps } from '../../../lib/second-factor-steps.tsx';
import { useSecondFactorWords } from '../../../lib/second-factor.words.ts';
import { TextButton, TextLink } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { accountName } from '../../../lib/account-name.ts';
import { pathAfterLogin } from './after-login.ts';
import { AuthPage } from '../auth-page.tsx';
import { useAuthWords } from '../auth.words.ts';

/** Asks a person with a second factor for it, between the password and the page behind it. */
export function Component() {
  const words = useSecondFactorWords();
  const { login } = useAuthWords();
  const navigate = useNavigate();
  const session = useSession();
  const { language } = useLanguage();
  const [search] = useSearchParams();
  const wanted = safeReturnPath(search.get('next'));
  const goOn = async () => {
    toast.success(login.success, login.successText);
    await navigate(await pathAfterLogin(wanted), { replace: true });
  };
  const leave = async () => {
    const problem = await logout().catch(() => '');
    if (problem === undefined) await navigate(loginPath(wanted), { replace: true });
    else toast.error(words.logoutFailed, problem);
  };
  const who = session.status === 'in' ? accountName(session.session.user) : '';
  return (
    <AuthPage
      title={words.title}
      subtitle={
        <>
          {words.subtitle} <span className="block break-words">{who}</span>
        </>
      }
      footer={
        <>
          {words.lost}{' '}
          <TextLink to={publicHelp(language)} isPlain>
            {words.toSupport}
          </TextLink>
        </>
      }
    >
      <SecondFactorSteps onPassed={() => void goOn()} />
      <TextButton className="self-start" onClick={() => void leave()}>
        {words.leave}
      </TextButton>
    </AuthPage>
  );
}
