import { type AuthError, isAuthError } from '@supabase/auth-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { auth } from '../../lib/auth-client.ts';
import { thrownBy } from '../../lib/auth-errors.ts';
import { ErrorFace, LoadingFace } from '../../lib/faces.tsx';
import { keys } from '../../lib/keys.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { CopyButton } from '../../lib/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OtpField } from '../../ui/otp-field.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { accountChanged, afterFactor, firstCodes, type MadeCodes } from './security.data.ts';
import { useSecurityWords } from './security.words.ts';
import { useSetUpWords } from './set-up.words.ts';
import { useAuthText } from './use-auth-text.ts';

const DIGITS = 6;
const ISSUER = 'Mohlat';

interface Enrolment {
  readonly factorId: string;
  /** An image's address. */
  readonly qrCode: string;
  readonly secret: string;
  readonly uri: string;
}

/** Begins an enrolment. An abandoned one is forgotten by the service. */
async function enrol(): Promise<Enrolment> {
  const { data, error } = await afterFactor(() => auth.mfa.enroll({ factorType: 'totp', issuer: ISSUER }));
  if (error) throw thrownBy(error);
  const { qr_code: qrCode, secret, uri } = data.totp;
  return { factorId: data.id, qrCode, secret, uri };
}

interface SetUpAppProps {
  readonly onCodes: (codes: MadeCodes) => void;
  readonly onClose: () => void;
}

/** Refusals that trying again does not lift: the log-in is old, or the account waits for its owner. */
const MAY_NOT_ADD: readonly string[] = ['reauthentication_needed', 'account_guarded'];

/** Scan or type the secret, then show that the app has it. */
export function SetUpAppDialog({ onCodes, onClose }: SetUpAppProps) {
  const words = useSetUpWords().app;
  const textOf = useAuthText();
  // A new secret each time it is opened, and the same one for as long as it is open.
  const enrolment = useQuery({
    queryKey: keys.enrolment,
    queryFn: enrol,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const turning = useTurnOn(enrolment.data?.factorId, onCodes, onClose);
  const { error } = enrolment;
  const isRefused = isAuthError(error) && MAY_NOT_ADD.includes(error.code ?? '');
  const refusal = isRefused ? textOf(error) : undefined;
  return (
    <Dialog
      onClose={onClose}
      title={words.title}
      description={words.text}
      closeLabel={useSecurityWords().close}
      isBusy={turning.isPending}
    >
      {enrolment.isPending ? (
        <LoadingFace>
          <Skeleton height="hero" />
          <Skeleton height="row" />
        </LoadingFace>
      ) : null}
      {refusal === undefined ? null : <Notice tone="bad">{refusal}</Notice>}
      {enrolment.isError && refusal === undefined ? (
        <ErrorFace error={enrolment.error} onRetry={() => void enrolment.refetch()} />
      ) : null}
      {enrolment.data ? <Steps enrolment={enrolment.data} {...turning} /> : null}
    </Dialog>
  );
}

interface StepsProps extends ReturnType<typeof useTurnOn> {
  readonly enrolment: Enrolment;
}

function Steps({ enrolment, error, attempt, isPending, turnOn, forget }: StepsProps) {
  const words = useSetUpWords().app;
  const fieldId = useId();
  const [code, setCode] = useState('');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void turnOn(code);
      }}
      className="flex flex-col gap-4"
    >
      <ErrorSummary
        title={useSecurityWords().failed}
        errors={error === undefined ? [] : [{ fieldId, message: error }]}
        attempt={attempt}
      />
      <Secret enrolment={enrolment} />
      <OtpField
        id={fieldId}
        label={words.enter}
        value={code}
        error={error}
        onValueChange={(typed) => {
          setCode(typed);
          forget();
        }}
        onComplete={(typed) => void turnOn(typed)}
      />
      <Button type="submit" isWide isPending={isPending} pendingText={words.confirming}>
        {words.confirm}
      </Button>
    </form>
  );
}

function Secret({ enrolment: { qrCode, secret, uri } }: { readonly enrolment: Enrolment }) {
  const words = useSetUpWords().app;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-small font-medium">{words.scan}</p>
      {/* Cameras read dark squares on white alone, whatever the theme. */}
      <img
        src={qrCode}
        alt={words.qr}
        width={208}
        height={208}
        className="self-center rounded-input border border-line"
      />
      <TextLink to={uri} isPlain className="inline-flex min-h-11 items-center self-center md:hidden">
        {words.open}
      </TextLink>
      <div>
        <p className="text-small text-ink-2">{words.type}</p>
        <div className="flex items-center justify-between gap-2 rounded-input bg-sunken pl-3.5">
          <code className="min-w-0 py-2 text-small">{grouped(secret)}</code>
          <CopyButton text={secret} label={words.copyKey} />
        </div>
      </div>
    </div>
  );
}

/** In fours, as it is read and typed. */
function grouped(text: string): string {
  return text.replace(/(.{4})(?=.)/g, '$1 ');
}

function useTurnOn(factorId: string | undefined, onCodes: SetUpAppProps['onCodes'], onClose: () => void) {
  const words = useSetUpWords().app;
  const textOf = useAuthText();
  const client = useQueryClient();
  const [error, setError] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [isPending, setIsPending] = useState(false);
  const refuse = (said: string | undefined) => {
    setAttempt((before) => before + 1);
    setError(said);
  };
  const turnOn = async (code: string) => {
    if (isPending || factorId === undefined) return;
    if (code.length !== DIGITS) {
      refuse(words.codeNeeded);
      return;
    }
    setIsPending(true);
    const { error: refusal }: { error: AuthError | null } = await auth.mfa.challengeAndVerify({
      factorId,
      code,
    });
    if (refusal) {
      setIsPending(false);
      refuse(textOf(refusal));
      return;
    }
    const codes = await firstCodes(client);
    toast.success(words.done, words.doneText);
    onClose();
    if (codes !== undefined) onCodes(codes);
    await accountChanged(client);
  };
  return { error, attempt, isPending, turnOn, forget: () => setError(undefined) };
}
