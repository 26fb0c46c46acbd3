import { type Card as SavedCard, PAY_STEPS } from '@mohlat/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, type RefObject, useDeferredValue, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { to } from '../../../lib/addresses.ts';
import { useDraft } from '../../../lib/draft.ts';
import { LoadingFace } from '../../../lib/faces.tsx';
import { cardLabel, parseRupees } from '../../../lib/format.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { onRequestElsewhere } from '../../../lib/kept-request.ts';
import { moneyChanged } from '../../../lib/keys.ts';
import { billQuery } from '../../../lib/queries.ts';
import { useStep } from '../../../lib/step.ts';
import { TextButton } from '../../../ui/button.tsx';
import { Card, type Fact, FactList } from '../../../ui/card.tsx';
import { Money } from '../../../ui/money.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { usePaymentsWords } from '../payments.words.ts';
import { underBill } from './amount-rules.ts';
import { AmountStep } from './amount-step.tsx';
import { CardStep } from './card-step.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { useLateBill } from './late-bill.tsx';
import { useDearCost } from './own-money-notice.tsx';
import { openRequest, type OpenRequest } from './open-request.ts';
import { hasGoodDates, PAY_DRAFT, payableAmount, type PayDraft } from './pay-draft.ts';

interface PayWizardProps {
  readonly availablePaise: number;
  readonly cards: readonly SavedCard[];
  readonly cardsError: unknown;
  readonly initial: PayDraft;
}

/** Card, amount, confirmation. The step stands in the address; what was entered stays in this tab. */
export function PayWizard({ availablePaise, cards, cardsError, initial }: PayWizardProps) {
  const navigate = useNavigate();
  const stepper = useStep(PAY_STEPS);
  const { goTo, headingRef } = stepper;
  const answers = useAnswers(initial, stepper.step);
  const { shown, change, forget } = answers;
  // Paying lowers the limit before this page is left, so the last step keeps the limit of its start.
  const [enteredPaise, setEnteredPaise] = useState(availablePaise);
  const limitPaise = stepper.step === PAY_STEPS ? Math.max(enteredPaise, availablePaise) : availablePaise;
  // A request that was carried out has used the limit for its amount.
  const amountPaise = answers.open?.quote.amountPaise ?? payableAmount(shown, limitPaise);
  // Where borrowing is dear, that is said with the amount, once, before a price can be agreed to.
  const isToBeTold = useDearCost(amountPaise) !== undefined && !shown.isToldDear;
  const isReady = amountPaise !== undefined && !isToBeTold && hasGoodDates(shown);
  const reachable = shown.card === undefined ? 1 : isReady || answers.isAwaited ? PAY_STEPS : 2;
  const step = useReachable(stepper, answers.open === undefined ? reachable : 'last');
  const leave = () => {
    forget();
    void navigate(to('/dashboard'));
  };
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2 lg:gap-16">
      <div className="flex w-full max-w-form flex-col gap-5">
        <StepHead
          step={step}
          headingRef={headingRef}
          onBack={answers.open ? undefined : () => goTo(step - 1)}
        />
        {step === 1 ? (
          <CardStep
            cards={cards}
            cardsError={cardsError}
            draft={shown}
            onCancel={leave}
            onPicked={(next) => {
              change(next);
              goTo(2);
            }}
          />
        ) : null}
        {step === 2 && shown.card ? (
          <AmountStep
            card={shown.card}
            draft={shown}
            availablePaise={availablePaise}
            isBillOffered={answers.isBillOffered}
            onTakeBill={answers.takeBill}
            onChange={change}
            onOwnMoney={leave}
            onContinue={() => {
              setEnteredPaise(availablePaise);
              change({ ...shown, isToldDear: shown.isToldDear || isToBeTold });
              goTo(3);
            }}
          />
        ) : null}
        {step === 3 ? <LastStep answers={answers} amountPaise={amountPaise} goTo={goTo} /> : null}
      </div>
      <Summary card={shown.card} amountPaise={useDeferredValue(amountPaise)} availablePaise={limitPaise} />
    </div>
  );
}

/**
 * A step is open only when the ones before it are filled, whatever the address says: the address is put right. While a request has
 * no answer there is the last step alone.
 */
function useReachable({ step, goTo }: ReturnType<typeof useStep>, reachable: number | 'last'): number {
  const shown = reachable === 'last' ? PAY_STEPS : Math.min(step, reachable);
  useEffect(() => {
    if (step !== shown) goTo(shown, { replace: true });
  }, [step, shown, goTo]);
  return shown;
}

interface LastStepProps {
  readonly answers: Answers;
  readonly amountPaise: number | undefined;
  readonly goTo: (step: number) => void;
}

/** Waits for the bill first, so that the user does not agree to the sum of an older one. */
function LastStep({ answers, amountPaise, goTo }: LastStepProps) {
  const { shown, open, change, seenPaise, look, forget, askBill } = answers;
  if (shown.card === undefined || amountPaise === undefined) {
    return (
      <LoadingFace onRetry={askBill}>
        <Skeleton height="hero" />
      </LoadingFace>
    );
  }
  return (
    <ConfirmStep
      card={shown.card}
      amountPaise={amountPaise}
      seenPaise={seenPaise}
      draft={shown}
      open={open}
      onPlan={(plan) => change((before) => ({ ...before, plan }))}
      onChangeCard={() => goTo(1)}
      onChangeAmount={() => goTo(2)}
      onRequest={look}
      onAccepted={forget}
    />
  );
}

interface StepHeadProps {
  readonly step: number;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
  readonly onBack: (() => void) | undefined;
}

function StepHead({ step, headingRef, onBack }: StepHeadProps) {
  const words = usePaymentsWords().pay;
  const glossary = useGlossary();
  return (
    <>
      {step > 1 && onBack ? (
        <TextButton className="self-start" onClick={onBack}>
          ← {glossary.back}
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

interface Answers {
  /** The draft under the bill as the bank tells it now. */
  readonly shown: PayDraft;
  readonly change: (next: PayDraft | ((before: PayDraft) => PayDraft)) => void;
  /** Paise of the bill that the person saw before it changed; undefined where it did not. */
  readonly seenPaise: number | undefined;
  /** True while the last step waits for the bill that it is about. */
  readonly isAwaited: boolean;
  readonly askBill: () => void;
  /** A bill that came while the person types is held back until they take it. */
  readonly isBillOffered: boolean;
  readonly takeBill: () => void;
  /** The request without an answer, of this tab or another, also of before a reload: a second press is the same request. */
  readonly open: OpenRequest | undefined;
  /** Looks whether a request stands. */
  readonly look: () => void;
  readonly forget: () => void;
}

/** The answers of the wizard. What the bank tells counts before what was kept of it, up to the press on Pay. */
function useAnswers(initial: PayDraft, step: number): Answers {
  const client = useQueryClient();
  const [open, setOpen] = useState(openRequest);
  const [draft, setDraft] = useState(open?.draft ?? initial);
  const forget = useDraft(PAY_DRAFT, draft);
  useEffect(
    () =>
      onRequestElsewhere(() => {
        const standing = openRequest();
        setOpen(standing);
        // It was judged there: the payment that came of it is shown here, too.
        if (standing === undefined) void moneyChanged(client);
      }),
    [client],
  );
  const isLast = step === PAY_STEPS || open !== undefined;
  const { card } = draft;
  const bill = useQuery({ ...billQuery(card?.id ?? ''), enabled: card !== undefined && step > 1 });
  const typed = underBill(draft, undefined);
  const late = useLateBill({
    cardId: card?.id,
    bill: bill.data,
    failureCount: bill.failureCount,
    typed,
    isTypedHere: step > 1,
  });
  const shown = open?.draft ?? (late.isOffered ? typed : underBill(draft, bill.data));
  if (isLast && open === undefined && draft.amount === '' && shown.amount !== '') setDraft(shown);
  const seenPaise = parseRupees(draft.amount);
  return {
    shown,
    change: setDraft,
    seenPaise: open !== undefined || seenPaise === parseRupees(shown.amount) ? undefined : seenPaise,
    isAwaited: isLast && card !== undefined && draft.choice !== 'other' && !bill.isFetched,
    isBillOffered: late.isOffered,
    takeBill: () => {
      late.take();
      setDraft({ ...draft, choice: 'full', amount: '' });
    },
    askBill: () => void bill.refetch(),
    open,
    look: () => setOpen(openRequest()),
    forget,
  };
}
