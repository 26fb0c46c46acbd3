import { VIDEO_LIMITS } from '@mohlat/contract';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { isFresh, type Again, type VideoStage } from './use-video.ts';
import { startRecorder, type Recorder } from './video-devices.ts';
import { useVideoWords } from './video.words.ts';

type CameraStage = Extract<VideoStage, { at: 'camera' }>;

interface VideoCameraProps {
  readonly camera: CameraStage;
  readonly onRecorded: (recording: Blob) => void;
  /** The camera, or the phrase, has to be fetched again. */
  readonly onReopen: (again: Again) => void;
}

const COUNT_FROM = 3;
const TICK_MS = 250;

const TONES = { preview: 'primary', counting: 'secondary', recording: 'danger' } as const;

type Phase = 'preview' | 'counting' | 'recording';
const BEFORE = { phase: 'preview', seconds: 0 } as const;

/** Live picture, phrase, countdown, recording. */
export function VideoCamera(props: VideoCameraProps) {
  const words = useVideoWords();
  const { stream, phrase } = props.camera;
  const { phase, again, seconds, press } = useTakes(props);
  const button = useRef<HTMLButtonElement>(null);
  // On a low screen the words above it push it under the bar at the bottom.
  useEffect(() => {
    button.current?.scrollIntoView({ block: 'nearest' });
  }, [phase]);
  return (
    <>
      {again === undefined ? null : (
        <Notice tone="due" isLive>
          {words.agains[again]}
        </Notice>
      )}
      <div className="rounded-card bg-brand-soft px-4 py-3 text-brand-ink">
        <p className="text-small">{words.sayThis}</p>
        <p className="flex flex-wrap gap-x-4 text-title font-semibold md:text-hero">
          {phrase.phrase.split(', ').map((part) => (
            <span key={part} className="whitespace-nowrap">
              {part}
            </span>
          ))}
        </p>
      </div>
      <LivePicture stream={stream} label={words.camera} />
      <div className="flex flex-col gap-3">
        {phase === 'recording' ? (
          <Progress
            label={words.recording}
            aside={words.seconds(seconds, VIDEO_LIMITS.secondsMax)}
            value={seconds}
            max={VIDEO_LIMITS.secondsMax}
          />
        ) : null}
        {phase === 'counting' ? (
          <p role="status" className="text-title font-semibold">
            {words.getReady(COUNT_FROM - seconds)}
          </p>
        ) : null}
        <Button ref={button} className="scroll-mb-24" tone={TONES[phase]} onClick={press}>
          {{ preview: words.record, counting: words.cancel, recording: words.stop }[phase]}
        </Button>
      </div>
    </>
  );
}

/** A mirror, as people know themselves; what is recorded is not mirrored. */
function LivePicture({ stream, label }: { readonly stream: MediaStream; readonly label: string }) {
  const ref = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={ref}
      aria-label={label}
      autoPlay
      muted
      playsInline
      width="168"
      height="224"
      className="h-56 w-42 max-w-full -scale-x-100 self-center rounded-card bg-sunken object-cover md:h-80 md:w-60"
    />
  );
}

/** Says four times a second how long a phase has lasted. */
function useClock(phase: Phase, onTick: (seconds: number) => void): void {
  const latest = useRef(onTick);
  useEffect(() => {
    latest.current = onTick;
  });
  useEffect(() => {
    if (phase === 'preview') return undefined;
    const begun = performance.now();
    const timer = setInterval(() => latest.current((performance.now() - begun) / 1000), TICK_MS);
    return () => clearInterval(timer);
  }, [phase]);
}

/** One take after another until one is long enough. Leaving the page, or a camera that goes away, ends a take. */
function useTakes({ camera, onRecorded, onReopen }: VideoCameraProps) {
  const { stream } = camera;
  const [{ phase, seconds }, setTake] = useState<{ phase: Phase; seconds: number }>(BEFORE);
  const [again, setAgain] = useState(camera.again);
  const breakOff = (isCameraLost: boolean) => {
    setTake(BEFORE);
    setAgain('interrupted');
    if (isCameraLost) onReopen('interrupted');
  };
  const recorder = useRecorder(phase === 'recording' ? stream : undefined, {
    onFinished: (recording, lasted) => {
      setTake(BEFORE);
      if (lasted >= VIDEO_LIMITS.secondsMin) onRecorded(recording);
      else setAgain('too_short');
    },
    onFailed: () => breakOff(true),
  });
  useClock(phase, (passed) => {
    if (phase === 'counting' && passed >= COUNT_FROM) setTake({ phase: 'recording', seconds: 0 });
    else if (phase === 'recording' && passed >= VIDEO_LIMITS.secondsMax) recorder.current?.stop();
    else setTake({ phase, seconds: Math.floor(passed) });
  });
  useInterruption(stream, phase !== 'preview', breakOff);
  const press = () => {
    if (phase === 'recording') recorder.current?.stop();
    if (phase === 'counting') setTake(BEFORE);
    if (phase !== 'preview') return;
    setAgain(undefined);
    if (isFresh(camera.phrase)) setTake({ phase: 'counting', seconds: 0 });
    else onReopen('expired');
  };
  return { phase, again, seconds, press };
}

interface RecorderEnds {
  readonly onFinished: (recording: Blob, seconds: number) => void;
  /** The browser gave the recording up. */
  readonly onFailed: () => void;
}

/** Records while a stream is given; a recording whose stream is taken away is thrown away. */
function useRecorder(stream: MediaStream | undefined, ends: RecorderEnds) {
  const recorder = useRef<Recorder>(undefined);
  const latest = useRef(ends);
  useEffect(() => {
    latest.current = ends;
  });
  useEffect(() => {
    if (stream === undefined) return undefined;
    const current = startRecorder(stream);
    const begun = performance.now();
    let isWanted = true;
    recorder.current = current;
    current.finished.then(
      (recording) => {
        if (isWanted) latest.current.onFinished(recording, (performance.now() - begun) / 1000);
      },
      () => {
        if (isWanted) latest.current.onFailed();
      },
    );
    return () => {
      isWanted = false;
      current.stop();
    };
  }, [stream]);
  return recorder;
}

function useInterruption(
  stream: MediaStream,
  isBusy: boolean,
  onInterrupted: (isCameraLost: boolean) => void,
): void {
  const latest = useRef(onInterrupted);
  useEffect(() => {
    latest.current = onInterrupted;
  });
  useEffect(() => {
    const lost = () => latest.current(true);
    const tracks = stream.getTracks();
    for (const track of tracks) track.addEventListener('ended', lost);
    return () => {
      for (const track of tracks) track.removeEventListener('ended', lost);
    };
  }, [stream]);
  useEffect(() => {
    if (!isBusy) return undefined;
    const hidden = () => {
      if (document.visibilityState === 'hidden') latest.current(false);
    };
    document.addEventListener('visibilitychange', hidden);
    return () => document.removeEventListener('visibilitychange', hidden);
  }, [isBusy]);
}
