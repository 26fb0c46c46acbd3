import { useQueryClient } from '@tanstack/react-query';
import { authErrorText, useAuthSentences } from '../../../lib/auth-errors.ts';
import { auth } from '../../../lib/auth-client.ts';
import { CodeStep } from '../../../lib/code-step.tsx';
import { formatMobile } from '../../../lib/format.ts';
import { keys } from '../../../lib/keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { useMeWords } from '../me.words.ts';

interface ProveMobileProps {
  readonly digits: string;
  /** Keeps the dialog around it open for an answer. */
  readonly whileBusy: <T>(answer: Promise<T>) => Promise<T>;
  readonly onChangeNumber: () => void;
  /** For another code the log-in is too old. */
  readonly onStale: () => void;
  readonly onProven: () => void;
}

/** A number counts once its holder has typed the code that was sent to it. */
export function ProveMobile({ digits, whileBusy, onChangeNumber, onStale, onProven }: ProveMobileProps) {
  const words = useMeWords().profile;
  const sentences = useAuthSentences();
  const client = useQueryClient();
  const phone = `+91${digits}`;
  const verify = async (token: string) => {
    const { error } = await auth.verifyOtp({ phone, token, type: 'phone_change' });
    if (error) return authErrorText(error, sentences);
    await client.invalidateQueries({ queryKey: keys.me });
    toast.success(words.updated);
    onProven();
    return undefined;
  };
  const resend = async () => {
    const { error } = await auth.updateUser({ phone });
    if (error?.code === 'reauthentication_needed') {
      onStale();
      return undefined;
    }
    if (error) return authErrorText(error, sentences);
    toast.success(sentences.otpSent, sentences.otpSentText(formatMobile(phone)));
    return undefined;
  };
  return (
    <CodeStep
      words={sentences}
      hint={sentences.codeSentTo(formatMobile(phone))}
      onVerify={(token) => whileBusy(verify(token))}
      onChangeNumber={onChangeNumber}
      onResend={resend}
    />
  );
}
