import { OTP_DIGITS } from '@mohlat/contract';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { auth } from '../../lib/auth.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { ErrorSummary, type SummaryError } from '../../ui/error-summary.tsx';
import { OtpField } from '../../ui/otp-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { PhoneField } from '../../ui/typed-fields.tsx';
import { authErrorText } from './auth-errors.ts';
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

const RESEND_AFTER_SECONDS = 60;

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
    if (isSignup) toast.success(words.otpSent, words.otpSentText(digits));
    setSentTo(digits);
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
      digits={sentTo}
      hint={isSignup ? words.codeSentTo(sentTo) : words.otpSentMaybe(sentTo)}
      onChangeNumber={() => setSentTo(undefined)}
      onResend={() => send(sentTo)}
      onVerified={onVerified}
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

interface CodeStepProps {
  readonly digits: string;
  readonly hint: string;
  readonly onChangeNumber: () => void;
  readonly onResend: () => Promise<string | undefined>;
  readonly onVerified: () => void;
}

function CodeStep({ digits, hint, onChangeNumber, onResend, onVerified }: CodeStepProps) {
  const words = useAuthWords();
  const fieldId = useId();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [isPending, setIsPending] = useState(false);
  const verify = async (token: string) => {
    if (isPending) return;
    setAttempt(attempt + 1);
    toast.dismissAll();
    if (token.length !== OTP_DIGITS) {
      setError(words.invalidOtpText);
      toast.error(words.invalidOtp, words.invalidOtpText);
      return;
    }
    setIsPending(true);
    const { error: refusal } = await auth.verifyOtp({ phone: `+91${digits}`, token, type: 'sms' });
    setIsPending(false);
    if (refusal) {
      const sentence = authErrorText(refusal, words);
      setError(sentence);
      toast.error(words.invalidOtp, sentence);
      return;
    }
    onVerified();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void verify(code);
      }}
      className="flex flex-col gap-4"
    >
      <ErrorSummary
        title={words.invalidOtp}
        errors={error === undefined ? [] : [{ fieldId, message: error }]}
        attempt={attempt}
      />
      <OtpField
        id={fieldId}
        label={words.code}
        hint={hint}
        value={code}
        error={error}
        autoFocus
        onValueChange={(value) => {
          setCode(value);
          setError(undefined);
        }}
        onComplete={(value) => void verify(value)}
      />
      <Button type="submit" isWide isPending={isPending} pendingText={words.verifying}>
        {words.verify}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4">
        <TextButton onClick={onChangeNumber}>{words.changeNumber}</TextButton>
        <ResendButton
          onResend={async () => {
            setCode('');
            setError(await onResend());
          }}
        />
      </div>
    </form>
  );
}

function ResendButton({ onResend }: { readonly onResend: () => Promise<void> }) {
  const words = useAuthWords();
  const [secondsLeft, setSecondsLeft] = useState(RESEND_AFTER_SECONDS);
  const isWaiting = secondsLeft > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => setSecondsLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const clock = `0:${String(secondsLeft % 60).padStart(2, '0')}`;
  return (
    <TextButton
      disabled={isWaiting}
      className="tabular"
      onClick={() => {
        setSecondsLeft(RESEND_AFTER_SECONDS);
        void onResend();
      }}
    >
      {isWaiting ? words.resendIn(secondsLeft === RESEND_AFTER_SECONDS ? '1:00' : clock) : words.resend}
    </TextButton>
  );
}
