import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type RefObject } from 'react';
import { useLanguage } from '../../lib/i18n.tsx';
import { keys } from '../../lib/keys.ts';
import { errorText, ProblemError } from '../../lib/problem.ts';
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

function isPending(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'aadhaar_pending';
}

/** The document may need a moment at DigiLocker: "not yet" is asked again every two seconds, for a minute. */
function useCompletion(sessionId: string) {
  return useQuery({
    queryKey: keys.aadhaarSession(sessionId),
    queryFn: () => completeAadhaarSession(sessionId),
    retry: (count, error) => isPending(error) && count < POLLS_MAX,
    retryDelay: POLL_MS,
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
  const error = completion.error;
  useEffect(() => {
    if (error && !isPending(error)) toast.error(words.failed, errorText(error, language));
  }, [error, words.failed, language]);
  const failure = error && !isPending(error) ? errorText(error, language) : undefined;
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
      ) : isPending(error) ? (
        <p role="status" className="text-ink-2">
          {words.stillWaiting}
        </p>
      ) : failure === undefined ? null : (
        <p className="text-small text-ink-2">{words.otherWay}</p>
      )}
    </StepFrame>
  );
}
