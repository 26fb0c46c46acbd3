import { OTP_DIGITS, OTP_DIGITS_MAX } from '@mohlat/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { Button, TextButton } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { OtpField } from '../ui/otp-field.tsx';
import { toast } from '../ui/toast.tsx';
import { nowMs } from './product-clock.ts';
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
  /** The moment the code was sent, where that was before a reload: its wait goes on. */
  readonly sentAtMs?: number | undefined;
}

/** The typed code, and the result of its check. */
function useCode({ words, onVerify }: Pick<CodeStepProps, 'words' | 'onVerify'>) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  // A toast is read aloud. Its error stands at the field, and not in the list of errors, which is read aloud too.
  const [isToasted, setIsToasted] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [isPending, setIsPending] = useState(false);
  // The sixth digit asks by itself, and may be one of ten: then nothing takes the field away under the person's hands.
  const [isCalm, setIsCalm] = useState(false);
  const typed = useRef('');
  const type = (value: string) => {
    typed.current = value;
    setCode(value);
    setError(undefined);
  };
  const verify = async (token: string, isByItself = false) => {
    if (isPending) return;
    setIsCalm(isByItself);
    toast.dismissAll();
    setIsPending(true);
    const isWhole = token.length === OTP_DIGITS || token.length === OTP_DIGITS_MAX;
    let refusal = isWhole ? await onVerify(token) : words.invalidOtpText;
    const hasGoneOn = refusal !== undefined && typed.current !== token;
    if (hasGoneOn && typed.current.length === OTP_DIGITS_MAX) refusal = await onVerify(typed.current);
    else if (hasGoneOn) refusal = undefined;
    setIsPending(false);
    if (refusal !== undefined) setAttempt(attempt + 1);
    setError(refusal);
    setIsToasted(!isWhole);
    if (!isWhole) toast.error(words.invalidOtp, words.invalidOtpText);
  };
  const refuse = (refusal: string | undefined) => {
    setIsToasted(false);
    setError(refusal);
  };
  return {
    code,
    error,
    isListed: error !== undefined && !isToasted,
    attempt,
    isPending,
    isCalm,
    type,
    verify,
    refuse,
  };
}

/**
 * The digits that were sent: six, and ten after many wrong codes. Typing on after six makes room for ten; what is said of the
 * first six by then is no news, since they were no code.
 */
export function CodeStep({ words, hint, onVerify, onChangeNumber, onResend, sentAtMs }: CodeStepProps) {
  const fieldId = useId();
  const [isResent, setIsResent] = useState(false);
  const { code, error, isListed, attempt, isPending, isCalm, type, verify, refuse } = useCode({
    words,
    onVerify,
  });
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
        errors={isListed && error !== undefined ? [{ fieldId, message: error }] : []}
        attempt={attempt}
        isCalm={isCalm}
      />
      <OtpField
        id={fieldId}
        label={words.code}
        hint={attempt > 0 || isResent ? `${hint} · ${words.mayBeLonger}` : hint}
        value={code}
        digitCountMax={OTP_DIGITS_MAX}
        error={error}
        autoFocus
        onValueChange={type}
        onComplete={(value) => void verify(value, true)}
      />
      <Button type="submit" isWide isPending={isPending} pendingText={words.verifying}>
        {words.verify}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4">
        {onChangeNumber ? (
          <TextButton disabled={isPending} onClick={onChangeNumber}>
            {words.changeNumber}
          </TextButton>
        ) : null}
        <ResendButton
          words={words}
          sentAtMs={sentAtMs}
          isHeld={isPending}
          onResend={async () => {
            type('');
            const refusal = await onResend();
            if (refusal === undefined) setIsResent(true);
            refuse(refusal);
            return refusal;
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

function secondsToWait(sentAtMs: number | undefined): number {
  if (sentAtMs === undefined) return RESEND_AFTER_SECONDS;
  const passed = Math.floor((nowMs() - sentAtMs) / 1000);
  return Math.min(RESEND_AFTER_SECONDS, Math.max(0, RESEND_AFTER_SECONDS - passed));
}

interface ResendButtonProps extends Pick<CodeStepProps, 'sentAtMs'> {
  readonly words: Pick<AuthSentences, 'resend' | 'resendIn'>;
  /** The code that is there is being judged. */
  readonly isHeld?: boolean;
  /** Returns why no other code was sent; undefined where one was. */
  readonly onResend: () => Promise<string | undefined>;
}

/** Asks for another code, a minute after the last one that was sent. */
export function ResendButton({ words, onResend, sentAtMs, isHeld = false }: ResendButtonProps) {
  const [secondsLeft, setSecondsLeft] = useState(() => secondsToWait(sentAtMs));
  const [isSending, setIsSending] = useState(false);
  const isWaiting = secondsLeft > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => setSecondsLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const resend = async () => {
    setIsSending(true);
    const refusal = await onResend();
    setIsSending(false);
    if (refusal === undefined) setSecondsLeft(RESEND_AFTER_SECONDS);
  };
  const clock = `0:${String(secondsLeft % 60).padStart(2, '0')}`;
  return (
    <TextButton disabled={isWaiting || isSending || isHeld} className="tabular" onClick={() => void resend()}>
      {isWaiting ? words.resendIn(secondsLeft === RESEND_AFTER_SECONDS ? '1:00' : clock) : words.resend}
    </TextButton>
  );
}
