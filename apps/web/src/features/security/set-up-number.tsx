import { isAuthError } from '@supabase/auth-js';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAuthSentences } from '../../lib/auth-errors.ts';
import { auth } from '../../lib/auth-client.ts';
import { CodeStep } from '../../lib/code-step.tsx';
import { formatMobile } from '../../lib/format.ts';
import { NumberStep } from '../../lib/number-step.tsx';
import { answerNumber, askNumber } from '../../lib/second-factor.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { accountChanged, afterFactor, firstCodes, type MadeCodes } from './security.data.ts';
import { useSecurityWords } from './security.words.ts';
import { useSetUpWords } from './set-up.words.ts';
import { useAuthText } from './use-auth-text.ts';

interface SetUpNumberProps {
  /** The account's own number, offered first. */
  readonly mobile: string | undefined;
  readonly onCodes: (codes: MadeCodes) => void;
  readonly onClose: () => void;
}

/** A number that has a code sent to it, and counts once that code came back. */
interface Begun {
  readonly factorId: string;
  readonly challengeId: string;
  readonly digits: string;
}

/** Begins a number and has the first code sent. Throws the auth service's error. */
async function begin(digits: string): Promise<Begun> {
  const { data, error } = await afterFactor(() =>
    auth.mfa.enroll({ factorType: 'phone', phone: `+91${digits}` }),
  );
  if (error) throw error;
  const asked = await askNumber({ factorId: data.id });
  if (asked.id !== undefined) return { factorId: data.id, challengeId: asked.id, digits };
  await auth.mfa.unenroll({ factorId: data.id });
  throw asked.error ?? new Error('no code was sent');
}

export function SetUpNumberDialog({ mobile, onCodes, onClose }: SetUpNumberProps) {
  const all = useSecurityWords();
  const { app, number: words } = useSetUpWords();
  const sentences = useAuthSentences();
  const textOf = useAuthText();
  const client = useQueryClient();
  const [typed, setTyped] = useState(/^91(\d{10})$/.exec(mobile ?? '')?.[1] ?? '');
  const [begun, setBegun] = useState<Begun>();
  const [isBusy, whileBusy] = useBusy();
  const send = async (digits: string) => {
    try {
      setBegun(await begin(digits));
      return undefined;
    } catch (refusal) {
      return textOf(refusal);
    }
  };
  const forget = async () => {
    if (begun) await auth.mfa.unenroll({ factorId: begun.factorId });
    setBegun(undefined);
  };
  const verify = async ({ factorId, challengeId }: Begun, code: string) => {
    const refusal = await answerNumber({ factorId }, challengeId, code);
    // An app shows the next code by itself; an SMS has to be asked for.
    if (isAuthError(refusal) && refusal.code === 'mfa_verification_failed')
      return sentences.errors['otp_expired'];
    if (refusal) return textOf(refusal);
    const codes = await firstCodes(client);
    toast.success(app.done, app.doneText);
    onClose();
    if (codes !== undefined) onCodes(codes);
    await accountChanged(client);
    return undefined;
  };
  const resend = async (now: Begun) => {
    const { id, error } = await askNumber(now);
    if (id !== undefined) setBegun({ ...now, challengeId: id });
    return error && textOf(error);
  };
  return (
    <Dialog
      onClose={onClose}
      title={words.title}
      description={words.text}
      closeLabel={all.close}
      isBusy={isBusy}
    >
      {begun === undefined ? (
        <NumberStep
          words={{ ...words, problem: all.failed }}
          typed={typed}
          onTyped={setTyped}
          onSend={(digits) => whileBusy(send(digits))}
        />
      ) : (
        <CodeStep
          words={sentences}
          hint={sentences.codeSentTo(formatMobile(begun.digits))}
          onVerify={(code) => whileBusy(verify(begun, code))}
          onResend={() => resend(begun)}
          onChangeNumber={() => void forget()}
        />
      )}
    </Dialog>
  );
}
