import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { TextLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Tabs } from './tabs.tsx';
import { toast } from '../../../ui/toast.tsx';
import { AuthPage } from '../auth-page.tsx';
import { useAuthWords } from '../auth.words.ts';
import { awaitsConfirmation } from './confirm-state.ts';
import { sentCode } from '../login/sent-code.ts';
import { EmailSignup } from './email-signup.tsx';
import { to } from '../../../lib/addresses.ts';
import { keepReferralCode, referralCode } from './referral-code.ts';

const loadMobile = () => import('./mobile-signup.tsx');
/** Asked for with the other tab's form, the only one that leads on at once. */
const loadWayOn = () => import('../login/after-login.ts');
const MobileSignup = lazy(() => loadMobile().then((module) => ({ default: module.MobileSignup })));

export function Component() {
  const words = useAuthWords();
  // The other tab's form is fetched once this one can be used.
  useEffect(() => {
    void loadMobile();
    void loadWayOn();
  }, []);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [tab, setTab] = useState<'email' | 'mobile'>(() =>
    sentCode('signup') === undefined ? 'email' : 'mobile',
  );
  const [changes, setChanges] = useState(0);
  const code = referralCode(search.get('ref'));
  const toLogin = async (email: string) => {
    // The address is not confirmed yet: another one may be tried.
    keepReferralCode(code);
    await navigate(to('/login'), { state: awaitsConfirmation(email) });
  };
  const toOnboarding = async () => {
    keepReferralCode(undefined);
    toast.success(words.signup.verified, words.signup.verifiedText);
    const { pathAfterLogin } = await loadWayOn();
    await navigate(await pathAfterLogin(), { replace: true });
  };
  return (
    <AuthPage
      title={words.signup.title}
      subtitle={words.signup.subtitle}
      footer={
        <>
          {words.signup.haveAccount} <TextLink to={to('/login')}>{words.signup.login}</TextLink>
        </>
      }
    >
      {code === undefined ? null : <Notice>{words.signup.referred(code)}</Notice>}
      <Tabs
        label={words.signup.tabs}
        value={tab}
        onValueChange={(to) => {
          // A toast about one form does not apply to the other.
          toast.dismissAll();
          setChanges(changes + 1);
          setTab(to);
        }}
        tabs={[
          {
            value: 'email',
            label: words.signup.tabEmail,
            content: (
              <EmailSignup
                isOpen={tab === 'email'}
                referralCode={code}
                onDone={(email) => void toLogin(email)}
              />
            ),
          },
          {
            value: 'mobile',
            label: words.signup.tabMobile,
            content: (
              <Suspense>
                <MobileSignup visit={changes} referralCode={code} onDone={() => void toOnboarding()} />
              </Suspense>
            ),
          },
        ]}
      />
    </AuthPage>
  );
}
