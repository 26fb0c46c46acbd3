import type { Kyc } from '@mohlat/contract';
import { lazy, Suspense, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import { PartOnItsWay } from '../../lib/faces.tsx';
import { toast } from '../../ui/toast.tsx';
import { useKycWords } from './kyc.words.ts';

/** Camera, recorder and upload come when somebody gets here. */
const VideoFaces = lazy(() => import('./video-faces.tsx').then((module) => ({ default: module.VideoFaces })));

interface VideoStepProps {
  readonly kyc: Kyc;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
  readonly onBack: () => void;
  /** The credit limit does not wait for the video, and stands before it: it is the next act. */
  readonly limit: ReactNode;
}

export function VideoStep({ limit, headingRef, ...props }: VideoStepProps) {
  const { status } = props.kyc.video;
  const videoRef = useRef<HTMLHeadingElement>(null);
  const limitRef = useRef<HTMLDivElement>(null);
  useApproval(status, limitRef);
  const canWait = Boolean(limit) && (status === 'not_started' || status === 'rejected');
  return (
    <>
      {canWait ? <LimitFirst headingRef={headingRef} /> : null}
      <div ref={limitRef} className="contents">
        {limit}
      </div>
      <Suspense fallback={<PartOnItsWay height="hero" />}>
        <VideoFaces {...props} headingRef={canWait ? videoRef : headingRef} />
      </Suspense>
    </>
  );
}

/** What the last step is about: the limit that follows, and a video nobody has to wait for. */
function LimitFirst({ headingRef }: Pick<VideoStepProps, 'headingRef'>) {
  const words = useKycWords().video;
  return (
    <header>
      <h2 ref={headingRef} tabIndex={-1} className="text-title font-semibold">
        {words.limitFirst}
      </h2>
      <p className="mt-1 text-ink-2">{words.canWait}</p>
    </header>
  );
}

/**
 * An approval that arrives while the person looks on is said, and leads to the dashboard; whoever has begun with the
 * limit above stays with it.
 */
function useApproval(status: Kyc['video']['status'], limitRef: RefObject<HTMLElement | null>): void {
  const words = useKycWords().video;
  const navigate = useNavigate();
  const before = useRef(status);
  const isElsewhere = useRef(false);
  useEffect(() => {
    const note = ({ target }: Event) => {
      isElsewhere.current = target instanceof Node && limitRef.current?.contains(target) === true;
    };
    // A button that a press disables loses the focus: the last thing touched counts, not what has the focus now.
    const kinds = ['pointerdown', 'focusin'] as const;
    for (const kind of kinds) document.addEventListener(kind, note);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, note);
    };
  }, [limitRef]);
  useEffect(() => {
    const isNews = before.current !== 'verified' && status === 'verified';
    before.current = status;
    if (!isNews) return;
    toast.success(words.success);
    if (!isElsewhere.current) void navigate('/dashboard');
  }, [status, words, navigate]);
}
