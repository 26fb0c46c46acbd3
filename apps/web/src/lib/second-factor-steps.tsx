import { isAuthError } from '@supabase/auth-js';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ErrorFace, LoadingFace } from './faces.tsx';
import { Skeleton } from '../ui/states.tsx';
import { keys } from './keys.ts';
import { findWays, answerNumber, askNumber, type PhoneWay, prove, type Way } from './second-factor.ts';
import { useSecondFactorWords, type SecondFactorWords } from './second-factor.words.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { OtpField } from '../ui/otp-field.tsx';
import { useAuthSentences } from './auth-errors.ts';
import { CodeStep } from './code-step.tsx';
import { isClosed, refusalText } from './second-factor-text.ts';
import { to } from './addresses.ts';

/** Reads what the account has, asks for one of it, and says when it was shown. */
export function SecondFactorSteps({ onPassed }: { readonly onPassed: () => void }) {
  const words = useSecondFactorWords();
  const ways = useQuery({ queryKey: keys.ways, queryFn: findWays, staleTime: 0, gcTime: 0 });
  if (ways.data !== undefined) return <SecondFactorForm ways={ways.data} onPassed={onPassed} />;
  if (ways.isError) {
    return <ErrorFace error={ways.error} title={words.cannotLoad} onRetry={() => void ways.refetch()} />;
  }
  return (
    <LoadingFace onRetry={() => void ways.refetch()}>
      <Skeleton height="row" />
      <Skeleton height="row" />
    </LoadingFace>
  );
}

const DIGITS = 6;

interface SecondFactorFormProps {
  /** The second factors of the account; at least one to choose from. */
  readonly ways: readonly Way[];
  readonly onPassed: () => void;
}

/** One way at a time; the others stand below it. */
function SecondFactorForm({ ways, onPassed }: SecondFactorFormProps) {
  const words = useSecondFactorWords();
  const [chosen, setChosen] = useState(0);
  const way = ways[chosen];
  if (way === undefined) return <NoWay />;
  return (
    <div className="flex flex-col gap-5">
      {way.kind === 'phone' ? (
        <PhoneProof key={chosen} way={way} onPassed={onPassed} />
      ) : (
        <Asking key={chosen} way={way} onPassed={onPassed} />
      )}
      {ways.length < 2 ? null : (
        <div role="group" aria-label={words.otherWays} className="flex flex-col gap-2">
          {ways.map((other, index) =>
            index === chosen ? null : (
              <Button key={index} tone="secondary" isWide onClick={() => setChosen(index)}>
                {nameOf(other, words)}
              </Button>
            ),
          )}
        </div>
      )}
    </div>
  );
}

/** For a user whose area asks for a second factor and who has none yet. */
function NoWay() {
  const words = useSecondFactorWords();
  return (
    <Notice
      actions={
        <LinkButton to={to('/dashboard/security')} size="medium">
          {words.setUp}
        </LinkButton>
      }
    >
      {words.none}
    </Notice>
  );
}

type Typed = Exclude<Way, PhoneWay>;

interface AskingProps {
  readonly way: Typed;
  readonly onPassed: () => void;
}

function Asking({ way, onPassed }: AskingProps) {
  const words = useSecondFactorWords();
  const fieldId = useId();
  const [code, setCode] = useState('');
  const [refusal, setRefusal] = useState<Refusal>();
  const [attempt, setAttempt] = useState(0);
  const { isPending, send } = useProof(way);
  const error = refusal?.isOfField ? refusal.message : undefined;
  const submit = async (typed: string) => {
    if (isPending) return;
    setAttempt(attempt + 1);
    const wrong = missing(way, typed, words);
    const found = wrong === undefined ? await send(typed) : { message: wrong, isOfField: true };
    setRefusal(found);
    if (found === undefined) onPassed();
    else setCode('');
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(code);
      }}
      className="flex flex-col gap-4"
    >
      <ErrorSummary
        title={words.failed}
        errors={
          refusal === undefined
            ? []
            : [{ ...(refusal.isOfField ? { fieldId } : {}), message: refusal.message }]
        }
        attempt={attempt}
      />
      <Field
        id={fieldId}
        way={way}
        code={code}
        error={error}
        onChange={(typed) => {
          setCode(typed);
          setRefusal(undefined);
        }}
        onComplete={(typed) => void submit(typed)}
      />
      <Button type="submit" isWide isPending={isPending} pendingText={words.confirming}>
        {way.kind === 'passkey' ? words.passkey : words.confirm}
      </Button>
    </form>
  );
}

interface FieldProps {
  readonly id: string;
  readonly way: Typed;
  readonly code: string;
  readonly error: string | undefined;
  readonly onChange: (code: string) => void;
  readonly onComplete: (code: string) => void;
}

function Field({ id, way, code, error, onChange, onComplete }: FieldProps) {
  const words = useSecondFactorWords();
  if (way.kind === 'passkey') {
    return (
      <p className="text-ink-2">{way.name === '' ? words.passkeyText : words.passkeyTextNamed(way.name)}</p>
    );
  }
  if (way.kind === 'recovery') {
    return (
      <TextField
        id={id}
        label={words.recoveryCode}
        hint={words.recoveryHint}
        value={code}
        error={error}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        // It was asked for with the press before.
        autoFocus
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <OtpField
      id={id}
      label={words.appCode}
      hint={way.name === '' ? words.appHint : words.appHintNamed(way.name)}
      value={code}
      error={error}
      autoFocus
      onValueChange={onChange}
      onComplete={onComplete}
    />
  );
}

interface Refusal {
  readonly message: string;
  /** It is about what was typed. What is about the way itself, or the connection, is no fault of a field. */
  readonly isOfField: boolean;
}

function useProof(way: Typed) {
  const words = useSecondFactorWords();
  const sentences = useAuthSentences();
  const [isPending, setIsPending] = useState(false);
  const send = async (code: string): Promise<Refusal | undefined> => {
    setIsPending(true);
    const error = await prove(way, code);
    setIsPending(false);
    const isOfField =
      way.kind !== 'passkey' && isAuthError(error) && error.code === 'mfa_verification_failed';
    return error && { message: refusalText(error, way, words, sentences), isOfField };
  };
  return { isPending, send };
}

function missing(way: Typed, typed: string, words: SecondFactorWords): string | undefined {
  if (way.kind === 'app' && typed.length !== DIGITS) return words.codeNeeded;
  return way.kind === 'recovery' && typed.trim() === '' ? words.recoveryNeeded : undefined;
}

function nameOf(way: Way, words: SecondFactorWords): string {
  if (way.kind === 'recovery') return words.useRecovery;
  if (way.kind === 'phone') return words.useSms(way.phone.slice(-4));
  const [plain, named] =
    way.kind === 'app' ? [words.useApp, words.useAppNamed] : [words.usePasskey, words.usePasskeyNamed];
  return way.name === '' ? plain : named(way.name);
}

interface PhoneProofProps {
  readonly way: PhoneWay;
  readonly onPassed: () => void;
}

/** Six digits by SMS. They are sent when they are asked for: opening the page sends no message. */
function PhoneProof({ way, onPassed }: PhoneProofProps) {
  const words = useSecondFactorWords();
  const sentences = useAuthSentences();
  const [challengeId, setChallengeId] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const textOf = (error: Error) => refusalText(error, way, words, sentences);
  const send = async () => {
    const { id, error } = await askNumber(way);
    if (id !== undefined) setChallengeId(id);
    return error && textOf(error);
  };
  const verify = async (code: string) => {
    const error = await answerNumber(way, challengeId ?? '', code);
    if (error && !isClosed(error)) return textOf(error);
    if (error) {
      setRefusal(textOf(error));
      setChallengeId(undefined);
    } else onPassed();
    return undefined;
  };
  const begin = async () => {
    setIsSending(true);
    setRefusal(await send());
    setIsSending(false);
  };
  // Its owner knows it by the end; who looks over their shoulder learns no number.
  const end = way.phone.slice(-4);
  if (challengeId !== undefined)
    return <CodeStep words={sentences} hint={words.smsSent(end)} onVerify={verify} onResend={send} />;
  return (
    <div className="flex flex-col gap-4">
      {refusal === undefined ? null : (
        <Notice tone="bad" isLive title={words.failed}>
          {refusal}
        </Notice>
      )}
      <p className="text-ink-2">{words.smsText(end)}</p>
      <Button isWide isPending={isSending} pendingText={words.sendingSms} onClick={() => void begin()}>
        {words.sendSms}
      </Button>
    </div>
  );
}
