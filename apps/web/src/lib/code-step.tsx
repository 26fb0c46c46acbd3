import { OTP_DIGITS, OTP_DIGITS_MAX } from '@mohlat/contract';
import { useEffect, useId, useState } from 'react';
import { Button, TextButton } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { OtpField } from '../ui/otp-field.tsx';
import { toast } from '../ui/toast.tsx';
import type { AuthSentences } from './auth-sentences.en.ts';

const RESEND_AFTER_SECONDS = 60;

interface CodeStepProps {
  readonly words: AuthSentences;
  readonly hint: string;
  /** Proves the number; returns what is said when it does not. */
  readonly onVerify: (token: string) => Promise<string | undefined>;
  /** Absent where the number is not theirs to choose here. */
  readonly onChangeNumber?: (() => void) | undefined;
  readonly onResend: () => Promise<string | undefined>;
}

/** The digits that were sent: six, and ten after many wrong codes. Typing on after six makes room for ten. */
export function CodeStep({ words, hint, onVerify, onChangeNumber, onResend }: CodeStepProps) {
  const fieldId = useId();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  // What a toast says aloud stands at its field, and not in the list of errors, which is read aloud too.
  const [isToasted, setIsToasted] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [isPending, setIsPending] = useState(false);
  const verify = async (token: string) => {
    if (isPending) return;
    setAttempt(attempt + 1);
    toast.dismissAll();
    setIsPending(true);
    const isWhole = token.length === OTP_DIGITS || token.length === OTP_DIGITS_MAX;
    const refusal = isWhole ? await onVerify(token) : words.invalidOtpText;
    setIsPending(false);
    setError(refusal);
    setIsToasted(!isWhole);
    if (!isWhole) toast.error(words.invalidOtp, words.invalidOtpText);
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
        errors={error === undefined || isToasted ? [] : [{ fieldId, message: error }]}
        attempt={attempt}
      />
      <OtpField
        id={fieldId}
        label={words.code}
        hint={hint}
        value={code}
        digitCountMax={OTP_DIGITS_MAX}
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
      <div className="-mx-1 flex flex-wrap justify-between gap-x-4">
        {onChangeNumber ? <TextButton onClick={onChangeNumber}>{words.changeNumber}</TextButton> : null}
        <ResendButton
          words={words}
          onResend={async () => {
            setCode('');
            setIsToasted(false);
            setError(await onResend());
          }}
        />
      </div>
    </form>
  );
}

interface MailCodeStepProps extends Omit<CodeStepProps, 'hint' | 'onChangeNumber'> {
  readonly email: string;
  readonly onChangeAddress: () => void;
}

/** The code of a mail, for who reads mail on another device than this one. */
export function MailCodeStep({ words, email, onChangeAddress, ...rest }: MailCodeStepProps) {
  const mailWords = {
    ...words,
    changeNumber: words.otherAddress,
    resend: words.resendMail,
    resendIn: words.resendMailIn,
  };
  return (
    <CodeStep {...rest} words={mailWords} hint={words.codeMailedTo(email)} onChangeNumber={onChangeAddress} />
  );
}

interface ResendButtonProps {
  readonly words: AuthSentences;
  readonly onResend: () => Promise<void>;
}

function ResendButton({ words, onResend }: ResendButtonProps) {
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
