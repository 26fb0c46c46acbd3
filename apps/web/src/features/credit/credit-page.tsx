import type { Credit, Me, PastAssessment } from '@mohlat/contract';
import { bandOf, isThinFile, LIMIT_POLICY } from '@mohlat/money';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ErrorFace, LoadingFace } from '../../lib/faces.tsx';
import { formatDate, formatInstant, formatRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { meQuery } from '../../lib/queries.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { MoreButton } from '../../lib/more-button.tsx';
import { CreditBar } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { AskCard } from './ask-card.tsx';
import { assessmentsQuery, creditQuery } from './credit.data.ts';
import { useCreditWords } from './credit.words.ts';
import { EvidenceCard } from './evidence-card.tsx';
import { Hold } from './hold.tsx';
import { OfferCard } from './offer-card.tsx';
import { Factors, ReasonList, WhatIfList } from './reasons.tsx';
import { to } from '../../lib/addresses.ts';

/** /dashboard/credit: the limit, its reasons, what would change it, and what waits for an answer. */
export function Component() {
  const words = useCreditWords();
  const me = useQuery(meQuery);
  const credit = useQuery(creditQuery);
  const failed = me.data === undefined && me.isError ? me : credit.isError ? credit : undefined;
  const isThere = me.data !== undefined && credit.data !== undefined;
  return (
    <>
      <PageHeader title={words.title} subtitle={words.subtitle} />
      {isThere ? (
        <CreditView me={me.data} credit={credit.data} />
      ) : failed ? (
        <ErrorFace error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <LoadingFace onRetry={() => void credit.refetch()}>
          <Skeleton height="hero" />
          <Skeleton height="card" />
        </LoadingFace>
      )}
    </>
  );
}

function CreditView({ me, credit }: { readonly me: Me; readonly credit: Credit }) {
  const words = useCreditWords();
  if (!me.kyc.isComplete && credit.assessment === null) {
    return (
      <Card title={words.noLimit}>
        <p className="text-ink-2">{words.kycFirst}</p>
        <LinkButton to={to('/dashboard/kyc-verification')} size="medium" className="mt-4">
          {words.completeKyc}
        </LinkButton>
      </Card>
    );
  }
  const { offer, assessment, reasons } = credit;
  const isDeclined = assessment?.status === 'declined';
  const hasLimit = credit.limitPaise > 0;
  // Where asking is what comes next it stands with the limit, otherwise beside it.
  const asksNext =
    assessment === null ||
    (isDeclined && credit.retryAfter === null) ||
    credit.isReportStale ||
    credit.estimatePaise !== null;
  const askCard = offer === null ? <AskCard credit={credit} /> : null;
  return (
    <div className="flex flex-col gap-3 lg:gap-6">
      {offer ? <OfferCard offer={offer} reasons={reasons} /> : null}
      <div className="grid items-start gap-3 lg:grid-cols-2 lg:gap-6">
        <div className="flex min-w-0 flex-col gap-3 lg:gap-6">
          {hasLimit ? <LimitPanel credit={credit} /> : null}
          {isDeclined ? <DeclinedCard credit={credit} /> : null}
          {asksNext ? askCard : null}
          <WhyCard credit={credit} />
        </div>
        <div className="flex min-w-0 flex-col gap-3 lg:gap-6">
          {assessment === null ? null : <ScorePanel credit={credit} />}
          <EvidenceCard evidence={credit.evidence} />
          {asksNext ? null : askCard}
          <AssessmentHistory />
        </div>
      </div>
    </div>
  );
}

function DeclinedCard({ credit }: { readonly credit: Credit }) {
  const words = useCreditWords();
  const { language } = useLanguage();
  return (
    <Card title={words.declinedTitle}>
      <p className="text-ink-2">{words.declinedText}</p>
      <ReasonList reasons={credit.reasons} saidOn={credit.retryAfter} />
      {credit.retryAfter === null ? null : (
        <p className="mt-2 font-medium">{words.tryAgainOn(formatDate(credit.retryAfter, language))}</p>
      )}
    </Card>
  );
}

/** Shows the reasons for the limit, the acts that would raise it, and every bound side by side. */
function WhyCard({ credit }: { readonly credit: Credit }) {
  const words = useCreditWords();
  const { assessment, offer, whatIf, factors, reasons } = credit;
  if (assessment === null) return null;
  const isDeclined = assessment.status === 'declined';
  if (isDeclined && whatIf.length === 0) return null;
  const showsReasons = !isDeclined && offer === null;
  // More is known now than when the limit was decided: the reasons are from then, the bounds from today.
  const isOutdated = credit.estimatePaise !== null;
  const reasonsTitle = isOutdated ? words.reasonsThen : words.reasonsTitle;
  return (
    <Card title={showsReasons ? reasonsTitle : words.changeTitle}>
      <div className="flex flex-col gap-5">
        {showsReasons ? <ReasonList reasons={reasons} /> : null}
        {whatIf.length === 0 ? null : (
          <div className="flex flex-col gap-2">
            <h3 className="font-semibold">{words.whatIfTitle}</h3>
            <WhatIfList items={whatIf} />
          </div>
        )}
        {isDeclined || factors.length === 0 ? null : <Factors factors={factors} isOutdated={isOutdated} />}
      </div>
    </Card>
  );
}

/** Every assessment with what became of it; takes no room before the first. */
function AssessmentHistory() {
  const words = useCreditWords().history;
  const history = useInfiniteQuery(assessmentsQuery);
  const items = history.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <Card title={words.title}>
      <ul className="ruled">
        {items.map((item) => (
          <HistoryRow key={item.id} item={item} />
        ))}
      </ul>
      <MoreButton list={history} className="mt-3" />
    </Card>
  );
}

function HistoryRow({ item }: { readonly item: PastAssessment }) {
  const words = useCreditWords().history;
  const { language } = useLanguage();
  const outcome = item.status === 'approved' ? words.approved(formatRupees(item.limitPaise)) : words.declined;
  const details = [
    item.score === null ? undefined : words.score(item.score),
    item.offer === null ? undefined : words.offers[item.offer],
  ].filter((one) => one !== undefined);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
      <span className="font-medium">{outcome}</span>
      <span className="text-small text-ink-2">{formatInstant(item.at, language)}</span>
      {details.length === 0 ? null : (
        <span className="w-full text-small text-ink-2">{details.join(' · ')}</span>
      )}
    </li>
  );
}

/** The limit and what is left of it; when it rests, why, and what ends that. */
function LimitPanel({ credit }: { readonly credit: Credit }) {
  const words = useCreditWords();
  const { language } = useLanguage();
  const { state, stateReason, limitPaise, usedPaise, availablePaise, usedPercent, reviewDate } = credit;
  return (
    <Card
      title={words.limitTitle}
      action={<StatusTag tone={state === 'active' ? 'ok' : 'due'}>{words.states[state]}</StatusTag>}
    >
      <div className="flex flex-col gap-3">
        <Money paise={limitPaise} size="hero" />
        <CreditBar
          usedPercent={usedPercent}
          label={words.usedPercent(usedPercent)}
          start={words.used(formatRupees(usedPaise), formatRupees(limitPaise))}
          {...(state === 'active' ? { end: words.available(formatRupees(availablePaise)) } : {})}
        />
        {stateReason === null ? null : <Hold code={stateReason.code} />}
        {state === 'active' && availablePaise > 0 ? (
          <LinkButton to={to('/dashboard/pay-bill')} size="medium" className="md:self-start">
            {words.payBill}
          </LinkButton>
        ) : null}
        {reviewDate === null ? null : (
          <p className="text-small text-ink-3">{words.review(formatDate(reviewDate, language))}</p>
        )}
      </div>
    </Card>
  );
}

/** The score, and what it means in rupees by the policy itself. */
function ScorePanel({ credit }: { readonly credit: Credit }) {
  const words = useCreditWords().score;
  const { language } = useLanguage();
  const { score, reportDate } = credit;
  return (
    <Card title={words.title}>
      <div className="flex flex-col gap-2">
        {score === null || isThinFile(score) ? (
          <>
            <p className="text-title font-semibold">{words.none}</p>
            <p className="text-ink-2">{words.noneText}</p>
          </>
        ) : (
          <>
            <p className="text-title font-semibold">{words.outOf(score)}</p>
            <ScoreMeaning score={score} />
          </>
        )}
        {reportDate === null ? null : (
          <p className="text-small text-ink-3">{words.report(formatDate(reportDate, language))}</p>
        )}
        <p className="text-small text-ink-2">{words.mend}</p>
      </div>
    </Card>
  );
}

function ScoreMeaning({ score }: { readonly score: number }) {
  const words = useCreditWords().score;
  const { bands } = LIMIT_POLICY;
  const band = bandOf(score, LIMIT_POLICY);
  const next = bands.findLast((one) => one.minScore > score);
  const lowest = bands.at(-1);
  return (
    <p className="text-ink-2">
      {band ? words.band(formatRupees(band.capPaise)) : words.belowAll(lowest?.minScore ?? 0)}{' '}
      {next ? words.next(next.minScore, formatRupees(next.capPaise)) : null}
    </p>
  );
}
