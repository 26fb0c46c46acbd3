import type { PartPrepaymentQuote, Payment } from '@mohlat/contract';
import { PART_PREPAYMENT_MIN_PAISE } from '@mohlat/lending';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { dateWriter, formatRupees, parseRupees, today } from '../../../lib/format.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { useOnline } from '../../../lib/online.ts';
import { errorText } from '../../../lib/problem.ts';
import { amountInWords } from '../../../ui/amount-in-words.ts';
import { FactList } from '../../../ui/card.tsx';
import { FormDialog } from '../../../ui/dialog.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { useErrorTitle } from '../../../ui/error-title.ts';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Schedule } from '../../../ui/schedule.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { MoneyField } from '../../../ui/typed-fields.tsx';
import { OnItsWay } from '../repay/on-its-way.tsx';
import { usePartWords } from './part.words.ts';
import { partPrepaymentQuery } from '../repayments.data.ts';
import type { RepayState } from '../repay/use-repay.ts';

const LEAST = formatRupees(PART_PREPAYMENT_MIN_PAISE);

interface PartDialogProps {
  readonly payment: Payment;
  readonly mostPaise: number;
  readonly repay: RepayState;
  readonly onClose: () => void;
}

const AMOUNT_ID = 'part-amount';
const TYPING_PAUSE_MS = 350;

/** The value once it has not changed for a moment. */
function useSettled<T>(value: T, pauseMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}

function useFigures(paymentId: string, amountPaise: number | undefined) {
  const asked = useSettled(amountPaise, TYPING_PAUSE_MS);
  const day = today();
  const query = useQuery({
    ...partPrepaymentQuery(paymentId, asked ?? 0),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  });
  // Figures of another amount are never shown beside this one.
  const isCurrent =
    query.data?.amountPaise === amountPaise && asked === amountPaise && !query.isPlaceholderData;
  return {
    figures: isCurrent ? query.data : undefined,
    error: asked === amountPaise ? query.error : null,
    /** Whether the day they were asked on is still today. */
    isFresh: () => day === today(),
  };
}

/** An amount, and at once what it changes: instalment, interest, schedule. Nothing is decided before the payment. */
export function PartDialog({ payment, mostPaise, repay, onClose }: PartDialogProps) {
  const isOnline = useOnline();
  const words = usePartWords();
  const glossary = useGlossary();
  const { language } = useLanguage();
  const [typed, setTyped] = useState('');
  const [attempt, setAttempt] = useState(0);
  const amountPaise = parseRupees(typed);
  const limits =
    amountPaise === undefined || amountPaise < PART_PREPAYMENT_MIN_PAISE
      ? words.enter(LEAST)
      : amountPaise > mostPaise
        ? words.above(formatRupees(mostPaise))
        : undefined;
  const { figures, error, isFresh } = useFigures(payment.id, limits === undefined ? amountPaise : undefined);
  const problem = limits ?? (error ? errorText(error, language) : undefined);
  const shown = attempt > 0 || error ? problem : undefined;
  useErrorTitle(repay.startProblem !== undefined);
  return (
    <FormDialog
      title={words.title}
      description={words.means}
      closeLabel={glossary.close}
      cancel={words.keep}
      submit={amountPaise ? words.pay(formatRupees(amountPaise)) : words.payNone}
      pending={words.opening}
      isPending={repay.isStarting}
      isDisabled={!isOnline}
      onSubmit={() => {
        setAttempt(attempt + 1);
        // Waits for the figures, and for those of today once their day is over.
        if (problem === undefined && isFresh() && figures !== undefined)
          repay.startPart(figures.amountPaise, onClose);
      }}
      onClose={onClose}
    >
      <ErrorSummary
        title={glossary.thereIsAProblem}
        errors={attempt === 0 || problem === undefined ? [] : [{ fieldId: AMOUNT_ID, message: problem }]}
        attempt={attempt}
      />
      {repay.startProblem === undefined ? null : (
        <Notice tone="bad" isLive title={words.failed}>
          {repay.startProblem}
        </Notice>
      )}
      <OnItsWay paymentId={payment.id} />
      <MoneyField
        id={AMOUNT_ID}
        name="amount"
        label={words.field}
        hint={words.hint(LEAST, formatRupees(mostPaise))}
        inWords={(paise) => amountInWords(paise, language)}
        value={typed}
        error={shown}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div aria-live="polite">
        {figures ? <Figures figures={figures} /> : null}
        {problem === undefined && figures === undefined ? (
          <div className="flex flex-col gap-3">
            <p className="text-ink-2">{words.working}</p>
            <Skeleton height="row" />
            <Skeleton height="row" />
            <Skeleton height="row" />
          </div>
        ) : null}
      </div>
    </FormDialog>
  );
}

function Figures({ figures }: { readonly figures: PartPrepaymentQuote }) {
  const words = usePartWords();
  const glossary = useGlossary();
  const { language } = useLanguage();
  const money = (paise: number) => <Money paise={paise} decimals="always" />;
  const write = dateWriter([figures.asOf, ...figures.schedule.map((row) => row.dueDate)], language);
  return (
    <>
      <FactList
        facts={[
          { label: words.before, value: money(figures.instalmentBeforePaise) },
          {
            label: words.after,
            value: <Money paise={figures.instalmentAfterPaise} decimals="always" className="font-semibold" />,
          },
          { label: words.saves, value: money(figures.savingPaise) },
          { label: words.interest, value: money(figures.interestPaise) },
          { label: words.principal, value: money(figures.principalPaise) },
        ]}
      />
      <p className="mt-2 text-small text-ink-2">{words.validUntil(write(figures.asOf))}</p>
      <details className="mt-2">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-link underline">
          {words.showSchedule}
        </summary>
        <Schedule
          isNarrow
          labels={glossary.schedule}
          rows={figures.schedule.map((row) => ({ ...row, dueDate: write(row.dueDate) }))}
        />
      </details>
    </>
  );
}
