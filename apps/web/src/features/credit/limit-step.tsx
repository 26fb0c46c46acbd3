import type { Credit } from '@mohlat/contract';
import { LIMIT_POLICY } from '@mohlat/money';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { UnreadFace } from '../../lib/faces.tsx';
import { formatDate, formatRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { kycQuery } from '../../lib/queries.ts';
import { VIDEO_PART } from '../../lib/video-part.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useCounting } from '../../ui/use-counting.ts';
import { AskCard } from './ask-card.tsx';
import { creditQuery } from './credit.data.ts';
import { useCreditWords } from './credit.words.ts';
import { PROOF_ID } from './evidence-card.tsx';
import { type LadderAct, ladderOf, type Rung } from './ladder.ts';
import { OfferCard } from './offer-card.tsx';
import { ReasonList, WhatIfList } from './reasons.tsx';
import { to } from '../../lib/addresses.ts';

interface LadderListProps {
  readonly rungs: readonly Rung[];
}

const WAYS: Record<LadderAct, string> = {
  income: to('/dashboard/credit', { part: PROOF_ID }),
  video: to('/dashboard/kyc-verification', { query: { step: '3' }, part: VIDEO_PART }),
};

/** The highest rung first, as a ladder is seen; the next act alone has a button. */
function LadderList({ rungs }: LadderListProps) {
  const words = useCreditWords().ladder;
  const video = useQuery(kycQuery).data?.video;
  // A person looks at it: nothing is left to do but wait, unless a call has yet to be made.
  const isVideoInReview = video?.status === 'pending' && video.hasOpenCall !== true;
  return (
    <ol reversed aria-label={words.title} className="flex flex-col">
      {rungs
        .map((rung, index) => ({ ...rung, isNext: index === 1 }))
        .toReversed()
        .map(({ limitPaise, act, isNext }, index) => (
          <li key={limitPaise} className="relative flex gap-4 pb-5 last:pb-0">
            {index === rungs.length - 1 ? null : (
              <span aria-hidden="true" className="absolute top-4 bottom-0 left-1.75 w-0.5 bg-line" />
            )}
            <span
              aria-hidden="true"
              className={clsx(
                'relative mt-1 size-4 shrink-0 rounded-full border-3 border-brand',
                act === undefined ? 'bg-brand' : 'bg-canvas',
              )}
            />
            <span className="flex min-w-0 flex-col items-start gap-1">
              <span className="font-semibold">
                {act === undefined ? words.now(formatRupees(limitPaise)) : formatRupees(limitPaise)}
              </span>
              {act === undefined ? null : <span className="text-small text-ink-2">{words.acts[act]}</span>}
              {act !== undefined && isNext && !(act === 'video' && isVideoInReview) ? (
                <LinkButton to={WAYS[act]} size="medium" tone="secondary" className="mt-1">
                  {words.press[act]}
                </LinkButton>
              ) : null}
            </span>
          </li>
        ))}
    </ol>
  );
}

/** The limit at the end of the KYC: consent, the offer with its reasons, the yes. */
export function LimitStep() {
  const words = useCreditWords();
  const { language } = useLanguage();
  const credit = useQuery(creditQuery);
  if (credit.data === undefined) {
    return (
      <UnreadFace query={credit}>
        <Skeleton height="card" />
      </UnreadFace>
    );
  }
  const { assessment, offer, limitPaise, reasons, retryAfter } = credit.data;
  if (offer) return <OfferCard offer={offer} reasons={reasons} />;
  if (assessment === null) return <AskCard credit={credit.data} />;
  const isDeclined = assessment.status === 'declined';
  if (limitPaise > 0 && !isDeclined) return <LimitMoment credit={credit.data} />;
  return (
    <Card title={isDeclined ? words.declinedTitle : words.limitTitle}>
      <div className="flex flex-col gap-3">
        {isDeclined ? <ReasonList reasons={reasons} saidOn={retryAfter} /> : <p>{words.noLimit}</p>}
        {retryAfter === null ? null : <p>{words.tryAgainOn(formatDate(retryAfter, language))}</p>}
        <LinkButton to={to('/dashboard/credit')} size="medium" tone="secondary" className="self-start">
          {words.seeCredit}
        </LinkButton>
      </div>
    </Card>
  );
}

/** The limit as a moment: the number, the way to use it, its reasons, and how it grows. */
function LimitMoment({ credit }: { readonly credit: Credit }) {
  const words = useCreditWords();
  const { limitPaise, availablePaise, reasons, whatIf, state } = credit;
  const rungs = ladderOf(credit);
  // The ladder has its own acts; what else would raise it is said beside.
  const others = whatIf.filter(({ lever }) => lever !== 'video' && lever !== 'income_evidence');
  return (
    <section aria-label={words.limitTitle} className="flex max-w-form flex-col gap-6">
      <LimitRing
        limitPaise={limitPaise}
        label={availablePaise < limitPaise ? words.available(formatRupees(availablePaise)) : words.yours}
      />
      <div className="flex flex-col gap-3">
        {state === 'active' ? (
          <LinkButton to={to('/dashboard/pay-bill')} isWide>
            {words.payBill}
          </LinkButton>
        ) : null}
        <LinkButton to={to('/dashboard/credit')} tone="secondary" isWide>
          {words.seeCredit}
        </LinkButton>
      </div>
      {reasons.length === 0 ? null : (
        <div className="comes-out">
          <h3 className="text-section font-semibold">{words.whyThisMuch}</h3>
          <ReasonList reasons={reasons} />
        </div>
      )}
      {rungs.length === 1 ? null : (
        <div className="comes-out flex flex-col gap-3">
          <h3 className="text-section font-semibold">{words.ladder.title}</h3>
          <LadderList rungs={rungs} />
          <p className="text-small text-ink-3">{words.ladder.note}</p>
        </div>
      )}
      {others.length === 0 ? null : <WhatIfList items={others} />}
    </section>
  );
}

interface LimitRingProps {
  readonly limitPaise: number;
  readonly label: string;
}

const SIZE = 200;
/** Wide and thin: a limit of six digits has room inside it, also with large letters. */
const RADIUS = 94;
const STROKE = 8;
/** The most that any score allows: a full ring. */
const MOST_PAISE = LIMIT_POLICY.bands[0]?.capPaise ?? 1;

/** The number, counted up once, in the brand's ring: how much of the most that the policy gives to anybody. */
function LimitRing({ limitPaise, label }: LimitRingProps) {
  const shownPaise = useCounting(limitPaise, 0);
  const share = Math.min(1, limitPaise / MOST_PAISE);
  return (
    <div className="relative mx-auto flex w-full max-w-panel flex-col items-center">
      <svg aria-hidden="true" viewBox={`0 0 ${SIZE} ${SIZE}`} className="w-full max-w-64">
        <circle
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          fill="none"
          className="stroke-line"
          strokeWidth={STROKE}
        />
        <circle
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          fill="none"
          pathLength="1"
          strokeDasharray={`${share} 1`}
          strokeLinecap="round"
          transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
          className="stroke-brand"
          strokeWidth={STROKE}
        />
      </svg>
      <p className="absolute inset-y-0 flex w-8/12 flex-col items-center justify-center text-center">
        <Money paise={shownPaise} size="hero" />
        <span className="text-small text-ink-2">{label}</span>
      </p>
    </div>
  );
}
