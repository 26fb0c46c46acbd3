import { CONSENTS, type CreditOffer, type CreditReason } from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Failed } from '../../lib/failed.tsx';
import { formatDate, formatRupees, istDateOf } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { to } from '../../lib/addresses.ts';
import { hasPlace, PlaceLink } from '../../lib/place-link.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { accept, creditChanged, decline } from './credit.data.ts';
import { useCreditWords } from './credit.words.ts';
import { ReasonList } from './reasons.tsx';
import { useSendOnce } from '../../lib/send-once.ts';

interface OfferCardProps {
  readonly offer: CreditOffer;
  readonly reasons: readonly CreditReason[];
}

/** Rule: LEND-P1. A higher limit, with its reasons, that is taken by a press of its own or left. */
export function OfferCard({ offer, reasons }: OfferCardProps) {
  const words = useCreditWords();
  const { language } = useLanguage();
  const client = useQueryClient();
  const limit = formatRupees(offer.limitPaise);
  const settled = (text: string) => async () => {
    await creditChanged(client);
    toast.success(text);
  };
  const taking = useSendOnce({ mutationFn: accept, onSuccess: settled(words.offer.accepted(limit)) });
  const leaving = useSendOnce({ mutationFn: decline, onSuccess: settled(words.offer.declined) });
  const error = taking.error ?? leaving.error;
  const isFirst = offer.currentLimitPaise === 0;
  const isElsewhere = hasPlace(error, to('/dashboard/credit'));
  return (
    <section
      aria-labelledby="offer-title"
      className="flex flex-col gap-4 rounded-card border border-brand bg-surface p-4 md:p-5"
    >
      <div role="status" className="flex flex-col gap-1">
        <h2 id="offer-title" className="text-small font-medium text-ink-2">
          {words.offer.title}
        </h2>
        <p className="text-title font-semibold">
          {isFirst
            ? words.offer.first(limit)
            : words.offer.raise(limit, formatRupees(offer.currentLimitPaise))}
        </p>
        <p className="text-small text-ink-2">
          {words.offer.text} {words.offer.until(formatDate(istDateOf(offer.expiresAt), language))}
        </p>
      </div>
      <div>
        <h3 className="text-small font-medium">{words.reasonsTitle}</h3>
        <ReasonList reasons={reasons} />
      </div>
      <Failed error={error} actions={isElsewhere ? <PlaceLink error={error} /> : undefined} />
      <p className="text-small text-ink-2">
        <span className="font-medium text-ink">{words.offer.consentOf}</span>{' '}
        {CONSENTS.credit_limit.wording[language]}
      </p>
      <div className="flex flex-col gap-3 md:flex-row">
        <Button
          isPending={taking.isPending}
          pendingText={words.offer.accepting}
          disabled={leaving.isPending}
          onClick={() => taking.mutate(offer.id)}
        >
          {words.offer.accept}
        </Button>
        <Button
          tone="secondary"
          isPending={leaving.isPending}
          pendingText={words.offer.declining}
          disabled={taking.isPending}
          onClick={() => leaving.mutate(offer.id)}
        >
          {words.offer.decline}
        </Button>
      </div>
    </section>
  );
}
