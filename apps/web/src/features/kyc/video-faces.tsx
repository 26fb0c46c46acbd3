import type { Kyc } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import { ErrorFace, LoadingFace } from '../../lib/faces.tsx';
import { forgetTakes } from '../../lib/take-store.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { openCallQuery } from './kyc.data.ts';
import { useKycWords } from './kyc.words.ts';
import { StepFrame } from './step-frame.tsx';
import { SessionLink, VideoCapture } from './video-capture.tsx';
import { useVideoWords } from './video.words.ts';
import { to } from '../../lib/addresses.ts';

interface VideoFacesProps {
  readonly kyc: Kyc;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
  readonly onBack: () => void;
}

/** The video step by where it stands: to be recorded, in review, approved. */
export function VideoFaces(props: VideoFacesProps) {
  const { status } = props.kyc.video;
  const isHandedIn = status === 'pending' || status === 'verified';
  // Where the answer to handing it in was lost, the recording is still on this device.
  useEffect(() => {
    if (isHandedIn) void forgetTakes();
  }, [isHandedIn]);
  if (status === 'pending') return <InReview {...props} />;
  if (status === 'verified') return <Approved {...props} />;
  return <VideoCapture {...props} />;
}

/** A call at the partner that was begun, here or on another device, can be opened until it has been made. */
function InReview({ kyc, headingRef, onBack }: VideoFacesProps) {
  const words = useVideoWords();
  const isCallOpen = kyc.video.hasOpenCall === true;
  const call = useQuery({ ...openCallQuery, enabled: isCallOpen });
  const askAgain = () => void call.refetch();
  return (
    <DoneFrame headingRef={headingRef} onBack={onBack}>
      {isCallOpen ? (
        <SessionLink url={call.data?.sessionUrl ?? undefined} />
      ) : (
        <Notice tone="due" isLive title={words.reviewTitle}>
          {words.review}
        </Notice>
      )}
      {call.isLoading ? (
        <LoadingFace onRetry={askAgain}>
          <Skeleton height="row" />
        </LoadingFace>
      ) : null}
      {call.isError && call.data === undefined ? <ErrorFace error={call.error} onRetry={askAgain} /> : null}
      <p className="text-small text-ink-2">{words.untilThen}</p>
    </DoneFrame>
  );
}

function Approved({ headingRef, onBack }: VideoFacesProps) {
  const all = useKycWords();
  const words = useVideoWords();
  return (
    <DoneFrame headingRef={headingRef} onBack={onBack}>
      <Notice tone="ok" title={all.verified}>
        {words.verified}
      </Notice>
    </DoneFrame>
  );
}

interface DoneFrameProps extends Pick<VideoFacesProps, 'headingRef' | 'onBack'> {
  readonly children: ReactNode;
}

/** Nothing is left to do for the person: the last button leads to the dashboard. */
function DoneFrame({ headingRef, onBack, children }: DoneFrameProps) {
  const words = useKycWords();
  const navigate = useNavigate();
  return (
    <StepFrame
      title={words.video.title}
      intro={null}
      headingRef={headingRef}
      back={
        <Button tone="secondary" onClick={onBack}>
          {words.previousStep}
        </Button>
      }
      next={<Button onClick={() => void navigate(to('/dashboard'))}>{words.toDashboard}</Button>}
    >
      {children}
    </StepFrame>
  );
}
