import { KYC_REASONS, type Kyc } from '@mohlat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useLanguage } from '../../lib/i18n.tsx';
import type { Language } from '../../lib/language.ts';
import { errorText, ProblemError } from '../../lib/problem.ts';
import { UnreadFace } from '../../lib/faces.tsx';
import { meQuery } from '../../lib/queries.ts';
import { Button, buttonClass, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { AccountLine } from './account-line.tsx';
import { ContinueOnPhone } from './continue-on-phone.tsx';
import { kycChanged } from './kyc.data.ts';
import { useKycWords } from './kyc.words.ts';
import { StepFrame } from './step-frame.tsx';
import { DeviceError, type Trouble } from './video-devices.ts';
import { useVideoWords, type VideoWords } from './video.words.ts';
import { useVideo, type Video, type VideoStage } from './use-video.ts';
import { VideoAsking } from './video-asking.tsx';
import { VideoCamera } from './video-camera.tsx';
import { VideoChecking, VideoSending, VideoStopped } from './video-sending.tsx';
import { to } from '../../lib/addresses.ts';

interface VideoCaptureProps {
  readonly kyc: Kyc;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
  readonly onBack: () => void;
}

/** Waits for the account: a recording is kept on this device only under the id of its person. */
export function VideoCapture(props: VideoCaptureProps) {
  const me = useQuery(meQuery);
  if (me.data !== undefined) return <Capture {...props} userId={me.data.id} />;
  return (
    <UnreadFace query={me}>
      <Skeleton height="hero" />
    </UnreadFace>
  );
}

const COMES_AFTER_ID = 'video-comes-after';

function Capture({ kyc, headingRef, onBack, userId }: VideoCaptureProps & { readonly userId: string }) {
  const all = useKycWords();
  const words = useVideoWords();
  const client = useQueryClient();
  const onHandedIn = useCallback(() => kycChanged(client), [client]);
  const video = useVideo({ userId, onHandedIn });
  const { stage } = video;
  const hasty = useHastyPress(stage);
  const failureRef = useAlertFocus(hasty.count);
  const failure = useFailure(video, kyc);
  const stageRef = useStageFocus(stage.at);
  const take = stage.at === 'checking' || stage.at === 'stopped' ? stage.take : undefined;
  const isTooEarly = take === undefined && stage.at !== 'sending';
  const complete = () => {
    if (take === undefined) hasty.note();
    else void video.handIn(take);
  };
  return (
    <StepFrame
      title={all.video.title}
      intro={stage.at === 'restoring' || stage.at === 'asking' ? words.intro : null}
      headingRef={headingRef}
      failureRef={failureRef}
      failure={hasty.count > 0 ? undefined : failure}
      reminder={hasty.count > 0 ? words.notYet : undefined}
      failureActions={<FailureActions error={video.failure} />}
      back={
        <Button tone="secondary" onClick={onBack}>
          {all.previousStep}
        </Button>
      }
      next={
        <Button
          tone={isTooEarly ? 'secondary' : 'primary'}
          aria-describedby={isTooEarly ? COMES_AFTER_ID : undefined}
          isPending={stage.at === 'sending'}
          pendingText={words.sending}
          onClick={complete}
        >
          {all.complete}
        </Button>
      }
    >
      <div ref={stageRef} tabIndex={-1} className="flex scroll-mt-36 flex-col gap-5 outline-none">
        <Stage video={video} />
      </div>
      {isTooEarly ? (
        <p id={COMES_AFTER_ID} className="text-small text-ink-2 md:text-right">
          {words.comesAfter}
        </p>
      ) : null}
    </StepFrame>
  );
}

/** Words the Verification Failed alert: a refusal of the last video, or a failed call. */
function useFailure(video: Video, kyc: Kyc): string | undefined {
  const words = useVideoWords();
  const { language } = useLanguage();
  const { stage } = video;
  if (stage.at === 'stopped') return stoppedText(stage.error, language, words);
  if (video.failure !== undefined) return errorText(video.failure, language);
  if (stage.at !== 'asking' && stage.at !== 'restoring') return undefined;
  const { status, reason } = kyc.video;
  const why = reason ? reasonIn(language, reason) : undefined;
  if (status !== 'rejected') return why;
  return why === undefined ? words.rejected : `${why} ${words.rejected}`;
}

function stoppedText(error: unknown, language: Language, words: VideoWords): string {
  if (!(error instanceof DeviceError)) return errorText(error, language);
  const { title, text } = words.troubles[error.trouble];
  return `${title}. ${text}`;
}

/** A reason of the list in the reader's language; what a person wrote stays as it was written. */
function reasonIn(language: Language, text: string): string {
  return Object.values(KYC_REASONS).find((reason) => reason.en === text)?.[language] ?? text;
}

function FailureActions({ error }: { readonly error: unknown }) {
  const words = useVideoWords();
  if (!(error instanceof ProblemError)) return null;
  const ways: Readonly<Record<string, readonly [to: string, text: string]>> = {
    mobile_required: [to('/dashboard/profile', { query: { edit: 'phone' } }), words.addMobile],
    onboarding_incomplete: [to('/onboarding'), words.addProfile],
  };
  const way = ways[error.code];
  if (way === undefined) return null;
  return (
    <LinkButton to={way[0]} size="medium" tone="secondary">
      {way[1]}
    </LinkButton>
  );
}

function Stage({ video }: { readonly video: Video }) {
  const words = useVideoWords();
  const { stage } = video;
  switch (stage.at) {
    case 'restoring':
      return <Skeleton height="hero" />;
    case 'asking':
      return <VideoAsking again={stage.again} onAgreed={() => void video.begin()} />;
    case 'opening':
      return (
        <div role="status" className="flex flex-col gap-3">
          <p className="font-medium">{words.opening}</p>
          <p className="text-ink-2">{words.openingHint}</p>
          <Skeleton height="hero" />
        </div>
      );
    case 'session':
      return <SessionLink url={stage.url} />;
    case 'trouble':
      return <VideoTrouble trouble={stage.trouble} onTryAgain={() => void video.open()} />;
    case 'camera':
      return (
        <VideoCamera
          key={stage.stream.id}
          camera={stage}
          onRecorded={(recording) => void video.recorded(recording, stage.phrase)}
          onReopen={(again) => void video.open(again)}
        />
      );
    case 'checking':
      return <VideoChecking take={stage.take} onRetake={() => void video.open()} />;
    case 'sending':
      return <VideoSending take={stage.take} progress={stage.progress} />;
    case 'stopped':
      return (
        <VideoStopped
          take={stage.take}
          error={stage.error}
          onSendAgain={() => void video.handInFromHere(stage.take)}
          onRetake={() => void video.open()}
        />
      );
  }
}

/**
 * Counts the presses on the last button that came before a recording; 0 once the person has gone on. A press while the
 * page still looks for a recording on this device is answered as soon as it has found none.
 */
function useHastyPress(stage: VideoStage) {
  const [pressed, setPressed] = useState<{ readonly stage: VideoStage; readonly count: number }>();
  if (pressed?.stage.at === 'restoring' && stage.at === 'asking') setPressed({ ...pressed, stage });
  return {
    count: pressed?.stage === stage && stage.at !== 'restoring' ? pressed.count : 0,
    note: () => setPressed({ stage, count: (pressed?.count ?? 0) + 1 }),
  };
}

/** A press too early, each time again: what it says stands above the screen's edge, the button below it. */
function useAlertFocus(count: number): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (count === 0) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'center' });
  }, [count]);
  return ref;
}

/** A new stage takes the focus and comes into view; the first one does not. */
function useStageFocus(at: string): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    const isFirst = shown.current === 'restoring';
    if (shown.current === at) return;
    shown.current = at;
    if (isFirst) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'start' });
  }, [at]);
  return ref;
}

/** Where another device helps more than another try. */
const ELSEWHERE: readonly Trouble[] = ['unsupported', 'no_camera', 'camera_busy', 'location_unavailable'];

interface VideoTroubleProps {
  readonly trouble: Trouble;
  readonly onTryAgain: () => void;
}

/** A camera, microphone or place that is not there: what it means and the ways on. */
function VideoTrouble({ trouble, onTryAgain }: VideoTroubleProps) {
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
            <LinkButton tone="quiet" size="medium" to={to('/dashboard')}>
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

/**
 * The way to the call at the provider, in a tab of its own: this one stays and shows the result. Without a url it is
 * still being asked for.
 */
export function SessionLink({ url }: { readonly url: string | undefined }) {
  const words = useVideoWords();
  return (
    <>
      <Notice
        isLive
        title={words.sessionTitle}
        actions={
          url === undefined ? undefined : (
            <a href={url} target="_blank" rel="noopener" className={buttonClass('primary', 'medium')}>
              {words.openSession}
            </a>
          )
        }
      >
        {words.session} {words.afterCall}
      </Notice>
      <AccountLine say={words.forAccount} />
    </>
  );
}
