import { type AnswerOf, type completeAadhaar, type Kyc } from '@mohlat/contract';
import { bareDigits, isAadhaarNumber } from '@mohlat/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { usePageShownAgain } from '../../lib/page-shown-again.ts';
import { errorText, ProblemError } from '../../lib/problem.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { AadhaarField } from '../../ui/typed-fields.tsx';
import { AccountLine } from './account-line.tsx';
import { ConsentText } from './consent-text.tsx';
import { completeAadhaarSession, kycChanged, openAadhaarSession, type ReturnedConsent } from './kyc.data.ts';
import { useKycWords } from './kyc.words.ts';
import { reasonText } from './reason-text.ts';
import { VerifyAgain } from './verify-again.tsx';
import { StepFrame } from './step-frame.tsx';
import { to } from '../../lib/addresses.ts';
import { useSendOnce } from '../../lib/send-once.ts';

interface AadhaarStepProps {
  readonly kyc: Kyc;
  /** Set when DigiLocker has sent the person back here. */
  readonly returned: ReturnedConsent | null;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

const AADHAAR_ID = 'kyc-aadhaar';

export function AadhaarStep({ kyc, returned, headingRef, onBack, onDone }: AadhaarStepProps) {
  const navigate = useNavigate();
  const [isAnew, setIsAnew] = useState(false);
  // The return stays until it has said what came of it itself, even when the news arrives another way first.
  if (returned !== null) {
    return (
      <DigilockerReturn
        returned={returned}
        headingRef={headingRef}
        onStartOver={() =>
          void navigate(to('/dashboard/kyc-verification', { query: { step: '2' } }), { replace: true })
        }
        onVerified={() =>
          void navigate(to('/dashboard/kyc-verification', { query: { step: '3' } }), { replace: true })
        }
      />
    );
  }
  if (kyc.aadhaar.status === 'verified' && !isAnew) {
    const shown = { kyc, headingRef, onBack, onDone };
    return <VerifiedAadhaar {...shown} onAgain={() => setIsAnew(true)} />;
  }
  return <NumberForm headingRef={headingRef} onBack={onBack} />;
}

type VerifiedProps = Pick<AadhaarStepProps, 'kyc' | 'headingRef' | 'onBack' | 'onDone'> & {
  readonly onAgain: () => void;
};

function VerifiedAadhaar({ kyc, headingRef, onBack, onDone, onAgain }: VerifiedProps) {
  const words = useKycWords();
  return (
    <StepFrame
      title={words.aadhaar.title}
      intro={words.aadhaar.shared}
      headingRef={headingRef}
      back={
        <Button tone="secondary" onClick={onBack}>
          {words.previousStep}
        </Button>
      }
      next={<Button onClick={onDone}>{words.continue}</Button>}
    >
      <Notice
        tone="ok"
        title={`${words.verified} · ${kyc.aadhaar.masked ?? ''}`}
        actions={kyc.aadhaar.isDueAgain ? <VerifyAgain onPress={onAgain} /> : undefined}
      />
    </StepFrame>
  );
}

function NumberForm({ headingRef, onBack }: Pick<AadhaarStepProps, 'headingRef' | 'onBack'>) {
  const all = useKycWords();
  const words = all.aadhaar;
  const { language } = useLanguage();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const open = useSendOnce({
    mutationFn: openAadhaarSession,
    onSuccess: ({ redirectUrl }) => globalThis.location.assign(redirectUrl),
    onError: () => toast.error(words.failed),
  });
  usePageShownAgain(open.reset);
  const isLeaving = open.isPending || open.isSuccess;
  const submit = () => {
    const digits = aadhaarDigits(typed);
    setError(digits === undefined ? words.invalid : undefined);
    if (digits === undefined) document.getElementById(AADHAAR_ID)?.focus();
    else open.mutate(digits);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <StepFrame
        title={words.title}
        intro={words.ready}
        headingRef={headingRef}
        failure={open.error ? errorText(open.error, language) : undefined}
        back={
          <Button tone="secondary" onClick={onBack}>
            {all.previousStep}
          </Button>
        }
        next={
          <Button type="submit" isPending={isLeaving} pendingText={words.opening}>
            {all.continue}
          </Button>
        }
      >
        <AadhaarField
          id={AADHAAR_ID}
          name="aadhaar"
          label={words.label}
          hint={words.hint}
          value={typed}
          error={error}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            if (error !== undefined && aadhaarDigits(event.currentTarget.value)) setError(undefined);
          }}
        />
        <p className="text-small text-ink-2">{words.shared}</p>
        <ConsentText purpose="aadhaar_digilocker" />
        <AccountLine say={words.forAccount} />
        <p className="text-small text-ink-3">{words.otherWay}</p>
      </StepFrame>
    </form>
  );
}

/** Rule: SPEC-5 Aadhaar, with the check digit; undefined when it is no Aadhaar number. */
function aadhaarDigits(typed: string): string | undefined {
  const digits = bareDigits(typed);
  return digits !== undefined && isAadhaarNumber(digits) ? digits : undefined;
}

interface DigilockerReturnProps {
  readonly returned: ReturnedConsent;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
  readonly onStartOver: () => void;
  readonly onVerified: () => void;
}

const POLL_MS = 2_000;
const LOOK_FOR_MS = 60_000;

type Completion = AnswerOf<typeof completeAadhaar>;

function isPending(answer: Completion | undefined): boolean {
  return answer?.status === 'pending';
}

/** The document may need a moment at DigiLocker: "not yet" is asked again every two seconds, for a minute. */
function useCompletion(returned: ReturnedConsent) {
  const [isLookingStill, setIsLookingStill] = useState(true);
  useEffect(() => {
    if (!isLookingStill) return undefined;
    const timer = setTimeout(() => setIsLookingStill(false), LOOK_FOR_MS);
    return () => clearTimeout(timer);
  }, [isLookingStill]);
  const completion = useQuery({
    queryKey: keys.aadhaarSession(returned.sessionId),
    queryFn: () => completeAadhaarSession(returned),
    retry: false,
    refetchInterval: (query) => (isPending(query.state.data) && isLookingStill ? POLL_MS : false),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return {
    error: completion.error,
    answer: completion.data,
    /** One steady state over all the tries, so that nothing flickers between them. */
    isLooking: isPending(completion.data) ? isLookingStill : completion.isFetching,
    lookAgain: () => {
      setIsLookingStill(true);
      void completion.refetch();
    },
  };
}

function DigilockerReturn(props: DigilockerReturnProps) {
  const { returned, headingRef, onStartOver, onVerified } = props;
  const all = useKycWords();
  const words = all.aadhaar;
  const { language } = useLanguage();
  const client = useQueryClient();
  const { error, answer, isLooking, lookAgain } = useCompletion(returned);
  const isVerified = answer?.status === 'verified';
  const latest = useRef(onVerified);
  useEffect(() => {
    latest.current = onVerified;
  });
  useEffect(() => {
    if (!isVerified) return;
    toast.success(words.success);
    void kycChanged(client).then(() => latest.current());
  }, [isVerified, client, words.success]);
  const reason = isPending(answer) ? null : (answer?.reason ?? null);
  // This session's last word: looking again would answer the same.
  const isElsewhere = error instanceof ProblemError && error.code === 'consent_elsewhere';
  const isRefused = !isLooking && (isElsewhere || (!error && reason !== null));
  const failure = error ? errorText(error, language) : reason ? reasonText(reason, language) : undefined;
  useEffect(() => {
    if (failure !== undefined) toast.error(words.failed);
  }, [failure, words.failed]);
  return (
    <StepFrame
      title={words.title}
      intro={isLooking ? words.checking : words.shared}
      headingRef={headingRef}
      failure={failure}
      failureActions={
        // The profile can be wrong as well as the document.
        reason?.code === 'aadhaar_date_of_birth' && !error ? (
          <LinkButton
            to={to('/dashboard/profile', { query: { edit: 'dateOfBirth' } })}
            size="medium"
            tone="secondary"
          >
            {words.correctDate}
          </LinkButton>
        ) : undefined
      }
      back={
        <Button tone={isRefused ? 'primary' : 'secondary'} onClick={onStartOver}>
          {words.startOver}
        </Button>
      }
      next={
        isLooking || isVerified || isRefused ? null : <Button onClick={lookAgain}>{words.checkAgain}</Button>
      }
    >
      <AccountLine say={words.forAccount} />
      {isLooking ? (
        <Loading label={words.checking} slowLabel={words.waiting}>
          <Skeleton height="row" />
        </Loading>
      ) : isPending(answer) ? (
        <p role="status" className="text-ink-2">
          {words.stillWaiting}
        </p>
      ) : failure === undefined ? null : (
        <p className="text-small text-ink-2">{words.otherWay}</p>
      )}
    </StepFrame>
  );
}
