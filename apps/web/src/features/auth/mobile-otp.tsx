import { useId, useState, type ReactNode } from 'react';
import { authErrorText } from '../../lib/auth-errors.ts';
import { auth } from '../../lib/auth.ts';
import { CodeStep } from '../../lib/code-step.tsx';
import { formatMobile } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary, type SummaryError } from '../../ui/error-summary.tsx';
import { toast } from '../../ui/toast.tsx';
import { PhoneField } from '../../ui/typed-fields.tsx';
import { mobileDigits } from './auth.schemas.ts';
import { useAuthWords } from './auth.words.ts';

interface MobileOtpProps {
  /** Sign-up makes the account; log-in only finds it, and says the same whether it exists or not. */
  readonly isSignup: boolean;
  readonly onVerified: () => void;
  /** Checked before a code is sent; returns what is missing. The sign-up's terms stand in `children`. */
  readonly check?: () => SummaryError | undefined;
  readonly referralCode?: string | undefined;
  readonly children?: ReactNode;
}

/** A number, then the code sent to it. */
export function MobileOtp({ isSignup, onVerified, check, referralCode, children }: MobileOtpProps) {
  const words = useAuthWords();
  const [sentTo, setSentTo] = useState<string>();
  const [typed, setTyped] = useState('');
  const send = async (digits: string): Promise<string | undefined> => {
    const { error } = await auth.signInWithOtp({
      phone: `+91${digits}`,
      options: {
        shouldCreateUser: isSignup,
        ...(referralCode === undefined ? {} : { data: { ref: referralCode } }),
      },
    });
    // For a log-in, "no such user" looks like success: a number must not tell whether it has an account.
    if (error && (isSignup || error.code !== 'otp_disabled')) return authErrorText(error, words);
    if (isSignup) toast.success(words.otpSent, words.otpSentText(formatMobile(digits)));
    setSentTo(digits);
    return undefined;
  };
  const verify = async (token: string): Promise<string | undefined> => {
    const { error } = await auth.verifyOtp({ phone: `+91${sentTo}`, token, type: 'sms' });
    if (error) return authErrorText(error, words);
    onVerified();
    return undefined;
  };
  if (sentTo === undefined) {
    return (
      <NumberStep typed={typed} onTyped={setTyped} check={check} onSend={send}>
        {children}
      </NumberStep>
    );
  }
  return (
    <CodeStep
      key={sentTo}
      words={words}
      hint={(isSignup ? words.codeSentTo : words.otpSentMaybe)(formatMobile(sentTo))}
      onChangeNumber={() => setSentTo(undefined)}
      onResend={() => send(sentTo)}
      onVerify={verify}
    />
  );
}

interface NumberStepProps {
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly check: MobileOtpProps['check'];
  readonly onSend: (digits: string) => Promise<string | undefined>;
  readonly children: ReactNode;
}

function NumberStep({ typed, onTyped, check, onSend, children }: NumberStepProps) {
  const words = useAuthWords();
  const fieldId = useId();
  const [errors, setErrors] = useState<readonly SummaryError[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [isPending, setIsPending] = useState(false);
  const submit = async () => {
    setAttempt(attempt + 1);
    toast.dismissAll();
    const digits = mobileDigits(typed);
    const missing = check?.();
    const found = [
      ...(digits === undefined ? [{ fieldId, message: words.mobileRule }] : []),
      ...(missing ? [missing] : []),
    ];
    setErrors(found);
    if (digits === undefined || missing) return;
    setIsPending(true);
    const refusal = await onSend(digits);
    setIsPending(false);
    if (refusal !== undefined) setErrors([{ fieldId, message: refusal }]);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="flex flex-col gap-4"
    >
      <ErrorSummary title={words.thereIsAProblem} errors={errors} attempt={attempt} />
      <PhoneField
        id={fieldId}
        label={words.mobile}
        hint={words.mobileHint}
        value={typed}
        error={errors.find((error) => error.fieldId === fieldId)?.message}
        onChange={(event) => onTyped(event.currentTarget.value)}
      />
      {children}
      <Button type="submit" isWide isPending={isPending} pendingText={words.sendingOtp}>
        {words.sendOtp}
      </Button>
    </form>
  );
}
