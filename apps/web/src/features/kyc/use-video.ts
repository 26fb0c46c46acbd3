import { VIDEO_LIMITS } from '@mohlat/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { forgetTakes, keepTake, readTake, type Take } from '../../lib/take-store.ts';
import { ProblemError } from '../../lib/problem.ts';
import { askForPhrase, beginVideo } from './kyc.data.ts';
import {
  closeCamera,
  DeviceError,
  openCamera,
  readPlace,
  type Place,
  type Trouble,
} from './video-devices.ts';
import { sendTake, type Progress } from './video-upload.ts';

/** Why the person is asked to record once more. */
export type Again = 'too_short' | 'interrupted' | 'expired' | 'unreadable' | 'too_large';

export type VideoStage =
  | { readonly at: 'restoring' | 'opening' }
  | { readonly at: 'asking'; readonly again?: Again }
  | { readonly at: 'session'; readonly url: string }
  | { readonly at: 'trouble'; readonly trouble: Trouble }
  | { readonly at: 'camera'; readonly stream: MediaStream; readonly phrase: Phrase; readonly again?: Again }
  | { readonly at: 'checking'; readonly take: Take }
  | { readonly at: 'sending'; readonly take: Take; readonly progress: Progress }
  | { readonly at: 'stopped'; readonly take: Take; readonly error: unknown };

export interface Phrase {
  readonly challengeId: string;
  readonly phrase: string;
  /** On this page's own clock, in milliseconds: a device may have the wrong time. */
  readonly askedAt: number;
}

/** Leaves time to look at the recording and to send it before the phrase expires. */
const PHRASE_FRESH_MS = 5 * 60_000;

export function isFresh({ askedAt }: Phrase): boolean {
  return performance.now() - askedAt < PHRASE_FRESH_MS;
}

/** Another take may have the same phrase, as long as it is fresh. */
async function freshPhrase(held: Phrase | undefined): Promise<Phrase> {
  if (held && isFresh(held)) return held;
  const { challengeId, phrase } = await askForPhrase();
  return { challengeId, phrase, askedAt: performance.now() };
}

/** The reason to record again, by error code of a refused recording. No entry: a new recording would not help. */
const RECORD_AGAIN: Readonly<Record<string, Again>> = {
  video_challenge_expired: 'expired',
  video_unreadable: 'unreadable',
  not_found: 'expired',
};

interface VideoInput {
  readonly userId: string;
  /** The recording is with the server: reads again where the video stands. */
  readonly onHandedIn: () => Promise<void>;
}

/** The stage on screen, its camera closed as soon as the stage no longer shows it, and when the page is left. */
function useStage() {
  const [stage, setStage] = useState<VideoStage>({ at: 'restoring' });
  const stream = stage.at === 'camera' ? stage.stream : undefined;
  useEffect(() => (stream === undefined ? undefined : () => closeCamera(stream)), [stream]);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  /** A camera that opens after the page was left is closed at once. */
  const show = useCallback((next: VideoStage) => {
    if (isHere.current) setStage(next);
    else if (next.at === 'camera') closeCamera(next.stream);
  }, []);
  return [stage, show] as const;
}

/** Sends what is wanted; the page may be left and the sending goes on at the next visit. */
function useSending({ userId, onHandedIn }: VideoInput, show: (stage: VideoStage) => void) {
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return useCallback(
    async (wanted: Take): Promise<Again | undefined> => {
      running.current?.abort();
      const { signal } = (running.current = new AbortController());
      let take: Take = { ...wanted, isWanted: true };
      show({ at: 'sending', take, progress: { sentBytes: 0 } });
      await keepTake(userId, take);
      try {
        await sendTake({
          take,
          signal,
          onProgress: (progress) => show({ at: 'sending', take, progress }),
          onSent: (sentParts) => {
            take = { ...take, sentParts };
            void keepTake(userId, take);
          },
        });
        await forgetTakes();
        await onHandedIn();
        // In review the step is another one by now. Where a decision was quicker than the answer, the next video is asked for.
        show({ at: 'asking' });
      } catch (error) {
        if (signal.aborted) return undefined;
        const again = error instanceof ProblemError ? RECORD_AGAIN[error.code] : undefined;
        if (again !== undefined) {
          await forgetTakes();
          return again;
        }
        show({ at: 'stopped', take, error });
        // A later visit looks at it first instead of being refused once more.
        await keepTake(userId, { ...take, isWanted: false });
      }
      return undefined;
    },
    [userId, onHandedIn, show],
  );
}

/** Camera, place, phrase, in this order; what goes wrong has a face of its own. */
function useOpening(show: (stage: VideoStage) => void) {
  const [failure, setFailure] = useState<unknown>();
  const place = useRef<Place>(undefined);
  const phrase = useRef<Phrase>(undefined);
  const attempt = useCallback(
    async (work: () => Promise<void>) => {
      setFailure(undefined);
      show({ at: 'opening' });
      try {
        await work();
      } catch (error) {
        if (error instanceof DeviceError) {
          show({ at: 'trouble', trouble: error.trouble });
          return;
        }
        setFailure(error);
        show({ at: 'asking' });
      }
    },
    [show],
  );
  const open = useCallback(
    (again?: Again) =>
      attempt(async () => {
        await forgetTakes();
        const stream = await openCamera();
        // From here on the camera is lit: whatever goes wrong below has to put it out.
        try {
          place.current ??= await readPlace();
          const isSpent = again === 'expired' || again === 'unreadable';
          phrase.current = await freshPhrase(isSpent ? undefined : phrase.current);
          show({ at: 'camera', stream, phrase: phrase.current, ...(again === undefined ? {} : { again }) });
        } catch (error) {
          closeCamera(stream);
          throw error;
        }
      }),
    [attempt, show],
  );
  return { failure, place, attempt, open };
}

/** The video step recorded here: consent, camera and place, phrase, recording, a look at it, handing in. */
export function useVideo(input: VideoInput) {
  const { userId } = input;
  const [stage, show] = useStage();
  const { failure, place, attempt, open } = useOpening(show);
  const send = useSending(input, show);
  const handIn = useCallback(
    async (take: Take) => {
      const again = await send(take);
      // A phrase ends with its time, or when a consent was taken back: then everything is asked again.
      if (again === 'expired') show({ at: 'asking', again });
      else if (again !== undefined) await open(again);
    },
    [send, open, show],
  );
  useRestored(userId, show, handIn);
  return {
    stage,
    failure,
    /** After the consents: here, or in a session at the provider. */
    begin: () =>
      attempt(async () => {
        const { mode, sessionUrl } = await beginVideo();
        if (mode === 'inhouse') return open();
        if (sessionUrl !== null) return show({ at: 'session', url: sessionUrl });
        // The call is over already: what came of it is read again.
        show({ at: 'asking' });
        return input.onHandedIn();
      }),
    open,
    ask: () => show({ at: 'asking' }),
    recorded: async (video: Blob, phrase: Phrase) => {
      if (video.size > VIDEO_LIMITS.sizeBytesMax || place.current === undefined) {
        await open('too_large');
        return;
      }
      const { challengeId, phrase: said } = phrase;
      const take: Take = {
        challengeId,
        phrase: said,
        video,
        ...place.current,
        sentParts: [],
        isWanted: false,
      };
      show({ at: 'checking', take });
      await keepTake(userId, take);
    },
    handIn,
    /** The same recording, from where the person is now. */
    handInFromHere: async (take: Take) => {
      const here = await readPlace().catch((error: unknown) => show({ at: 'stopped', take, error }));
      if (here) await handIn({ ...take, ...here });
    },
  };
}

export type Video = ReturnType<typeof useVideo>;

/** A recording left by an earlier visit is looked at again, or sent on where the sending broke off. */
function useRestored(
  userId: string,
  show: (stage: VideoStage) => void,
  handIn: (take: Take) => Promise<void>,
) {
  const latest = useRef(handIn);
  useEffect(() => {
    latest.current = handIn;
  });
  useEffect(() => {
    let isCurrent = true;
    void readTake(userId).then((take) => {
      if (!isCurrent) return undefined;
      if (take === undefined) return show({ at: 'asking' });
      return take.isWanted ? latest.current(take) : show({ at: 'checking', take });
    });
    return () => {
      isCurrent = false;
    };
  }, [userId, show]);
}
