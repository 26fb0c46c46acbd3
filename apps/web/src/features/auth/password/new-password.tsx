import { zodResolver } from '@hookform/resolvers/zod';
import { isAuthRetryableFetchError } from '@supabase/auth-js';
import { useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useNavigate } from 'react-router';
import { auth } from '../../../lib/auth-client.ts';
import { isHalfIn, linkAnswer, sessionSettled, useSession } from '../../../lib/auth.ts';
import { summaryOf } from '../../../lib/form-errors.ts';
import { secondFactorPath } from '../../../lib/return-path.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { toast } from '../../../ui/toast.tsx';
import { authErrorText } from '../../../lib/auth-errors.ts';
import { accountName } from '../../../lib/account-name.ts';
import { AuthPage } from '../auth-page.tsx';
import { newPasswordSchema } from '../auth.schemas.ts';
import { useAuthWords } from '../auth.words.ts';
import { ElsewheresLink } from '../links/elsewheres-link.tsx';
import { useLinkWords } from '../links/links.words.ts';
import { NewPasswordPair } from './new-password-pair.tsx';
import { AfterAsking } from '../links/whose-link.tsx';
import { to } from '../../../lib/addresses.ts';

export const loader = () => sessionSettled();

/** Reached by the link in a recovery mail, which brings a session with it. */
export function Component() {
  return (
    <AfterAsking>
      <NewPassword />
    </AfterAsking>
  );
}

function NewPassword() {
  const words = useLinkWords().newPassword;
  const session = useSession();
  if (session.status !== 'in') {
    if (linkAnswer.isElsewheres) return <ElsewheresLink />;
    return (
      <AuthPage title={words.expiredTitle} subtitle={words.expiredText}>
        <LinkButton to={to('/forgot-password')} isWide>
          {words.askAgain}
        </LinkButton>
      </AuthPage>
    );
  }
  // A mailbox alone chooses no password where a second step stands behind the account.
  if (isHalfIn()) return <Navigate to={secondFactorPath(to('/new-password'))} replace />;
  return (
    <AuthPage title={words.title} subtitle={words.subtitle(accountName(session.session.user))}>
      <NewPasswordForm username={session.session.user.email} />
    </AuthPage>
  );
}

function NewPasswordForm({ username = '' }: { readonly username: string | undefined }) {
  const words = useAuthWords();
  const ways = useLinkWords().newPassword;
  const navigate = useNavigate();
  const formId = useId();
  const [refusal, setRefusal] = useState<string>();
  // Its answer was lost: the password may be this one by now.
  const lost = useRef<string>(undefined);
  const { register, handleSubmit, formState, watch } = useForm({
    resolver: zodResolver(newPasswordSchema(words)),
    defaultValues: { password: '', confirmPassword: '' },
    shouldFocusError: false,
  });
  const { errors, isSubmitting, submitCount } = formState;
  const idOf = (name: string) => `${formId}-${name}`;
  const fieldOf = (name: 'password' | 'confirmPassword') => ({
    id: idOf(name),
    error: errors[name]?.message,
    ...register(name),
  });
  const submit = handleSubmit(async ({ password }) => {
    setRefusal(undefined);
    const { error } = await auth.updateUser({ password });
    const isDone = lost.current === password && error?.code === 'same_password';
    if (isAuthRetryableFetchError(error)) lost.current = password;
    if (error && !isDone) {
      setRefusal(authErrorText(error, words));
      return;
    }
    toast.success(ways.done);
    await navigate(to('/dashboard'), { replace: true });
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <ErrorSummary
        title={words.thereIsAProblem}
        errors={[...(refusal === undefined ? [] : [{ message: refusal }]), ...summaryOf(errors, idOf)]}
        attempt={submitCount}
      />
      {/* A password manager keeps the new password under the account it belongs to. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <NewPasswordPair typed={watch('password')} fieldOf={fieldOf} />
      <Button type="submit" isWide isPending={isSubmitting} pendingText={ways.pending}>
        {ways.submit}
      </Button>
    </form>
  );
}
