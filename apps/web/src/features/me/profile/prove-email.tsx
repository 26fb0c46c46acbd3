import { useQueryClient } from '@tanstack/react-query';
import { authErrorText, useAuthSentences } from '../../../lib/auth-errors.ts';
import { auth } from '../../../lib/auth-client.ts';
import { MailCodeStep } from '../../../lib/code-step.tsx';
import { useLanguage } from '../../../lib/i18n.tsx';
import { keys } from '../../../lib/keys.ts';
import { errorText } from '../../../lib/problem.ts';
import { toast } from '../../../ui/toast.tsx';
import { useMeWords } from '../me.words.ts';

export interface ProveEmailProps {
  /** The address whose mail is asked for: the new one first, then the present one. */
  readonly sentTo: string;
  /** Keeps the dialog around it open for an answer. */
  readonly whileBusy: <T>(answer: Promise<T>) => Promise<T>;
  readonly onProven: () => void;
  readonly onResend: () => Promise<unknown>;
  readonly onChangeAddress: () => void;
}

/** A change of address by the codes of its mails, for who reads mail on another device. */
export function ProveEmail({ sentTo, whileBusy, onProven, onResend, onChangeAddress }: ProveEmailProps) {
  const words = useMeWords().profile;
  const sentences = useAuthSentences();
  const { language } = useLanguage();
  const client = useQueryClient();
  const verify = async (token: string) => {
    const { error } = await auth.verifyOtp({ email: sentTo, token, type: 'email_change' });
    if (error) return authErrorText(error, sentences);
    toast.success(words.addressConfirmed(sentTo));
    onProven();
    await client.invalidateQueries({ queryKey: keys.me });
    return undefined;
  };
  const resend = async () => {
    try {
      await onResend();
      return undefined;
    } catch (error) {
      return errorText(error, language);
    }
  };
  return (
    <MailCodeStep
      words={sentences}
      email={sentTo}
      onVerify={(token) => whileBusy(verify(token))}
      onResend={resend}
      onChangeAddress={onChangeAddress}
    />
  );
}
