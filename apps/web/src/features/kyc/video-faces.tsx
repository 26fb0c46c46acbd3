import type { Kyc } from '@mohlat/contract';
import type { ReactNode, RefObject } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useKycWords } from './kyc.words.ts';
import { StepFrame } from './step-frame.tsx';
import { VideoCapture } from './video-capture.tsx';

import { begunSession, SessionLink } from './video-session-link.tsx';
import { useVideoWords } from './video.words.ts';

interface VideoFacesProps {
  readonly kyc: Kyc;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
  readonly onBack: () => void;
}

/** The video step by where it stands: to be recorded, in review, approved. */
export function VideoFaces(props: VideoFacesProps) {
  const { status } = props.kyc.video;
  if (status === 'pending') return <InReview {...props} />;
  if (status === 'verified') return <Approved {...props} />;
  return <VideoCapture {...props} />;
}

function InReview({ headingRef, onBack }: VideoFacesProps) {
  const words = useVideoWords();
  const sessionUrl = begunSession();
  return (
    <DoneFrame headingRef={headingRef} onBack={onBack}>
      {sessionUrl === undefined ? (
        <Notice tone="due" isLive title={words.reviewTitle}>
          {words.review}
        </Notice>
      ) : (
        <SessionLink url={sessionUrl} />
      )}
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
      next={<Button onClick={() => void navigate('/dashboard')}>{words.complete}</Button>}
    >
      {children}
    </StepFrame>
  );
}
