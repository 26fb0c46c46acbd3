import type { Kyc } from '@mohlat/contract';
import { lazy, Suspense, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import { LoadingFace } from '../../lib/faces.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { useKycWords } from './kyc.words.ts';

/** Camera, recorder and upload come when somebody gets here. */
const VideoFaces = lazy(() => import('./video-faces.tsx').then((module) => ({ default: module.VideoFaces })));

interface VideoStepProps {
  readonly kyc: Kyc;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
  readonly onBack: () => void;
  /** The credit limit does not wait for the video. */
  readonly limit: ReactNode;
}

export function VideoStep({ limit, ...props }: VideoStepProps) {
  useApproval(props.kyc.video.status);
  return (
    <>
      <Suspense
        fallback={
          <LoadingFace>
            <Skeleton height="hero" />
          </LoadingFace>
        }
      >
        <VideoFaces {...props} />
      </Suspense>
      {limit}
    </>
  );
}

/** An approval that arrives while the person looks on is said, and leads to the dashboard. */
function useApproval(status: Kyc['video']['status']): void {
  const words = useKycWords().video;
  const navigate = useNavigate();
  const before = useRef(status);
  useEffect(() => {
    const isNews = before.current !== 'verified' && status === 'verified';
    before.current = status;
    if (!isNews) return;
    toast.success(words.success);
    void navigate('/dashboard');
  }, [status, words, navigate]);
}
