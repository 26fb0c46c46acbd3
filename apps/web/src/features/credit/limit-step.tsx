import { useQuery } from '@tanstack/react-query';
import { ErrorFace } from '../../lib/faces.tsx';
import { formatDate } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { AskCard } from './ask-card.tsx';
import { creditQuery } from './credit.data.ts';
import { useCreditWords } from './credit.words.ts';
import { LimitMoment } from './limit-moment.tsx';
import { OfferCard } from './offer-card.tsx';
import { ReasonList } from './reasons.tsx';

/** The limit at the end of the KYC: consent, the offer with its reasons, the yes. */
export function LimitStep() {
  const words = useCreditWords();
  const { language } = useLanguage();
  const credit = useQuery(creditQuery);
  if (credit.data === undefined) {
    return credit.isError ? (
      <ErrorFace error={credit.error} onRetry={() => void credit.refetch()} />
    ) : (
      <Skeleton height="card" />
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
        <LinkButton to="/dashboard/credit" size="medium" tone="secondary" className="self-start">
          {words.seeCredit}
        </LinkButton>
      </div>
    </Card>
  );
}
