import { zodResolver } from '@hookform/resolvers/zod';
import type { AuthError } from '@supabase/auth-js';
import { lazy, Suspense, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { answerAddress } from '../answer-address.ts';
import { auth } from '../../../lib/auth-client.ts';
import { isHalfIn } from '../../../lib/auth.ts';
import { type Captcha, useCaptcha } from '../use-captcha.tsx';
import { summaryOf } from '../../../lib/form-errors.ts';
import { Button, TextButton, TextLink } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { useErrorTitle } from '../../../ui/error-title.ts';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { authErrorText } from '../../../lib/auth-errors.ts';
import { loginSchema } from '../auth.schemas.ts';
import { useAuthWords } from '../auth.words.ts';
import { sentCode } from './sent-code.ts';
import { awaitsConfirmation, unconfirmedEmail } from '../signup/confirm-state.ts';
import { signupErrorText } from '../signup/signup-error.ts';
import { to } from '../../../lib/addresses.ts';

/** Fetched when it is asked for. */
const MobileOtp = lazy(() => import('./mobile-otp.tsx').then(({ MobileOtp: form }) => ({ default: form })));

interface LoginFormProps {
  /** The session is there; `by` tells a mobile log-in, which may still need onboarding. */
  readonly onDone: (by: 'password' | 'otp') => void;
  /** In a dialog the first field takes the keyboard; else its close button would. */
  readonly startsInField?: boolean;
  /** The address, where it is known who logs in. */
  readonly email?: string | undefined;
}

/** Email and password, or a code to the phone; the page /login and the log-in over an open screen both use it. */
export function LoginForm({ onDone, startsInField = false, email = '' }: LoginFormProps) {
  const words = useAuthWords();
  const [way, setWay] = useState<'password' | 'otp'>(() =>
    sentCode('login') === undefined ? 'password' : 'otp',
  );
  const change = () => {
    toast.dismissAll();
    setWay(way === 'password' ? 'otp' : 'password');
  };
  const finish = (by: 'password' | 'otp') => {
    // A person with a second factor is welcomed after they have shown it.
    if (!isHalfIn()) toast.success(words.login.success, words.login.successText);
    onDone(by);
  };
  return (
    <div className="flex flex-col gap-5">
      {way === 'password' ? (
        <PasswordLogin onDone={() => finish('password')} startsInField={startsInField} email={email} />
      ) : (
        <Suspense fallback={null}>
          <MobileOtp isSignup={false} onVerified={() => finish('otp')} />
        </Suspense>
      )}
      <div className="flex items-center gap-4 text-caption text-ink-3">
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
        {words.login.or}
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
      </div>
      <Button tone="secondary" isWide onClick={change}>
        {way === 'password' ? words.login.useOtp : words.login.useEmail}
      </Button>
    </div>
  );
}

interface PasswordLoginProps {
  readonly onDone: () => void;
  readonly startsInField: boolean;
  readonly email: string;
}

function PasswordLogin({ onDone, startsInField, email }: PasswordLoginProps) {
  const words = useAuthWords();
  const formId = useId();
  const captcha = useCaptcha();
  const [refusal, setRefusal] = useState<AuthError>();
  const { register, handleSubmit, formState, getValues } = useForm({
    resolver: zodResolver(loginSchema(words)),
    defaultValues: { email, password: '' },
    shouldFocusError: false,
  });
  const { errors, isSubmitting, submitCount } = formState;
  const idOf = (name: string) => `${formId}-${name}`;
  const submit = handleSubmit(async (values) => {
    setRefusal(undefined);
    toast.dismissAll();
    const { error } = await auth.signInWithPassword({ ...values, options: await captcha.take() });
    if (error) {
      setRefusal(error);
      toast.error(words.login.failed, authErrorText(error, words));
      return;
    }
    onDone();
  });
  const unheard = refusal !== undefined && toast.isMute() ? [{ message: authErrorText(refusal, words) }] : [];
  useErrorTitle(refusal !== undefined);
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <ErrorSummary
        title={unheard.length === 0 ? words.thereIsAProblem : words.login.failed}
        errors={[...unheard, ...summaryOf(errors, idOf)]}
        attempt={submitCount}
      />
      {refusal?.code === 'email_not_confirmed' ? (
        <Unconfirmed email={getValues('email')} text={authErrorText(refusal, words)} captcha={captcha} />
      ) : null}
      <TextField
        id={idOf('email')}
        type="email"
        autoComplete="username"
        autoFocus={startsInField && email === ''}
        label={words.email}
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        id={idOf('password')}
        autoFocus={startsInField && email !== ''}
        label={words.password}
        showLabel={words.showPassword}
        hideLabel={words.hidePassword}
        aside={
          <TextLink to={to('/forgot-password')} className="inline-flex min-h-6 items-center">
            {words.login.forgot}
          </TextLink>
        }
        error={errors.password?.message}
        {...register('password')}
      />
      {captcha.field}
      <Button type="submit" isWide isPending={isSubmitting} pendingText={words.login.pending}>
        {words.login.submit}
      </Button>
    </form>
  );
}

interface UnconfirmedProps {
  readonly email: string;
  readonly text: string;
  readonly captcha: Captcha;
}

/** Says that the email address is unconfirmed and offers a new mail, unless the page already waits for the code of one. */
function Unconfirmed({ email, text, captcha }: UnconfirmedProps) {
  const words = useAuthWords();
  const [answer, setAnswer] = useState<string>();
  const location = useLocation();
  const { pathname, search } = location;
  const isAwaited = unconfirmedEmail(location.state) === email;
  const navigate = useNavigate();
  const resend = async () => {
    const { error } = await auth.resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: answerAddress(to('/auth/confirmed')), ...(await captcha.take()) },
    });
    setAnswer(error ? signupErrorText(error, words) : words.login.confirmationSent);
    // The page of the log-in has a field for the mail's code; the log-in over an open screen has none.
    if (!error && pathname === to('/login')) {
      await navigate({ pathname, search }, { replace: true, state: awaitsConfirmation(email) });
    }
  };
  return (
    <Notice isLive>
      <p>{answer ?? text}</p>
      {answer !== undefined || isAwaited ? null : (
        <TextButton onClick={() => void resend()}>{words.login.resendConfirmation}</TextButton>
      )}
    </Notice>
  );
}
