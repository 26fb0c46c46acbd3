import { useState, type ReactNode } from 'react';
import { authErrorText } from '../../../lib/auth-errors.ts';
import { auth } from '../../../lib/auth-client.ts';
import { CodeStep } from '../../../lib/code-step.tsx';
import { useCaptcha } from '../use-captcha.tsx';
import { formatMobile } from '../../../lib/format.ts';
import { NumberStep } from '../../../lib/number-step.tsx';
import type { SummaryError } from '../../../ui/error-summary.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSentCode } from './sent-code.ts';
import { type AuthWords, useAuthWords } from '../auth.words.ts';

interface MobileOtpProps {
  /** Sign-up makes the account; log-in only finds it, and says the same whether it exists or not. */
  readonly isSignup: boolean;
  readonly onVerified: () => void;
  /** The number of this visit to the tab, where it stands in one. */
  readonly visit?: number;
  /** Runs before a code is sent, and says itself what is missing. The sign-up's terms stand in `children`. */
  readonly check?: () => boolean;
  /** The mistakes in `children`, for the error summary. */
  readonly wrongBelow?: readonly SummaryError[];
  readonly referralCode?: string | undefined;
  readonly children?: ReactNode;
}

function numberWords(words: AuthWords) {
  const { thereIsAProblem: problem, mobileRule: rule, sendOtp: send, sendingOtp: sending } = words;
  return { ...words, problem, rule, send, sending };
}

/** A number, then the code sent to it. */
export function MobileOtp({
  isSignup,
  visit = 0,
  onVerified,
  check,
  referralCode,
  wrongBelow = [],
  children,
}: MobileOtpProps) {
  const words = useAuthWords();
  const captcha = useCaptcha();
  const { sent, keep, done, forget } = useSentCode(isSignup ? 'signup' : 'login');
  const sentTo = sent?.digits;
  const [typed, setTyped] = useState('');
  const send = async (digits: string): Promise<string | undefined> => {
    const { error } = await auth.signInWithOtp({
      phone: `+91${digits}`,
      options: {
        shouldCreateUser: isSignup,
        ...(await captcha.take()),
        ...(isSignup && referralCode !== undefined ? { data: { ref: referralCode } } : {}),
      },
    });
    // For a log-in, "no such user" looks like success: a number must not tell whether it has an account.
    if (error && (isSignup || error.code !== 'otp_disabled')) return authErrorText(error, words);
    if (isSignup) toast.success(words.otpSent, words.otpSentText(formatMobile(digits)));
    keep(digits);
    return undefined;
  };
  const verify = async (token: string): Promise<string | undefined> => {
    const { error } = await auth.verifyOtp({ phone: `+91${sentTo}`, token, type: 'sms' });
    if (error) return authErrorText(error, words);
    done();
    onVerified();
    return undefined;
  };
  const step =
    sentTo === undefined ? (
      <NumberStep
        words={numberWords(words)}
        visit={visit}
        typed={typed}
        onTyped={setTyped}
        check={() => {
          toast.dismissAll();
          return check?.() ?? true;
        }}
        onSend={send}
        wrongBelow={wrongBelow}
      >
        {children}
      </NumberStep>
    ) : (
      <CodeStep
        key={sentTo}
        words={words}
        hint={(isSignup ? words.codeSentTo : words.otpSentMaybe)(formatMobile(sentTo))}
        sentAtMs={sent?.atMs}
        onChangeNumber={forget}
        onResend={() => send(sentTo)}
        onVerify={verify}
      />
    );
  return (
    <div className="flex flex-col gap-4">
      {step}
      {captcha.field}
    </div>
  );
}
