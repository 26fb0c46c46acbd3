import { PAY_STEPS, type Card as SavedCard } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { memo, type RefObject, useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router';
import { useDraft } from '../../lib/draft.ts';
import { cardLabel } from '../../lib/format.ts';
import { useGlossary } from '../../lib/glossary.ts';
import { billQuery } from '../../lib/queries.ts';
import { useStep } from '../../lib/step.ts';
import { TextButton } from '../../ui/button.tsx';
import { Card, FactList, type Fact } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Progress } from '../../ui/progress.tsx';
import { AmountStep } from './amount-step.tsx';
import { CardStep } from './card-step.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { useDearCost } from './own-money-notice.tsx';
import { isUnfilled, PAY_DRAFT, payableAmount, withBill, type PayDraft } from './pay-draft.ts';
import { usePaymentsWords } from './payments.words.ts';
import { to } from '../../lib/addresses.ts';

interface PayWizardProps {
  readonly availablePaise: number;
  readonly cards: readonly SavedCard[];
  readonly cardsError: unknown;
  readonly initial: PayDraft;
}

/** Card, amount, confirmation. The step stands in the address; what was entered stays in this tab. */
export function PayWizard({ availablePaise, cards, cardsError, initial }: PayWizardProps) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(initial);
  const forget = useDraft(PAY_DRAFT, draft);
  const stepper = useStep(PAY_STEPS);
  const { goTo, headingRef } = stepper;
  // Paying lowers the limit before this page is left, so the last step keeps the limit of its start.
  const [enteredPaise, setEnteredPaise] = useState(availablePaise);
  const limitPaise = stepper.step === PAY_STEPS ? Math.max(enteredPaise, availablePaise) : availablePaise;
  const amountPaise = payableAmount(draft, limitPaise);
  // A step is open only when the ones before it are filled, whatever the address says.
  // Where borrowing is dear, that is said with the amount, once, before a price can be agreed to.
  const isToBeTold = useDearCost(amountPaise) !== undefined && !draft.isToldDear;
  const reachable = draft.card === undefined ? 1 : amountPaise === undefined || isToBeTold ? 2 : 3;
  const step = Math.min(stepper.step, reachable);
  const { data: bill } = useQuery({ ...billQuery(draft.card?.id ?? ''), enabled: step === 2 });
  // The bill fills the amount before it is shown, so that a press on Continue never finds one without the other.
  if (step === 2 && bill !== undefined && isUnfilled(draft)) setDraft(withBill(draft, bill));
  const leave = () => {
    forget();
    void navigate(to('/dashboard'));
  };
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2 lg:gap-16">
      <div className="flex w-full max-w-form flex-col gap-5">
        <StepHead step={step} headingRef={headingRef} onBack={() => goTo(step - 1)} />
        {step === 1 ? (
          <CardStep
            cards={cards}
            cardsError={cardsError}
            draft={draft}
            onCancel={leave}
            onPicked={(next) => {
              setDraft(next);
              goTo(2);
            }}
          />
        ) : null}
        {step === 2 && draft.card ? (
          <AmountStep
            card={draft.card}
            draft={draft}
            availablePaise={availablePaise}
            onChange={setDraft}
            onOwnMoney={leave}
            onContinue={() => {
              setEnteredPaise(availablePaise);
              if (isToBeTold) setDraft({ ...draft, isToldDear: true });
              goTo(3);
            }}
          />
        ) : null}
        {step === 3 && draft.card && amountPaise !== undefined ? (
          <ConfirmStep
            card={draft.card}
            amountPaise={amountPaise}
            billDate={draft.billDate}
            dueDate={draft.dueDate}
            plan={draft.plan}
            onPlan={(plan) => setDraft({ ...draft, plan })}
            onChangeCard={() => goTo(1)}
            onChangeAmount={() => goTo(2)}
            onAccepted={forget}
          />
        ) : null}
      </div>
      <Summary card={draft.card} amountPaise={useDeferredValue(amountPaise)} availablePaise={limitPaise} />
    </div>
  );
}

interface StepHeadProps {
  readonly step: number;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
  readonly onBack: () => void;
}

function StepHead({ step, headingRef, onBack }: StepHeadProps) {
  const words = usePaymentsWords().pay;
  const glossary = useGlossary();
  return (
    <>
      {step > 1 ? (
        <TextButton className="-ml-1 self-start" onClick={onBack}>
          ← {words.back}
        </TextButton>
      ) : null}
      <Progress label={glossary.step(step, PAY_STEPS)} value={step} max={PAY_STEPS} />
      <h2 ref={headingRef} tabIndex={-1} className="text-title font-semibold">
        {words.steps[step - 1]}
      </h2>
    </>
  );
}

interface SummaryProps {
  readonly card: PayDraft['card'];
  readonly amountPaise: number | undefined;
  readonly availablePaise: number;
}

/** Beside the form on a desktop, and always in view there. It follows what is typed, and holds no key up. */
const Summary = memo(function Summary({ card, amountPaise, availablePaise }: SummaryProps) {
  const words = usePaymentsWords().pay;
  const facts: Fact[] = [
    ...(card ? [{ label: words.card, value: cardLabel(card.bankName, card.last4) }] : []),
    ...(amountPaise === undefined
      ? []
      : [{ label: words.amount, value: <Money paise={amountPaise} decimals="always" /> }]),
    { label: words.available, value: <Money paise={availablePaise} decimals="always" /> },
    ...(amountPaise === undefined
      ? []
      : [{ label: words.left, value: <Money paise={availablePaise - amountPaise} decimals="always" /> }]),
  ];
  return (
    <aside aria-label={words.summary} className="max-w-form max-lg:hidden lg:sticky lg:top-24">
      <Card title={words.summary}>
        <FactList facts={facts} />
        <p className="mt-3 text-small text-ink-3">{words.feeFromTotal}</p>
      </Card>
    </aside>
  );
});
