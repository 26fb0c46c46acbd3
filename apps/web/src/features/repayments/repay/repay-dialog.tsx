import type { Payment } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { dueSums } from '../../../lib/due-sums.ts';
import { formatRupees, parseRupees, today } from '../../../lib/format.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { useOnline } from '../../../lib/online.ts';
import { type Cover, Part } from '../../../lib/parts.tsx';
import { amountInWords } from '../../../ui/amount-in-words.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/dialog.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { useErrorTitle } from '../../../ui/error-title.ts';
import { Notice } from '../../../ui/notice.tsx';
import { MoneyField } from '../../../ui/typed-fields.tsx';
import { OnItsWay } from './on-its-way.tsx';
import { Choices } from './repay-choices.tsx';
import { isLastLeft, mainChoice, sumsOf, type RepayChoice } from './repay-choice.ts';
import { foreclosureQuery } from '../repayments.data.ts';
import { useRepaymentsWords } from '../repayments.words.ts';
import { NO_COVER, type RepayState } from './use-repay.ts';

// Its words come with the autopay part of the page, which is loaded after what is owed.
const UnansweredDebit = lazy(() =>
  import('../autopay/unanswered-debit.tsx').then((module) => ({ default: module.UnansweredDebit })),
);

type RepayWords = ReturnType<typeof useRepaymentsWords>['repay'];

interface RepayDialogProps {
  readonly payment: Payment;
  readonly initial: RepayChoice;
  readonly repay: RepayState;
  readonly onClose: () => void;
  readonly onStarted: () => void;
  /** Asks whether to cancel instead. */
  readonly onCancelPlan: () => void;
}

const AMOUNT_ID = 'repay-amount';

/** Holds the choice, the sums on offer, and the most that may be paid at all. */
function useChoice(payment: Payment, initial: RepayChoice) {
  const [chosen, choose] = useState<RepayChoice>(initial);
  const pricedOn = today();
  const { data: price, isLoading } = useQuery(foreclosureQuery(payment));
  const allPaise = price?.totalPaise ?? payment.outstandingPaise;
  const fixed = sumsOf(payment);
  const isDearer = isLastLeft(payment) && price !== undefined && allPaise < (fixed.next ?? 0);
  const sums = isDearer ? { ...fixed, next: undefined } : fixed;
  // A fixed sum that equals the closing sum replaces it, so one sum is offered once.
  const last = (['charges', 'both', 'next'] as const).find(
    (one) => sums[one] === allPaise && payment.outstandingPaise === allPaise,
  );
  const wanted = isDearer && chosen === 'next' ? 'all' : offered(chosen, sums, payment);
  const closing: Exclude<RepayChoice, 'other'> = last ?? 'all';
  const choice = wanted === 'all' ? closing : wanted;
  return {
    choice,
    choose,
    /** The choice that closes the plan. */
    closing,
    sums,
    fixedPaise: choice === 'other' ? undefined : choice === 'all' ? allPaise : sums[choice],
    /** The closing sum is on its way; until then the choices that it may change are not paid. */
    isPricing: isLoading && (choice === 'all' || (choice === 'next' && isLastLeft(payment))),
    /** The day of the closing sum, which is another one after midnight. */
    pricedOn: choice === 'all' ? pricedOn : undefined,
    closesUntil: price?.asOf,
    savingPaise: price?.savingPaise ?? 0,
    isDearer,
    allPaise: last === undefined ? allPaise : undefined,
    maxPaise: Math.max(allPaise, sums.agreed ?? 0, sums.next ?? 0, sums.both ?? 0, sums.charges ?? 0),
  };
}

/** The choice as it is while the plan changes under an open dialog: a sum that is gone gives way to what is due. */
function offered(chosen: RepayChoice, sums: ReturnType<typeof sumsOf>, payment: Payment): RepayChoice {
  const isOffered = (one: RepayChoice) => one === 'all' || one === 'other' || sums[one] !== undefined;
  if (isOffered(chosen)) return chosen;
  const main = mainChoice(payment);
  return main !== undefined && isOffered(main) ? main : 'all';
}

/** The amount that was chosen, and what is wrong with it; `send` sends it. */
function useAmount({ payment, initial, repay, onStarted }: RepayDialogProps) {
  const words = useRepaymentsWords().repay;
  const chosen = useChoice(payment, initial);
  const { choice, closing, fixedPaise, maxPaise, pricedOn } = chosen;
  const [typed, setTyped] = useState('');
  const [attempt, setAttempt] = useState(0);
  const amountPaise = choice === 'other' ? parseRupees(typed) : fixedPaise;
  const closingTitle = closing === 'both' ? words.both(dueSums(payment).count) : words[closing];
  const error = amountError(amountPaise, { maxPaise, closingTitle }, words);
  const [cover, setCover] = useState<Cover>(NO_COVER);
  const [isNewDay, setIsNewDay] = useState(false);
  const send = () => {
    const isStale = pricedOn !== undefined && pricedOn !== today();
    setAttempt(attempt + 1);
    setIsNewDay(isStale);
    if (!isStale && error === undefined && amountPaise !== undefined)
      repay.start(amountPaise, onStarted, cover);
  };
  const shownError = choice === 'other' && attempt > 0 ? error : undefined;
  return {
    chosen,
    typed,
    setTyped,
    attempt,
    amountPaise,
    error,
    shownError,
    cover,
    setCover,
    isNewDay,
    send,
  };
}

/** Asks how much, until the answer of a repayment is lost: from then on the same is sent again, and nothing else can be chosen. */
export function RepayDialog(props: RepayDialogProps) {
  const { payment, repay, onClose, onStarted } = props;
  const { lost } = repay;
  const words = useRepaymentsWords().repay;
  const glossary = useGlossary();
  const isOnline = useOnline();
  const amount = useAmount(props);
  const { isPricing } = amount.chosen;
  const problem = repay.startProblem ?? (lost === undefined || repay.isStarting ? undefined : words.lost);
  useErrorTitle(problem !== undefined);
  return (
    <FormDialog
      title={words.title}
      description={words.source}
      closeLabel={glossary.close}
      cancel={words.notNow}
      submit={
        lost === undefined
          ? payLabel(isPricing ? undefined : amount.amountPaise, amount.cover, words)
          : payLabel(lost.amountPaise, lost.cover, words)
      }
      pending={words.opening}
      isPending={repay.isStarting}
      isDisabled={!isOnline || (lost === undefined && isPricing)}
      onSubmit={lost === undefined ? amount.send : () => repay.sendAgain(onStarted)}
      onClose={onClose}
    >
      <Problems error={lost === undefined ? amount.shownError : undefined} attempt={amount.attempt} />
      <Warnings
        paymentId={payment.id}
        startProblem={problem}
        isNewDay={lost === undefined && amount.isNewDay}
      />
      {lost === undefined ? <Amount {...props} amount={amount} /> : null}
      {lost !== undefined && lost.cover.paise > 0 ? <p>{lost.cover.action}</p> : null}
    </FormDialog>
  );
}

type AmountProps = RepayDialogProps & { readonly amount: ReturnType<typeof useAmount> };

function Amount({ payment, repay, onCancelPlan, amount }: AmountProps) {
  const words = useRepaymentsWords().repay;
  const { chosen, typed, setTyped, amountPaise, error, shownError, setCover } = amount;
  const { choice, choose } = chosen;
  const cheaperPaise = choice === 'all' ? cheaperCancel(payment, chosen.allPaise) : undefined;
  return (
    <>
      <Choices payment={payment} {...chosen} onChoose={choose} />
      {cheaperPaise === undefined ? null : (
        <Button
          tone="quiet"
          size="medium"
          className="self-start"
          disabled={repay.isStarting}
          onClick={onCancelPlan}
        >
          {words.leaveInstead(formatRupees(cheaperPaise))}
        </Button>
      )}
      {choice === 'other' ? (
        <OtherAmount typed={typed} error={shownError} closesUntil={chosen.closesUntil} onTyped={setTyped} />
      ) : null}
      <Part
        at="repay.amount"
        // An agreed sum is paid in money.
        given={{
          amountPaise: error === undefined && choice !== 'agreed' ? amountPaise : undefined,
          onCover: setCover,
        }}
      />
    </>
  );
}

interface WarningsProps {
  readonly paymentId: string;
  readonly startProblem: string | undefined;
  /** The closing sum was of the day before, and is worked out again. */
  readonly isNewDay: boolean;
}

/** Said before the person pays: an attempt that did not start, money that is on its way, a new day. */
function Warnings({ paymentId, startProblem, isNewDay }: WarningsProps) {
  const words = useRepaymentsWords().repay;
  return (
    <>
      {startProblem === undefined ? null : (
        <Notice tone="bad" isLive title={words.failed}>
          {startProblem}
        </Notice>
      )}
      <OnItsWay paymentId={paymentId} />
      <Suspense>
        <UnansweredDebit paymentId={paymentId} isPaying />
      </Suspense>
      {isNewDay ? <Notice tone="info" isLive title={words.newDay} /> : null}
    </>
  );
}

interface ProblemsProps {
  readonly error: string | undefined;
  readonly attempt: number;
}

function Problems({ error, attempt }: ProblemsProps) {
  const glossary = useGlossary();
  return (
    <ErrorSummary
      title={glossary.thereIsAProblem}
      errors={error === undefined ? [] : [{ fieldId: AMOUNT_ID, message: error }]}
      attempt={attempt}
    />
  );
}

/** Paise of cancelling, where that ends the plan for less. */
function cheaperCancel({ cancel }: Payment, allPaise: number | undefined): number | undefined {
  return cancel !== null && allPaise !== undefined && cancel.amountPaise < allPaise
    ? cancel.amountPaise
    : undefined;
}

export function payLabel(amountPaise: number | undefined, cover: Cover, words: RepayWords): string {
  if (amountPaise === undefined || amountPaise === 0) return words.title;
  const restPaise = amountPaise - cover.paise;
  return restPaise > 0 ? words.pay(formatRupees(restPaise)) : cover.action;
}

function amountError(
  paise: number | undefined,
  { maxPaise, closingTitle }: { readonly maxPaise: number; readonly closingTitle: string },
  words: RepayWords,
): string | undefined {
  if (paise === undefined || paise === 0) return words.zero;
  return paise > maxPaise ? words.above(formatRupees(maxPaise), closingTitle) : undefined;
}

interface OtherAmountProps {
  /** As of the closing sum above it; undefined while that is on its way. */
  readonly closesUntil: string | undefined;
  readonly typed: string;
  readonly error: string | undefined;
  readonly onTyped: (typed: string) => void;
}

function OtherAmount({ typed, error, closesUntil, onTyped }: OtherAmountProps) {
  const words = useRepaymentsWords().repay;
  const { language } = useLanguage();
  // On a short phone it appears below the edge of the sheet.
  const box = useRef<HTMLDivElement>(null);
  // No value is handed on: browsers answer with a promise by now, which React would take for a clean-up.
  const show = () => {
    box.current?.scrollIntoView({ block: 'nearest' });
  };
  // The closing sum comes with lines of its own, which push the field down.
  useEffect(show, [closesUntil]);
  return (
    // The keyboard of a phone makes the sheet shorter, and leaves half of the field below its edge.
    <div ref={box} className="scroll-my-4" onFocus={show}>
      <MoneyField
        id={AMOUNT_ID}
        name="amount"
        label={words.field}
        inWords={(paise) => amountInWords(paise, language)}
        value={typed}
        error={error}
        onChange={(event) => onTyped(event.currentTarget.value)}
      />
    </div>
  );
}
