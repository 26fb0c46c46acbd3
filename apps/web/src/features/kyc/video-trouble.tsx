import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ContinueOnPhone } from './continue-on-phone.tsx';
import type { Trouble } from './video-devices.ts';
import { useVideoWords } from './video.words.ts';

/** Where another device helps more than another try. */
const ELSEWHERE: readonly Trouble[] = ['unsupported', 'no_camera', 'camera_busy', 'location_unavailable'];

interface VideoTroubleProps {
  readonly trouble: Trouble;
  readonly onTryAgain: () => void;
}

/** A camera, microphone or place that is not there: what it means and the ways on. */
export function VideoTrouble({ trouble, onTryAgain }: VideoTroubleProps) {
  const words = useVideoWords();
  const { title, text } = words.troubles[trouble];
  return (
    <>
      <Notice
        tone="due"
        isLive
        title={title}
        actions={
          <>
            <Button tone="secondary" size="medium" onClick={onTryAgain}>
              {words.tryAgain}
            </Button>
            <LinkButton tone="quiet" size="medium" to="/dashboard">
              {words.later}
            </LinkButton>
          </>
        }
      >
        {text}
      </Notice>
      {ELSEWHERE.includes(trouble) ? <ContinueOnPhone isOpenAtOnce /> : null}
    </>
  );
}
