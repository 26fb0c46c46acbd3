import type { Card as SavedCard } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { isInMotion } from '../../../lib/bill-status.ts';
import { CardChip } from '../../../lib/card-face.tsx';
import { cardLabel, formatRupees } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { isOfCard } from '../../../lib/paid-of-bill.ts';
import { errorText } from '../../../lib/problem.ts';
import { allPaymentsQuery } from '../../../lib/queries.ts';
import { Button, TextLink } from '../../../ui/button.tsx';
import { RadioCards } from '../../../ui/radio-cards.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PartOnItsWay } from '../../../lib/faces.tsx';
import { toast } from '../../../ui/toast.tsx';
import { BillLine } from './bill-line.tsx';
import { EMPTY_PAY_DRAFT, pickCard, type PayDraft, type PickedCard } from './pay-draft.ts';
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

/** The card that was just entered without saving it, then saved cards, the last used one first; else the form for a new card. */
export function CardStep({ cards, cardsError, draft, onCancel, onPicked }: CardStepProps) {
  const all = usePaymentsWords();
  const words = all.card;
  const { language } = useLanguage();
  const unsaved = unsavedOf(draft, cards);
  const known = cards.find((card) => card.id === draft.card?.id) ?? unsaved ?? cards[0];
  const [chosen, setChosen] = useState(known?.id ?? NEW_CARD);
  // Opened once it stays, out of sight while another card is chosen: what was typed is there again.
  const [isFormOpened, setIsFormOpened] = useState(false);
  const pick = (card: PickedCard) =>
    onPicked(card.id === draft.card?.id ? draft : { ...EMPTY_PAY_DRAFT, card });
  const saved = cards.find((card) => card.id === chosen);
  const taken = saved === undefined ? (unsaved?.id === chosen ? unsaved : undefined) : pickCard(saved);
  if (taken === undefined && !isFormOpened) setIsFormOpened(true);
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
      <CardChoice cards={cards} unsaved={unsaved} chosen={chosen} onChoose={setChosen} />
      {taken ? (
        <>
          <MovingNotice card={taken} />
          <BillLine card={taken} />
          <StepButtons onCancel={onCancel}>
            <Button onClick={() => pick(taken)}>{all.pay.continue}</Button>
          </StepButtons>
        </>
      ) : null}
      {isFormOpened ? (
        <div hidden={taken !== undefined}>
          <Suspense fallback={<PartOnItsWay height="hero" />}>
            <NewCardForm
              buttons={(isPending) => (
                <StepButtons onCancel={onCancel}>
                  <Button type="submit" isPending={isPending}>
                    {all.pay.continue}
                  </Button>
                </StepButtons>
              )}
              onCreated={(card, isSaved) =>
                pick({ ...pickCard(card), ...(isSaved ? {} : { isUnsaved: true }) })
              }
            />
          </Suspense>
        </div>
      ) : null}
    </div>
  );
}

/** The card of the draft that was entered without saving it. A card that was saved and removed since is not offered. */
function unsavedOf({ card }: PayDraft, cards: readonly SavedCard[]): PickedCard | undefined {
  return card?.isUnsaved === true && cards.every(({ id }) => id !== card.id) ? card : undefined;
}

interface CardChoiceProps {
  readonly cards: readonly SavedCard[];
  readonly unsaved: PickedCard | undefined;
  readonly chosen: string;
  readonly onChoose: (chosen: string) => void;
}

function CardChoice({ cards, unsaved, chosen, onChoose }: CardChoiceProps) {
  const words = usePaymentsWords().card;
  if (cards.length === 0 && unsaved === undefined) return null;
  return (
    <RadioCards
      legend={words.choose}
      name="card"
      value={chosen}
      onValueChange={onChoose}
      options={[
        ...(unsaved === undefined
          ? []
          : [
              {
                value: unsaved.id,
                title: cardLabel(unsaved.bankName, unsaved.last4),
                detail: words.unsaved,
                aside: <CardChip bankName={unsaved.bankName} />,
              },
            ]),
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
export function MovingNotice({ card }: { readonly card: PickedCard }) {
  const words = usePaymentsWords().card;
  const { data } = useQuery(allPaymentsQuery);
  const moving = data?.items.find((payment) => isOfCard(payment, card) && isInMotion(payment.billStatus));
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
