import type { Payment } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { amountInWords, formatDate, formatRupees, parseRupees } from '../../lib/format.ts';
import { useGlossary } from '../../lib/glossary.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { useOnline } from '../../lib/online.ts';
import { Button } from '../../ui/button.tsx';
import { RadioCards, type RadioOption } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { MoneyField } from '../../ui/typed-fields.tsx';
import { foreclosureQuery } from './repayments.data.ts';
import { useRepaymentsWords } from './repayments.words.ts';
import type { RepayState } from './use-repay.ts';

export type RepayChoice = 'next' | 'all' | 'other';

interface RepayDialogProps {
  readonly payment: Payment;
  readonly initial: RepayChoice;
  readonly repay: RepayState;
  readonly onClose: () => void;
  readonly onStarted: () => void;
}

const AMOUNT_ID = 'repay-amount';
const FORM_ID = 'repay-form';

/** The amount of each choice, and the most that may be paid at all. */
function useAmounts(payment: Payment) {
  const { data: closing } = useQuery(foreclosureQuery(payment.id));
  const allPaise = closing?.totalPaise ?? payment.outstandingPaise;
  return { nextPaise: payment.nextDue?.amountPaise, allPaise };
}

export function RepayDialog({ payment, initial, repay, onClose, onStarted }: RepayDialogProps) {
  const words = useRepaymentsWords().repay;
  const glossary = useGlossary();
  const isOnline = useOnline();
  const { nextPaise, allPaise } = useAmounts(payment);
  const [choice, setChoice] = useState<RepayChoice>(initial);
  const [typed, setTyped] = useState('');
  const [attempt, setAttempt] = useState(0);
  const amountPaise = choice === 'next' ? nextPaise : choice === 'all' ? allPaise : parseRupees(typed);
  const error = amountError(amountPaise, Math.max(allPaise, nextPaise ?? 0), words);
  const shownError = choice === 'other' && attempt > 0 ? error : undefined;
  const submit = () => {
    setAttempt(attempt + 1);
    if (error === undefined && amountPaise !== undefined) repay.start(amountPaise, onStarted);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={words.title}
      description={words.source}
      closeLabel={words.close}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            type="submit"
            form={FORM_ID}
            disabled={!isOnline}
            isPending={repay.isStarting}
            pendingText={words.opening}
          >
            {amountPaise === undefined || amountPaise === 0
              ? words.title
              : words.pay(formatRupees(amountPaise))}
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!repay.isStarting) submit();
        }}
      >
        <ErrorSummary
          title={glossary.thereIsAProblem}
          errors={shownError === undefined ? [] : [{ fieldId: AMOUNT_ID, message: shownError }]}
          attempt={attempt}
        />
        {repay.startProblem === undefined ? null : (
          <Notice tone="bad" isLive title={words.failed}>
            {repay.startProblem}
          </Notice>
        )}
        <Choices payment={payment} choice={choice} allPaise={allPaise} onChoose={setChoice} />
        {choice === 'other' ? <OtherAmount typed={typed} error={shownError} onTyped={setTyped} /> : null}
      </form>
    </Dialog>
  );
}

function amountError(
  paise: number | undefined,
  maxPaise: number,
  words: ReturnType<typeof useRepaymentsWords>['repay'],
): string | undefined {
  if (paise === undefined || paise === 0) return words.zero;
  return paise > maxPaise ? words.above(formatRupees(maxPaise)) : undefined;
}

interface ChoicesProps {
  readonly payment: Payment;
  readonly choice: RepayChoice;
  readonly allPaise: number;
  readonly onChoose: (choice: RepayChoice) => void;
}

function Choices({ payment, choice, allPaise, onChoose }: ChoicesProps) {
  const words = useRepaymentsWords().repay;
  const { language } = useLanguage();
  const { nextDue } = payment;
  const amount = (paise: number) => <Money paise={paise} className="font-semibold" />;
  const options: RadioOption<RepayChoice>[] = [
    ...(nextDue === null
      ? []
      : [
          {
            value: 'next' as const,
            title: words.next,
            detail: words.nextDue(formatDate(nextDue.dueDate, language)),
            aside: amount(nextDue.amountPaise),
          },
        ]),
    { value: 'all', title: words.all, detail: words.allNote, aside: amount(allPaise) },
    { value: 'other', title: words.other, detail: words.otherNote },
  ];
  return (
    <RadioCards
      legend={words.legend}
      name="repay"
      options={options}
      value={choice}
      onValueChange={onChoose}
    />
  );
}

interface OtherAmountProps {
  readonly typed: string;
  readonly error: string | undefined;
  readonly onTyped: (typed: string) => void;
}

function OtherAmount({ typed, error, onTyped }: OtherAmountProps) {
  const words = useRepaymentsWords().repay;
  const { language } = useLanguage();
  return (
    <MoneyField
      id={AMOUNT_ID}
      name="amount"
      label={words.field}
      inWords={(paise) => amountInWords(paise, language)}
      value={typed}
      error={error}
      onChange={(event) => onTyped(event.currentTarget.value)}
    />
  );
}
