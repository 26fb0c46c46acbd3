import { zodResolver } from '@hookform/resolvers/zod';
import { OTP_DIGITS_MAX } from '@mohlat/contract';
import { isAuthRetryableFetchError } from '@supabase/auth-js';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { auth } from '../../lib/auth-client.ts';
import { ResendButton } from '../../lib/code-step.tsx';
import { summaryOf } from '../../lib/form-errors.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { OtpField } from '../../ui/otp-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { type PasswordWords, usePasswordWords } from './password.words.ts';
import { accountChanged } from './security.data.ts';
import { useSecurityWords } from './security.words.ts';
import { useAuthText } from './use-auth-text.ts';

const LENGTH_HINT = 8;
/** Refusals of what proves the owner, which a change that went through makes old. */
const PROOFS: readonly string[] = [
  'current_password_invalid',
  'current_password_required',
  'reauthentication_not_valid',
];

/** The service decides what is long enough; here both have to be the same. */
function schemaOf(words: PasswordWords) {
  return z
    .object({
      current: z.string(),
      password: z.string().min(1, words.needed),
      confirm: z.string().min(1, words.confirmNeeded),
    })
    .refine(({ password, confirm }) => password === confirm, { path: ['confirm'], message: words.mismatch });
}

type Values = z.infer<ReturnType<typeof schemaOf>>;

interface ChangePasswordProps {
  /** For the password manager: whose password it is. */
  readonly email: string | undefined;
  readonly onClose: () => void;
}

export function ChangePasswordDialog({ email, onClose }: ChangePasswordProps) {
  const all = useSecurityWords();
  const words = usePasswordWords();
  const formId = useId();
  const { send, sendCode, refusal, needsCode, code, setCode } = useChange(onClose);
  const form = useForm({
    resolver: zodResolver(schemaOf(words)),
    defaultValues: { current: '', password: '', confirm: '' },
    shouldFocusError: false,
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  const idOf = (name: string) => `${formId}-${name}`;
  return (
    <FormDialog
      title={words.dialogTitle}
      description={words.dialogText}
      closeLabel={all.close}
      submit={words.save}
      pending={words.saving}
      isPending={isSubmitting}
      onSubmit={() => void form.handleSubmit(send)()}
      onClose={onClose}
    >
      <ErrorSummary
        title={words.problem}
        errors={[...(refusal === undefined ? [] : [{ message: refusal }]), ...summaryOf(errors, idOf)]}
        attempt={submitCount}
      />
      <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
      <Fields form={form} idOf={idOf} />
      {needsCode ? (
        <div className="flex flex-col gap-2">
          <OtpField
            id={idOf('code')}
            label={words.code}
            hint={words.codeHint}
            value={code}
            digitCountMax={OTP_DIGITS_MAX}
            onValueChange={setCode}
          />
          <div>
            <ResendButton words={words} isHeld={isSubmitting} onResend={sendCode} />
          </div>
        </div>
      ) : null}
    </FormDialog>
  );
}

interface FieldsProps {
  readonly form: UseFormReturn<Values>;
  readonly idOf: (name: string) => string;
}

function Fields({ form: { register, watch, formState }, idOf }: FieldsProps) {
  const words = usePasswordWords();
  const { errors } = formState;
  const show = { showLabel: words.show, hideLabel: words.hide };
  return (
    <>
      <PasswordField
        id={idOf('current')}
        label={words.current}
        hint={words.currentHint}
        error={errors.current?.message}
        {...show}
        {...register('current')}
      />
      <PasswordField
        id={idOf('password')}
        autoComplete="new-password"
        label={words.next}
        hint={watch('password').length >= LENGTH_HINT ? words.good : words.hint}
        error={errors.password?.message}
        {...show}
        {...register('password')}
      />
      <PasswordField
        id={idOf('confirm')}
        autoComplete="new-password"
        label={words.confirm}
        error={errors.confirm?.message}
        {...show}
        {...register('confirm')}
      />
    </>
  );
}

function useChange(onClose: () => void) {
  const words = usePasswordWords();
  const textOf = useAuthText();
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<string>();
  const [needsCode, setNeedsCode] = useState(false);
  const [code, setCode] = useState('');
  const sendCode = async () => {
    const { error } = await auth.reauthenticate();
    if (!error) {
      setNeedsCode(true);
      setCode('');
    }
    const refused = error ? (textOf(error) ?? error.message) : undefined;
    setRefusal(refused ?? words.codeSent);
    return refused;
  };
  // The values sent when an answer was lost: the password may be that one by now.
  const lost = useRef<Pick<Values, 'current' | 'password'>>(undefined);
  const send = async ({ current, password }: Values) => {
    setRefusal(undefined);
    const wasLost = lost.current?.current === current && lost.current.password === password;
    const { error } = await auth.updateUser({
      password,
      ...(current === '' ? {} : { current_password: current }),
      ...(code === '' ? {} : { nonce: code }),
    });
    if (isAuthRetryableFetchError(error)) lost.current = { current, password };
    if (error?.code === 'reauthentication_needed') {
      if (needsCode) setRefusal(words.codeSent);
      else await sendCode();
      return;
    }
    const isDone = wasLost && current !== password && error?.code === 'same_password';
    if (error && !isDone) {
      setRefusal(wasLost && PROOFS.includes(error.code ?? '') ? words.mayBeChanged : textOf(error));
      return;
    }
    toast.success(words.done, words.doneText);
    onClose();
    await accountChanged(client);
  };
  return { send, sendCode, refusal, needsCode, code, setCode };
}
