import { useQuery } from '@tanstack/react-query';
import { ErrorFace } from '../../lib/faces.tsx';
import { formatDate } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { AskCard } from './ask-card.tsx';
import { creditQuery } from './credit.data.ts';
import { useCreditWords } from './credit.words.ts';
import { OfferCard } from './offer-card.tsx';
import { ReasonList, WhatIfList } from './reasons.tsx';

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
  const { assessment, offer, limitPaise, reasons, retryAfter, whatIf } = credit.data;
  if (offer) return <OfferCard offer={offer} reasons={reasons} />;
  if (assessment === null) return <AskCard credit={credit.data} />;
  const hasLimit = limitPaise > 0;
  const isDeclined = assessment.status === 'declined';
  const income = whatIf.filter(({ lever }) => lever === 'income_evidence');
  return (
    <Card title={isDeclined ? words.declinedTitle : words.limitTitle}>
      <div className="flex flex-col gap-3">
        {hasLimit ? <Money paise={limitPaise} size="hero" /> : null}
        {isDeclined || hasLimit ? (
          <ReasonList reasons={reasons} saidOn={retryAfter} />
        ) : (
          <p>{words.noLimit}</p>
        )}
        {hasLimit && income.length > 0 ? <WhatIfList items={income} /> : null}
        {retryAfter === null ? null : <p>{words.tryAgainOn(formatDate(retryAfter, language))}</p>}
        <div className="flex flex-wrap gap-3">
          {hasLimit ? (
            <LinkButton to="/dashboard/pay-bill" size="medium">
              {words.payBill}
            </LinkButton>
          ) : null}
          <LinkButton to="/dashboard/credit" size="medium" tone="secondary">
            {words.seeCredit}
          </LinkButton>
        </div>
      </div>
    </Card>
  );
}
