import { KYC_REASONS, type AnswerOf, type completeAadhaar } from '@mohlat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { errorText } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { completeAadhaarSession, kycChanged } from './kyc.data.ts';
import { useKycWords } from './kyc.words.ts';
import { StepFrame } from './step-frame.tsx';

interface DigilockerReturnProps {
  readonly sessionId: string;
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
function useCompletion(sessionId: string) {
  const [isLookingStill, setIsLookingStill] = useState(true);
  useEffect(() => {
    if (!isLookingStill) return undefined;
    const timer = setTimeout(() => setIsLookingStill(false), LOOK_FOR_MS);
    return () => clearTimeout(timer);
  }, [isLookingStill]);
  const completion = useQuery({
    queryKey: keys.aadhaarSession(sessionId),
    queryFn: () => completeAadhaarSession(sessionId),
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

export function DigilockerReturn(props: DigilockerReturnProps) {
  const { sessionId, headingRef, onStartOver, onVerified } = props;
  const all = useKycWords();
  const words = all.aadhaar;
  const { language } = useLanguage();
  const client = useQueryClient();
  const { error, answer, isLooking, lookAgain } = useCompletion(sessionId);
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
  const isRefused = !isLooking && !error && reason !== null;
  const failure = error
    ? errorText(error, language)
    : reason
      ? KYC_REASONS[reason.code][language]
      : undefined;
  useEffect(() => {
    if (failure !== undefined) toast.error(words.failed);
  }, [failure, words.failed]);
  return (
    <StepFrame
      title={words.title}
      intro={isLooking ? words.checking : words.shared}
      headingRef={headingRef}
      failure={failure}
      back={
        <Button tone={isRefused ? 'primary' : 'secondary'} onClick={onStartOver}>
          {words.startOver}
        </Button>
      }
      next={
        isLooking || isVerified || isRefused ? null : <Button onClick={lookAgain}>{words.checkAgain}</Button>
      }
    >
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
