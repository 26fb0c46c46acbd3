import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLanguage } from '../../lib/i18n.tsx';
import { errorText, NetworkError, ProblemError } from '../../lib/problem.ts';
import type { Take } from '../../lib/take-store.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import type { Progress as Sent } from './video-upload.ts';
import { useVideoWords } from './video.words.ts';

interface VideoCheckingProps {
  readonly take: Take;
  readonly onRetake: () => void;
}

/** A look at the recording before it leaves the device. */
export function VideoChecking({ take, onRetake }: VideoCheckingProps) {
  const words = useVideoWords();
  return (
    <>
      <div>
        <h3 className="text-section font-semibold">{words.checkTitle}</h3>
        <p className="text-ink-2">{words.check}</p>
      </div>
      <Playback take={take} />
      <Button tone="secondary" className="self-start" onClick={onRetake}>
        {words.retake}
      </Button>
    </>
  );
}

/** For an element that shows something this page holds; the address is given back when it is no longer shown. */
function useSource<Shown extends { src: string }>(content: Blob): RefObject<Shown | null> {
  const element = useRef<Shown>(null);
  useEffect(() => {
    const address = URL.createObjectURL(content);
    if (element.current) element.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [content]);
  return element;
}

/** Builds the subtitles from the phrase, because the words of the recording are known. */
function subtitles(phrase: string): Blob {
  return new Blob([`WEBVTT\n\n00:00.000 --> 01:00.000\n${phrase}\n`], { type: 'text/vtt' });
}

/** A moment past the end of every recording: a seek to it makes the browser find the real end. */
const FAR_SECONDS = 3600;

/** Browsers write no length into a recording, and without one the bar under the picture does not work. */
function findLength(player: HTMLVideoElement): void {
  if (player.duration !== Number.POSITIVE_INFINITY) return;
  player.addEventListener('durationchange', () => (player.currentTime = 0), { once: true });
  player.currentTime = FAR_SECONDS;
}

function Playback({ take }: { readonly take: Take }) {
  const words = useVideoWords();
  const [said] = useState(() => subtitles(take.phrase));
  const player = useSource<HTMLVideoElement>(take.video);
  const track = useSource<HTMLTrackElement>(said);
  return (
    <video
      ref={player}
      aria-label={words.playback}
      controls
      playsInline
      width="240"
      height="320"
      className="h-80 w-full max-w-form self-center rounded-card bg-sunken object-contain"
      onLoadedMetadata={(event) => findLength(event.currentTarget)}
    >
      <track ref={track} kind="captions" label={words.sayThis} default />
    </video>
  );
}

interface VideoSendingProps {
  readonly take: Take;
  readonly progress: Sent;
}

export function VideoSending({ take, progress }: VideoSendingProps) {
  const words = useVideoWords();
  const { language } = useLanguage();
  const { sentBytes, waitsFor } = progress;
  const percent = Math.round((sentBytes / take.video.size) * 100);
  return (
    <>
      <Progress label={words.sending} value={sentBytes} max={take.video.size} aside={words.sent(percent)} />
      {waitsFor === undefined ? (
        <p className="text-small text-ink-2">{words.sendingHint}</p>
      ) : (
        <Notice tone="due" isLive>
          {waitsFor instanceof NetworkError ? words.waiting : errorText(waitsFor, language)}
        </Notice>
      )}
    </>
  );
}

interface VideoStoppedProps {
  readonly take: Take;
  readonly error: unknown;
  /** The same recording once more, from the place where the person is now. */
  readonly onSendAgain: () => void;
  readonly onRetake: () => void;
}

/** The recording was not taken as it is; it stays here until it is sent again or made again. */
export function VideoStopped({ take, error, onSendAgain, onRetake }: VideoStoppedProps) {
  const words = useVideoWords();
  const isPlace = error instanceof ProblemError && error.code === 'location_outside_india';
  return (
    <>
      {isPlace ? <p className="text-ink-2">{words.outside}</p> : null}
      <Playback take={take} />
      <div className="flex flex-wrap gap-3">
        <Button tone="secondary" onClick={onSendAgain}>
          {words.sendAgain}
        </Button>
        <Button tone="quiet" onClick={onRetake}>
          {words.retake}
        </Button>
      </div>
    </>
  );
}
