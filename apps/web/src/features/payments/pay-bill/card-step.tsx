import type { Card as SavedCard } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { isInMotion } from '../../../lib/bill-status.ts';
import { CardChip } from '../../../lib/card-face.tsx';
import { cardLabel, formatRupees } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { errorText } from '../../../lib/problem.ts';
import { allPaymentsQuery } from '../../../lib/queries.ts';
import { Button, TextLink } from '../../../ui/button.tsx';
import { RadioCards } from '../../../ui/choice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PartOnItsWay } from '../../../lib/faces.tsx';
import { toast } from '../../../ui/toast.tsx';
import { BillLine } from './bill-line.tsx';
import { EMPTY_PAY_DRAFT, pickCard, type PayDraft } from './pay-draft.ts';
import { usePaymentsWords } from '../payments.words.ts';
import { to } from '../../../lib/addresses.ts';

interface CardStepProps {
  readonly cards: readonly SavedCard[];
  readonly cardsError: unknown;
  readonly draft: PayDraft;
  readonly onCancel: () => void;
  /** The draft with the card in it; another card than before begins with a new amount. */
  readonly onPicked: (draft: PayDraft) => void;
}

// A person with a saved card does not load the form and its libraries.
const NewCardForm = lazy(() =>
  import('./new-card-form.tsx').then((module) => ({ default: module.NewCardForm })),
);

const NEW_CARD = 'new';

/** Saved cards first, the last used one chosen; else the form for a new card. */
export function CardStep({ cards, cardsError, draft, onCancel, onPicked }: CardStepProps) {
  const all = usePaymentsWords();
  const words = all.card;
  const { language } = useLanguage();
  const known = cards.find((card) => card.id === draft.card?.id) ?? cards[0];
  const [chosen, setChosen] = useState(known?.id ?? NEW_CARD);
  const pick = (card: SavedCard) =>
    onPicked(card.id === draft.card?.id ? draft : { ...EMPTY_PAY_DRAFT, card: pickCard(card) });
  const saved = cards.find((card) => card.id === chosen);
  useEffect(() => {
    if (cardsError) toast.error(words.fetchFailed, errorText(cardsError, language));
  }, [cardsError, language, words.fetchFailed]);
  return (
    <div className="flex flex-col gap-5">
      {cardsError ? (
        <Notice tone="due" title={words.fetchFailed}>
          {errorText(cardsError, language)}
        </Notice>
      ) : null}
      {cards.length === 0 ? null : (
        <RadioCards
          legend={words.choose}
          name="card"
          value={chosen}
          onValueChange={setChosen}
          options={[
            ...cards.map((card) => ({
              value: card.id,
              title: card.nickname ?? cardLabel(card.bankName, card.last4),
              detail: [
                ...(card.nickname === null ? [] : [cardLabel(card.bankName, card.last4)]),
                card.nameOnCard,
                words.expires(card.expiry),
              ].join(' · '),
              aside: <CardChip bankName={card.bankName} />,
            })),
            { value: NEW_CARD, title: words.newCard },
          ]}
        />
      )}
      {saved ? (
        <>
          <MovingNotice cardId={saved.id} />
          <BillLine cardId={saved.id} />
          <StepButtons onCancel={onCancel}>
            <Button onClick={() => pick(saved)}>{all.pay.continue}</Button>
          </StepButtons>
        </>
      ) : (
        <Suspense fallback={<PartOnItsWay height="hero" />}>
          <NewCardForm
            buttons={(isPending) => (
              <StepButtons onCancel={onCancel}>
                <Button type="submit" isPending={isPending}>
                  {all.pay.continue}
                </Button>
              </StepButtons>
            )}
            onCreated={pick}
          />
        </Suspense>
      )}
    </div>
  );
}

interface StepButtonsProps {
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

function StepButtons({ onCancel, children }: StepButtonsProps) {
  const words = usePaymentsWords().pay;
  return (
    <div className="flex flex-col-reverse gap-3 md:flex-row md:justify-between">
      <Button tone="secondary" onClick={onCancel}>
        {words.cancel}
      </Button>
      {children}
    </div>
  );
}

/** The same bill is not paid twice by accident: a payment on its way is said before anything else. */
export function MovingNotice({ cardId }: { readonly cardId: string }) {
  const words = usePaymentsWords().card;
  const { data } = useQuery(allPaymentsQuery);
  const moving = data?.items.find((payment) => payment.cardId === cardId && isInMotion(payment.billStatus));
  if (!moving) return null;
  return (
    <Notice
      tone="due"
      isLive
      actions={
        <TextLink to={to('/dashboard/payment-success', { query: { id: moving.id } })}>
          {words.movingLink}
        </TextLink>
      }
    >
      {words.moving(formatRupees(moving.amountPaise))}
    </Notice>
  );
}
