import { KYC_REASONS, type AnswerOf, type completeAadhaar } from '@mohlat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type RefObject } from 'react';
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
const POLLS_MAX = 30;

type Completion = AnswerOf<typeof completeAadhaar>;

function isPending(answer: Completion | undefined): boolean {
  return answer?.status === 'pending';
}

/** The document may need a moment at DigiLocker: "not yet" is asked again every two seconds, for a minute. */
function useCompletion(sessionId: string) {
  return useQuery({
    queryKey: keys.aadhaarSession(sessionId),
    queryFn: async ({ signal }) => {
      for (let look = 1; ; look += 1) {
        const answer = await completeAadhaarSession(sessionId);
        if (!isPending(answer) || look === POLLS_MAX || signal.aborted) return answer;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

export function DigilockerReturn(props: DigilockerReturnProps) {
  const { sessionId, headingRef, onStartOver, onVerified } = props;
  const all = useKycWords();
  const words = all.aadhaar;
  const { language } = useLanguage();
  const client = useQueryClient();
  const completion = useCompletion(sessionId);
  const isVerified = completion.data?.status === 'verified';
  const latest = useRef(onVerified);
  useEffect(() => {
    latest.current = onVerified;
  });
  useEffect(() => {
    if (!isVerified) return;
    toast.success(words.success);
    void kycChanged(client).then(() => latest.current());
  }, [isVerified, client, words.success]);
  const { error, data: answer } = completion;
  const reason = isPending(answer) ? null : (answer?.reason ?? null);
  const failure = error
    ? errorText(error, language)
    : reason
      ? KYC_REASONS[reason.code][language]
      : undefined;
  useEffect(() => {
    if (failure !== undefined) toast.error(words.failed, failure);
  }, [failure, words.failed]);
  return (
    <StepFrame
      title={words.title}
      intro={completion.isFetching ? words.checking : words.shared}
      headingRef={headingRef}
      failure={failure}
      back={
        <Button tone="secondary" onClick={onStartOver}>
          {words.startOver}
        </Button>
      }
      next={
        completion.isFetching ? null : (
          <Button onClick={() => void completion.refetch()}>{words.checkAgain}</Button>
        )
      }
    >
      {completion.isFetching ? (
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
