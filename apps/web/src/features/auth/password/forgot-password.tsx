import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { answerAddress } from '../answer-address.ts';
import { auth } from '../../../lib/auth-client.ts';
import { MailCodeStep } from '../../../lib/code-step.tsx';
import { type Captcha, useCaptcha } from '../use-captcha.tsx';
import { summaryOf } from '../../../lib/form-errors.ts';
import { Button, TextLink } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { authErrorText } from '../../../lib/auth-errors.ts';
import { AuthPage } from '../auth-page.tsx';
import { emailOnlySchema } from '../auth.schemas.ts';
import { useAuthWords } from '../auth.words.ts';
import { useForgotWords } from './forgot.words.ts';
import { to } from '../../../lib/addresses.ts';

export function Component() {
  const own = useForgotWords();
  const { sentTo, isLimited, keep, forget } = useSentMail();
  return (
    <AuthPage
      title={own.title}
      subtitle={own.subtitle}
      footer={<TextLink to={to('/login')}>{own.back}</TextLink>}
    >
      {sentTo === undefined ? (
        <ForgotForm onAsked={keep} />
      ) : (
        <>
          {isLimited ? (
            <Notice isLive title={own.limitedTitle}>
              {own.limitedText}
            </Notice>
          ) : (
            <Notice tone="ok" isLive title={own.sentTitle}>
              {own.sentText(sentTo)}
            </Notice>
          )}
          <RecoveryCode email={sentTo} onSent={() => keep(sentTo)} onChangeAddress={forget} />
        </>
      )}
    </AuthPage>
  );
}

interface Recovering {
  readonly recover: string;
  /** No mail was sent, since the address gets no more of them: one that somebody else asked for has a code, too. */
  readonly isLimited?: boolean;
}

function isRecovering(state: unknown): state is Recovering {
  return (
    typeof state === 'object' && state !== null && 'recover' in state && typeof state.recover === 'string'
  );
}

/** The address whose mail has the code, in the state of the page: it survives a reload and stays out of the address bar. */
function useSentMail() {
  const { state, pathname } = useLocation() as { readonly state: unknown; readonly pathname: string };
  const navigate = useNavigate();
  const become = (next: Recovering | null) => void navigate(pathname, { replace: true, state: next });
  return {
    sentTo: isRecovering(state) ? state.recover : undefined,
    isLimited: isRecovering(state) && state.isLimited === true,
    keep: (email: string, isLimited = false) => become({ recover: email, isLimited }),
    forget: () => become(null),
  };
}

/** Asks for the mail with the link and the code; the same answer whether the address is known or not. */
const askForMail = async (email: string, captcha: Captcha) =>
  auth.resetPasswordForEmail(email, {
    redirectTo: answerAddress(to('/new-password')),
    ...(await captcha.take()),
  });

interface RecoveryCodeProps {
  readonly email: string;
  readonly onSent: () => void;
  readonly onChangeAddress: () => void;
}

function RecoveryCode({ email, onSent, onChangeAddress }: RecoveryCodeProps) {
  const words = useAuthWords();
  const captcha = useCaptcha();
  const navigate = useNavigate();
  const verify = async (token: string) => {
    const { error } = await auth.verifyOtp({ email, token, type: 'recovery' });
    if (error) return authErrorText(error, words);
    await navigate(to('/new-password'), { replace: true });
    return undefined;
  };
  const resend = async () => {
    const { error } = await askForMail(email, captcha);
    if (error) return authErrorText(error, words);
    onSent();
    return undefined;
  };
  return (
    <>
      <MailCodeStep
        words={words}
        email={email}
        onVerify={verify}
        onResend={resend}
        onChangeAddress={onChangeAddress}
      />
      {captcha.field}
    </>
  );
}

interface ForgotFormProps {
  readonly onAsked: (email: string, isLimited: boolean) => void;
}

function ForgotForm({ onAsked }: ForgotFormProps) {
  const words = useAuthWords();
  const own = useForgotWords();
  const captcha = useCaptcha();
  const formId = useId();
  const [refusal, setRefusal] = useState<string>();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(emailOnlySchema(words)),
    defaultValues: { email: '' },
    shouldFocusError: false,
  });
  const { errors, isSubmitting, submitCount } = formState;
  const submit = handleSubmit(async ({ email }) => {
    setRefusal(undefined);
    const { error } = await askForMail(email, captcha);
    const isLimited = error?.code === 'over_email_send_rate_limit';
    if (error && !isLimited) setRefusal(authErrorText(error, words));
    else onAsked(email, isLimited);
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <ErrorSummary
        title={words.thereIsAProblem}
        errors={[
          ...(refusal === undefined ? [] : [{ message: refusal }]),
          ...summaryOf(errors, () => `${formId}-email`),
        ]}
        attempt={submitCount}
      />
      <TextField
        id={`${formId}-email`}
        type="email"
        autoComplete="username"
        label={words.email}
        error={errors.email?.message}
        {...register('email')}
      />
      {captcha.field}
      <Button type="submit" isWide isPending={isSubmitting} pendingText={own.pending}>
        {own.submit}
      </Button>
    </form>
  );
}
