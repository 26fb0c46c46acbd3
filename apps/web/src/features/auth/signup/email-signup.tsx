import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useId, useState } from 'react';
import { useForm, type FieldErrors } from 'react-hook-form';
import { to } from '../../../lib/addresses.ts';
import { answerAddress } from '../answer-address.ts';
import { auth } from '../../../lib/auth-client.ts';
import { useCaptcha } from '../use-captcha.tsx';
import { summaryOf } from '../../../lib/form-errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/choice.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useErrorTitle } from '../../../ui/error-title.ts';
import { toast } from '../../../ui/toast.tsx';
import { signupSchema } from '../auth.schemas.ts';
import { type AuthWords, useAuthWords } from '../auth.words.ts';
import { NewPasswordPair } from '../password/new-password-pair.tsx';
import { signupErrorText } from './signup-error.ts';
import { TermsLabel } from './terms-label.tsx';

interface EmailSignupProps {
  /** Its tab is the one that shows; what was wrong is forgotten when it no longer is. */
  readonly isOpen: boolean;
  readonly referralCode: string | undefined;
  /** The account is made and waits for its address to be confirmed. */
  readonly onDone: (email: string) => void;
}

interface SignupValues {
  email: string;
  password: string;
  confirmPassword: string;
  isAgreed: boolean;
}

/** Picks the mistake that a toast names: unequal passwords, else missing consent. The error summary has shorter words. */
function toasted(found: FieldErrors<SignupValues>, { signup }: AuthWords): keyof SignupValues | undefined {
  if (found.confirmPassword?.message === signup.mismatchText) return 'confirmPassword';
  return found.isAgreed === undefined ? undefined : 'isAgreed';
}

function echo(name: keyof SignupValues | undefined, { signup }: AuthWords): void {
  if (name === 'confirmPassword') toast.error(signup.mismatch, signup.mismatchText);
  if (name === 'isAgreed') toast.error(signup.termsTitle, signup.termsText);
}

function useEmailSignup({ isOpen, referralCode, onDone }: EmailSignupProps) {
  const words = useAuthWords();
  const captcha = useCaptcha();
  const [refusal, setRefusal] = useState<string>();
  const { register, handleSubmit, formState, watch, clearErrors, setError } = useForm<SignupValues>({
    resolver: zodResolver(signupSchema(words)),
    defaultValues: { email: '', password: '', confirmPassword: '', isAgreed: false },
    shouldFocusError: false,
  });
  const submit = handleSubmit(
    async (values) => {
      setRefusal(undefined);
      toast.dismissAll();
      const { error } = await auth.signUp({
        email: values.email,
        password: values.password,
        options: {
          emailRedirectTo: answerAddress(to('/auth/confirmed')),
          ...(await captcha.take()),
          ...(referralCode === undefined ? {} : { data: { ref: referralCode } }),
        },
      });
      if (error) {
        const sentence = signupErrorText(error, words);
        toast.error(words.signup.failed, sentence);
        // A mistake in a field is told at the field, and stays there when the toast is gone.
        if (error.code === 'weak_password') setError('password', { message: sentence });
        else setRefusal(sentence);
        return;
      }
      toast.success(words.signup.success, words.signup.successText);
      onDone(values.email);
    },
    (found) => {
      setRefusal(undefined);
      toast.dismissAll();
      echo(toasted(found, words), words);
    },
  );
  useEffect(() => {
    if (!isOpen) clearErrors();
  }, [isOpen, clearErrors]);
  useErrorTitle(refusal !== undefined && isOpen);
  return { register, formState, watch, refusal, submit, captchaField: captcha.field };
}

export function EmailSignup(props: EmailSignupProps) {
  const words = useAuthWords();
  const formId = useId();
  const idOf = (name: string) => `${formId}-${name}`;
  const { register, formState, watch, refusal, submit, captchaField } = useEmailSignup(props);
  const { errors, isSubmitting, submitCount } = formState;
  const fieldOf = (name: 'email' | 'password' | 'confirmPassword' | 'isAgreed') => ({
    id: idOf(name),
    error: errors[name]?.message,
    ...register(name),
  });
  const unheard = refusal !== undefined && toast.isMute() ? [{ message: refusal }] : [];
  const short: Readonly<Record<string, string>> = {
    [words.signup.mismatchText]: words.signup.mismatchListed,
    [words.signup.termsText]: words.signup.termsListed,
  };
  const listed = summaryOf(errors, idOf).map(({ fieldId, message }) => ({
    fieldId,
    message: short[message] ?? message,
  }));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <ErrorSummary
        title={unheard.length === 0 ? words.thereIsAProblem : words.signup.failed}
        errors={[...unheard, ...listed]}
        attempt={submitCount}
      />
      <TextField type="email" autoComplete="username" label={words.email} {...fieldOf('email')} />
      <NewPasswordPair typed={watch('password')} fieldOf={fieldOf} />
      <Checkbox label={<TermsLabel />} {...fieldOf('isAgreed')} />
      {captchaField}
      <Button type="submit" isWide isPending={isSubmitting} pendingText={words.signup.pending}>
        {words.signup.submit}
      </Button>
    </form>
  );
}
