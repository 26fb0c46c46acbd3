import { useNavigate } from 'react-router';
import { authErrorText } from '../../../lib/auth-errors.ts';
import { answerAddress } from '../answer-address.ts';
import { auth } from '../../../lib/auth-client.ts';
import { MailCodeStep } from '../../../lib/code-step.tsx';
import { useCaptcha } from '../use-captcha.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useAuthWords } from '../auth.words.ts';
import { to } from '../../../lib/addresses.ts';
import { signupErrorText } from './signup-error.ts';

interface ConfirmEmailProps {
  readonly email: string;
  /** The address is confirmed and the person is logged in. */
  readonly onConfirmed: () => void;
}

/** After a sign-up by email: where the mail went, and a field for its code. */
export function ConfirmEmail({ email, onConfirmed }: ConfirmEmailProps) {
  const words = useAuthWords();
  const captcha = useCaptcha();
  const navigate = useNavigate();
  const verify = async (token: string) => {
    const { error } = await auth.verifyOtp({ email, token, type: 'email' });
    if (error) return authErrorText(error, words);
    toast.success(words.confirm.done);
    onConfirmed();
    return undefined;
  };
  const resend = async () => {
    const { error } = await auth.resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: answerAddress(to('/auth/confirmed')), ...(await captcha.take()) },
    });
    if (error) return signupErrorText(error, words);
    toast.success(words.login.confirmationSent);
    return undefined;
  };
  return (
    <div className="flex flex-col gap-4 border-b border-line pb-6">
      <Notice isLive title={words.confirm.title}>
        <span className="break-words">{words.confirm.text(email)}</span>
      </Notice>
      <MailCodeStep
        words={words}
        email={email}
        onVerify={verify}
        onResend={resend}
        onChangeAddress={() => void navigate(to('/signup'))}
      />
      {captcha.field}
    </div>
  );
}
