import { KYC_STEPS, type Kyc, type KycStatus } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { formatDate, today } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { PartOnItsWay, UnreadFace } from '../../lib/faces.tsx';
import { kycQuery } from '../../lib/queries.ts';
import { VIDEO_PART } from '../../lib/video-part.ts';
import { useStep } from '../../lib/step.ts';
import { Card, PageHeader } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import type { ReturnedConsent } from './kyc.data.ts';
import { Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { AadhaarStep } from './aadhaar-step.tsx';
import { useKycWords } from './kyc.words.ts';
import { PanStep } from './pan-step.tsx';
import { to } from '../../lib/addresses.ts';

/** News come by themselves; where they do not get through, the page asks now and then. */
const ASK_AGAIN_MS = 10_000;

function isWithPerson({ pan, video }: Kyc): boolean {
  return pan.status === 'pending' || video.status === 'pending';
}

/** `limit`: what the last step says of the credit limit; kyc-page.tsx leaves room for the feature that knows it. */
export function KycVerification({ limit }: { readonly limit?: ReactNode }) {
  const words = useKycWords();
  const kyc = useQuery({
    ...kycQuery,
    refetchInterval: ({ state }) => (state.data && isWithPerson(state.data) ? ASK_AGAIN_MS : false),
  });
  return (
    <>
      <PageHeader title={words.title} subtitle={words.subtitle} />
      <UnreadFace query={kyc}>
        <Skeleton height="row" />
        <Skeleton height="hero" />
      </UnreadFace>
      {kyc.data ? <KycWizard kyc={kyc.data} limit={limit} /> : null}
    </>
  );
}

/** A PAN that a person has confirmed while this page was open. */
function usePanNews(status: KycStatus): void {
  const words = useKycWords().pan;
  const before = useRef(status);
  useEffect(() => {
    const isNews = before.current === 'pending' && status === 'verified';
    before.current = status;
    if (isNews) toast.success(words.success);
  }, [status, words]);
}

/** Reads how DigiLocker sent the person back. */
function returnedOf(sessionId: string, params: URLSearchParams): ReturnedConsent {
  return { sessionId, state: params.get('state'), isRefused: params.get('success') === 'False' };
}

/** Computes the share of the three checks that is done. A video in review is not done yet. */
function donePercent({ pan, aadhaar, video }: Kyc): number {
  const done = [pan, aadhaar, video].filter(({ status }) => status === 'verified').length;
  return Math.round((done / KYC_STEPS) * 100);
}

/** Finds the first step that is still open. The person goes on there where the address names no step. */
function openStep(kyc: Kyc): number {
  if (kyc.pan.status !== 'verified') return 1;
  return kyc.aadhaar.status === 'verified' ? 3 : 2;
}

function KycWizard({ kyc, limit }: { readonly kyc: Kyc; readonly limit: ReactNode }) {
  const words = useKycWords();
  const [params] = useSearchParams();
  usePanNews(kyc.pan.status);
  const sessionId = params.get('session');
  const reachable = openStep(kyc);
  // A KYC that is due again goes on at the first check that is still to be made once more.
  const opening = kyc.pan.isDueAgain ? 1 : kyc.aadhaar.isDueAgain ? Math.min(2, reachable) : reachable;
  const { step, goTo, headingRef } = useStep(KYC_STEPS, (asked, isNamed) => {
    if (sessionId !== null) return 2;
    return isNamed ? Math.min(asked, reachable) : opening;
  });
  return (
    <div className="grid items-start gap-6 lg:grid-cols-3 lg:gap-10">
      <div className="flex min-w-0 flex-col gap-6 lg:col-span-2">
        <Progress
          label={`${step}/${KYC_STEPS} · ${words.steps[step - 1] ?? ''}`}
          value={donePercent(kyc)}
          max={100}
          aside={words.progress(donePercent(kyc))}
        />
        <StepList kyc={kyc} step={step} />
        <DueAgain kyc={kyc} />
        {step === 1 ? <PanStep kyc={kyc} headingRef={headingRef} onDone={() => goTo(2)} /> : null}
        {step === 2 ? (
          <AadhaarStep
            key={sessionId ?? 'new'}
            kyc={kyc}
            returned={sessionId === null ? null : returnedOf(sessionId, params)}
            headingRef={headingRef}
            onBack={() => goTo(1)}
            onDone={() => goTo(3)}
          />
        ) : null}
        {step === 3 ? (
          <VideoStep kyc={kyc} headingRef={headingRef} onBack={() => goTo(2)} limit={limit} />
        ) : null}
      </div>
      <Card title={words.why.title}>
        <ul className="flex flex-col gap-3">
          {words.why.points.map((point) => (
            <li key={point} className="flex gap-2.5 text-small text-ink-2">
              <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ok" />
              {point}
            </li>
          ))}
        </ul>
        <p className="mt-4 text-small text-ink-3">{words.why.sees}</p>
      </Card>
    </div>
  );
}

/** Says until when a KYC holds, or held, that has to be made once more. */
function DueAgain({ kyc: { isReKycOpen, reKycDueOn } }: { readonly kyc: Kyc }) {
  const words = useKycWords().again;
  const { language } = useLanguage();
  if (!isReKycOpen || reKycDueOn === null) return null;
  const date = formatDate(reKycDueOn, language);
  return (
    <Notice tone="due" title={words.title}>
      {today() > reKycDueOn ? words.textLapsed(date) : words.text(date)}
    </Notice>
  );
}

function StepList({ kyc, step }: { readonly kyc: Kyc; readonly step: number }) {
  const words = useKycWords();
  const statuses = [kyc.pan.status, kyc.aadhaar.status, kyc.video.status];
  return (
    // Large letters leave no room for three beside each other.
    <div className="@container">
      <ol aria-label={words.stepsLabel} className="grid gap-2 @figures:grid-cols-3">
        {words.steps.map((name, index) => (
          <li
            key={name}
            aria-current={step === index + 1 ? 'step' : undefined}
            className={clsx(
              'flex min-w-0 flex-col rounded-input border px-3 py-2',
              step === index + 1 ? 'border-brand bg-brand-soft' : 'border-line bg-surface',
            )}
          >
            <span className="font-medium">{name}</span>
            <StepStatus status={statuses[index] ?? 'not_started'} isVideo={index === 2} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** PAN and Aadhaar are Verified or Pending Verification; a video may be with a person, or refused by one. */
function StepStatus({ status, isVideo }: { readonly status: KycStatus; readonly isVideo: boolean }) {
  const words = useKycWords();
  if (status === 'verified') return <span className="text-caption text-ok-ink">{words.verified}</span>;
  const special = { pending: words.video.inReview, rejected: words.video.rejected, not_started: undefined };
  return (
    <span className="text-caption text-ink-3">
      {(isVideo ? special[status] : undefined) ?? words.pending}
    </span>
  );
}

/** Camera, recorder and upload come when the user gets here. */
const VideoFaces = lazy(() => import('./video-faces.tsx').then((module) => ({ default: module.VideoFaces })));

interface VideoStepProps {
  readonly kyc: Kyc;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
  readonly onBack: () => void;
  /** The credit limit does not wait for the video, and stands before it: it is the next act. */
  readonly limit: ReactNode;
}

function VideoStep({ limit, headingRef, ...props }: VideoStepProps) {
  const { status } = props.kyc.video;
  const videoRef = useRef<HTMLHeadingElement>(null);
  const limitRef = useRef<HTMLDivElement>(null);
  useApproval(status, limitRef);
  const box = useRef<HTMLDivElement>(null);
  const { key, hash } = useLocation();
  useEffect(() => {
    if (hash === `#${VIDEO_PART}`) box.current?.scrollIntoView();
  }, [key, hash]);
  const canWait = Boolean(limit) && (status === 'not_started' || status === 'rejected');
  return (
    <>
      {canWait ? <LimitFirst headingRef={headingRef} /> : null}
      <div ref={limitRef} className="contents">
        {limit}
      </div>
      <div ref={box} tabIndex={-1} id={VIDEO_PART} className="scroll-mt-20">
        <Suspense fallback={<PartOnItsWay height="hero" />}>
          <VideoFaces {...props} headingRef={canWait ? videoRef : headingRef} />
        </Suspense>
      </div>
    </>
  );
}

/** Introduces the last step: the limit comes first, and the video can wait. */
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
 * Announces an approval that arrives while the page is open, and goes to the dashboard. A person who has begun with the
 * limit above stays there.
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
    if (!isElsewhere.current) void navigate(to('/dashboard'));
  }, [status, words, navigate]);
}
