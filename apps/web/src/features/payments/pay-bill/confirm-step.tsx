import type { Plan, Quote } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { DocumentLink } from '../../../lib/document-link.tsx';
import { dateWriter, formatRupees } from '../../../lib/format.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { useOnline } from '../../../lib/online.ts';
import { errorText } from '../../../lib/problem.ts';
import { billQuery } from '../../../lib/queries.ts';
import { Accordion } from '../../../ui/accordion.tsx';
import { Button, TextButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/choice.tsx';
import { CostBreakdown } from '../../../ui/cost-breakdown.tsx';
import { useErrorTitle } from '../../../ui/error-title.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Schedule } from '../../../ui/schedule.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { LoadingFace, PartOnItsWay } from '../../../lib/faces.tsx';
import { MovingNotice } from './card-step.tsx';
import { PaidNotice } from './bill-line.tsx';
import { BillNameQuestion, nameOfAnother } from './bill-name-question.tsx';
import { CheckAnswers } from './check-answers.tsx';
import { KeyFacts } from './key-facts.tsx';
import type { OpenRequest } from './open-request.ts';
import type { PayDraft, PickedCard } from './pay-draft.ts';
import { quoteKeyFactsFile } from '../payments.data.ts';
import { usePaymentsWords } from '../payments.words.ts';
import { AFTER_PLANS_ID, PlanChooser } from './plan-chooser.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { WayOn } from './ways-on.tsx';
import { CONSENT_ID, type PayState, type QuoteState, usePay, useQuote } from './use-pay.ts';

/** Loads when a person opens it. */
const CostPicture = lazy(() =>
  import('./cost-picture.tsx').then((module) => ({ default: module.CostPicture })),
);

/** Loads on opening too, because it brings the rules of the loan book. */
const MonthsAhead = lazy(() =>
  import('./months-ahead.tsx').then((module) => ({ default: module.MonthsAhead })),
);

interface ConfirmStepProps {
  readonly card: PickedCard;
  readonly amountPaise: number;
  /** The sum of the bill that the person saw before it changed; paise. */
  readonly seenPaise: number | undefined;
  /** The answers, with the dates of the bill and the plan that was chosen before a reload or a step back. */
  readonly draft: PayDraft;
  /** A request without an answer stands: it alone is offered. */
  readonly open: OpenRequest | undefined;
  readonly onPlan: (plan: Plan) => void;
  readonly onChangeCard: () => void;
  readonly onChangeAmount: () => void;
  readonly onRequest: () => void;
  readonly onAccepted: () => void;
}

/** Everything that is agreed to, in one order: what is paid, how it is repaid, what it costs, the key facts. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { card, amountPaise, draft, open, onPlan, onChangeCard, onChangeAmount } = props;
  const state = useQuote({
    cardId: card.id,
    amountPaise,
    kept: draft.plan,
    onChoose: onPlan,
    agreed: open?.quote,
  });
  const pay = usePay({ ...props, state, cardId: card.id });
  // As the wizard holds it: this step asks for no bill of its own.
  const { data: bill } = useQuery({ ...billQuery(card.id), enabled: false });
  const { quote } = state;
  return (
    <div className="flex flex-col gap-6">
      <CheckAnswers
        card={card}
        amountPaise={amountPaise}
        dueDate={draft.dueDate}
        onChangeCard={open ? undefined : onChangeCard}
        onChangeAmount={open ? undefined : onChangeAmount}
      />
      <MovingNotice card={card} />
      {bill === undefined ? null : <PaidNotice card={card} bill={bill} />}
      <BillChange seenPaise={props.seenPaise} amountPaise={amountPaise} />
      {state.error ? (
        <NoPrice state={state} onChangeCard={onChangeCard} onChangeAmount={onChangeAmount} />
      ) : quote === undefined ? (
        <LoadingFace onRetry={state.retry}>
          <Skeleton height="card" />
          <Skeleton height="hero" />
        </LoadingFace>
      ) : (
        <>
          <PriceChange oldTotalPaise={pay.oldTotalPaise} quote={quote} isStale={state.isStale} />
          <PlanChooser
            options={quote.options}
            chosen={state.plan}
            isFixed={open !== undefined}
            billDueDate={draft.dueDate}
            onChoose={state.choose}
          />
          <Agreement
            card={card}
            quote={quote}
            isStale={state.isStale}
            pay={pay}
            onChangeCard={onChangeCard}
            onChangeAmount={onChangeAmount}
          />
        </>
      )}
    </div>
  );
}

interface NoPriceProps extends Pick<ConfirmStepProps, 'onChangeCard' | 'onChangeAmount'> {
  readonly state: Pick<QuoteState, 'error' | 'retry'>;
}

/** Why there is no price, and each way on. */
function NoPrice({ state, onChangeCard, onChangeAmount }: NoPriceProps) {
  const words = usePaymentsWords().confirm;
  const { language } = useLanguage();
  return (
    <Notice
      tone="bad"
      isLive
      title={words.noPrice}
      actions={
        <>
          <WayOn
            error={state.error}
            fallback="amount"
            onChangeCard={onChangeCard}
            onChangeAmount={onChangeAmount}
          />
          <RetryButton onRetry={state.retry} />
        </>
      }
    >
      {errorText(state.error, language)}
    </Notice>
  );
}

function RetryButton({ onRetry }: { readonly onRetry: () => void }) {
  const glossary = useGlossary();
  return <TextButton onClick={onRetry}>{glossary.retry}</TextButton>;
}

/** The new sum of the bill beside the one that was shown, where the bank tells another by now. */
function BillChange({ seenPaise, amountPaise }: Pick<ConfirmStepProps, 'seenPaise' | 'amountPaise'>) {
  const words = usePaymentsWords().confirm;
  if (seenPaise === undefined) return null;
  return (
    <Notice tone="due" isLive title={words.billChanged}>
      <OldAndNew oldPaise={seenPaise} newPaise={amountPaise} />
    </Notice>
  );
}

function OldAndNew({ oldPaise, newPaise }: { readonly oldPaise: number; readonly newPaise: number }) {
  const words = usePaymentsWords().confirm;
  return (
    <span className="amount">
      {words.oldTotal} <s>{formatRupees(oldPaise, 'always')}</s> · {words.newTotal}{' '}
      <strong>{formatRupees(newPaise, 'always')}</strong>
    </span>
  );
}

interface PriceChangeProps {
  readonly oldTotalPaise: number | undefined;
  readonly quote: Quote;
  readonly isStale: boolean;
}

/** The new price beside the old, after the server has refused the old one. */
function PriceChange({ oldTotalPaise, quote, isStale }: PriceChangeProps) {
  const words = usePaymentsWords().confirm;
  if (oldTotalPaise === undefined || isStale) return null;
  return (
    <Notice tone="due" isLive title={words.priceChanged}>
      <OldAndNew oldPaise={oldTotalPaise} newPaise={quote.totalAmountPaise} />
    </Notice>
  );
}

interface AgreementProps extends Pick<ConfirmStepProps, 'onChangeCard' | 'onChangeAmount'> {
  readonly card: PickedCard;
  readonly quote: Quote;
  readonly isStale: boolean;
  readonly pay: PayState;
}

function Agreement({ card, quote, isStale, pay, ...ways }: AgreementProps) {
  useErrorTitle(pay.refusal?.isCertain === true);
  const words = usePaymentsWords().confirm;
  const glossary = useGlossary();
  const isOnline = useOnline();
  const nameOnBill = nameOfAnother(quote);
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const missingId = pay.submit();
        if (missingId !== undefined) document.getElementById(missingId)?.focus();
      }}
    >
      <section>
        <h3 id={AFTER_PLANS_ID} tabIndex={-1} className="mb-1 text-section font-semibold">
          {words.breakdown}
        </h3>
        <CostBreakdown
          isStale={isStale}
          labels={glossary.cost}
          figures={{
            billPaise: quote.amountPaise,
            serviceFeePaise: quote.serviceFeePaise,
            gstIncludedPaise: quote.gstIncludedPaise,
            interestPaise: quote.interestPaise,
            totalPaise: quote.totalAmountPaise,
            aprPercent: quote.aprPercent,
          }}
        />
      </section>
      <Papers quote={quote} />
      {nameOnBill === undefined ? null : (
        <BillNameQuestion
          name={nameOnBill}
          isAnswered={pay.isNameAnswered}
          onAnswer={pay.answerName}
          error={pay.nameError}
        />
      )}
      <Checkbox
        id={CONSENT_ID}
        label={words.consent(quote.keyFacts.lender.name)}
        error={pay.consentError}
        checked={pay.isAgreed}
        // A tick on a price that is just being replaced would vanish; disabled in earnest it would lose the keyboard.
        aria-disabled={isStale || pay.isSent || undefined}
        onChange={(event) => pay.setAgreed(event.currentTarget.checked)}
      />
      {pay.refusal === undefined ? null : <RefusalNotice refusal={pay.refusal} {...ways} />}
      <Button
        type="submit"
        isWide
        disabled={!isOnline}
        isPending={pay.isPending || isStale}
        pendingText={pay.isPending ? words.processing : words.gettingPrice}
      >
        {words.pay(card.bankName, formatRupees(quote.amountPaise))}
      </Button>
    </form>
  );
}

type Paper = 'keyFacts' | 'schedule' | 'ahead' | 'overTime';

/**
 * Shows the full terms and the cost of time. Each paper renders when it is opened, because all of them with every price
 * would block input on a slow phone.
 */
function Papers({ quote }: { readonly quote: Quote }) {
  const words = usePaymentsWords().confirm;
  const glossary = useGlossary();
  const [opened, setOpened] = useState<ReadonlySet<Paper>>(new Set());
  const paper = (name: Paper, content: ReactNode) => ({
    title: words[name],
    onOpen: () => setOpened((before) => new Set([...before, name])),
    content: opened.has(name) ? content : null,
  });
  return (
    <>
      <div className="rounded-card border border-line bg-surface px-4">
        <Accordion
          items={[
            paper('keyFacts', <KeyFacts facts={quote.keyFacts} />),
            paper('schedule', <QuoteSchedule quote={quote} />),
            paper(
              'ahead',
              <Suspense fallback={<PartOnItsWay height="card" />}>
                <MonthsAhead quote={quote} />
              </Suspense>,
            ),
            paper(
              'overTime',
              <Suspense fallback={<PartOnItsWay height="card" />}>
                <CostPicture quote={quote} />
              </Suspense>,
            ),
          ]}
        />
      </div>
      <div className="-mt-3">
        <DocumentLink
          load={(language) => quoteKeyFactsFile(quote.quoteId, language)}
          fileName={`mohlat-${quote.keyFacts.proposalNumber}.pdf`}
        >
          {glossary.documents.keyFacts}
        </DocumentLink>
      </div>
    </>
  );
}

function QuoteSchedule({ quote }: { readonly quote: Quote }) {
  const glossary = useGlossary();
  const { language } = useLanguage();
  const write = dateWriter(
    quote.schedule.map((row) => row.dueDate),
    language,
  );
  return (
    <Schedule
      isNarrow
      labels={glossary.schedule}
      rows={quote.schedule.map((row) => ({ ...row, dueDate: write(row.dueDate) }))}
    />
  );
}
