import { getPaymentReceipt, type Payment } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Printer } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import {
  bothHalves,
  BILL_TONES,
  INSTALMENT_TONES,
  isInMotion,
  reasonText,
  timelineOf,
} from '../../../lib/bill-status.ts';
import { callForFile } from '../../../lib/api.ts';
import { CardChip } from '../../../lib/card-face.tsx';
import { CoolingClock } from '../../../lib/cooling-clock.tsx';
import { DocumentLink } from '../../../lib/document-link.tsx';
import { ErrorFace, LoadingFace } from '../../../lib/faces.tsx';
import { dateWriter, formatDate, formatInstant, formatRupees, maskedCardLabel } from '../../../lib/format.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { isNotPaid, NotPaidCard } from '../../../lib/not-paid-card.tsx';
import { costOf, repaidOf, shownSchedule } from '../../../lib/repaid.ts';
import { usePaymentDay } from '../../../lib/payment-day.ts';
import { paymentQuery } from '../../../lib/queries.ts';
import { Button, LinkButton, TextLink } from '../../../ui/button.tsx';
import { Card, FactList, PageHeader, type Fact } from '../../../ui/card.tsx';
import { CopyButton } from '../../../lib/copy-button.tsx';
import { Money } from '../../../ui/money.tsx';
import { Receipt } from '../../../ui/receipt.tsx';
import { ReferenceText } from '../../../ui/reference-text.tsx';
import { Schedule } from '../../../ui/schedule.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { StatusTag, StatusTimeline } from '../../../ui/status.tsx';
import { toast } from '../../../ui/toast.tsx';
import { usePaymentsWords } from '../payments.words.ts';
import { ShareReceipt } from './share-receipt.tsx';
import type { SuccessState } from '../pay-bill/use-pay.ts';
import { HELP, to } from '../../../lib/addresses.ts';

/** Below what happened: it comes with a script of its own. */
const WorthOfPayment = lazy(() =>
  import('../transactions/worth-facts.tsx').then((module) => ({ default: module.WorthOfPayment })),
);

const POLL_SECONDS = [0.5, 1, 2, 5, 15] as const;

/** While money moves the page asks too, ever more slowly; the event stream usually answers first. */
export function pollAfterMs(payment: Payment | undefined, askedCount: number): number | false {
  if (payment && !isInMotion(payment.billStatus)) return false;
  return (POLL_SECONDS[Math.max(0, askedCount - 1)] ?? 15) * 1000;
}

/** The result lives at an address with the payment's id, so that a reload and a look next week show it again. */
export function Component() {
  const words = usePaymentsWords().result;
  const [params] = useSearchParams();
  const id = params.get('id');
  if (id === null) {
    return (
      <>
        <PageHeader title={words.missing} subtitle={words.missingText} />
        <LinkButton to={to('/dashboard/transactions')}>{words.history}</LinkButton>
      </>
    );
  }
  return <Result id={id} />;
}

function Result({ id }: { readonly id: string }) {
  const words = usePaymentsWords().result;
  const { state } = useLocation() as { state: SuccessState | null };
  const payment = useQuery({
    ...paymentQuery(id),
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      pollAfterMs(data, dataUpdateCount + errorUpdateCount),
  });
  if (payment.data) return <Settling payment={payment.data} />;
  if (payment.isError) {
    return (
      <>
        <PageHeader title={words.reading} />
        <ErrorFace error={payment.error} onRetry={() => void payment.refetch()} />
      </>
    );
  }
  return (
    <>
      <h1 className="sr-only">{words.reading}</h1>
      <LoadingFace onRetry={() => void payment.refetch()}>
        {state ? <Money paise={state.amount} size="hero" /> : null}
        <Skeleton height="hero" />
        <Skeleton height="card" />
      </LoadingFace>
    </>
  );
}

function Settling({ payment }: { readonly payment: Payment }) {
  const words = usePaymentsWords().result;
  const glossary = useGlossary();
  const { language } = useLanguage();
  const { billStatus, bankName, cardMasked } = payment;
  const isMoving = isInMotion(billStatus);
  // The bill's status alone would mislead: it was paid after all, or the bank may give the money back.
  const isDoubtful = payment.lateSuccess !== null || payment.frozen !== null;
  // A person who watches the money arrive gets the longest timeline's room from the start, so nothing below it jumps.
  const [isWatched] = useState(isMoving);
  // "Has been initiated" must not stand beside a page that knows more.
  const isOutdated = billStatus !== 'accepted' && billStatus !== 'submitted';
  useEffect(() => {
    if (isOutdated) toast.dismissAll();
  }, [isOutdated]);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2 lg:gap-10 print:grid-cols-2 print:gap-4">
      <div className="flex min-w-0 flex-col gap-4" aria-live="polite">
        <Receipt
          tone={payment.frozen === null ? BILL_TONES[billStatus] : 'due'}
          headline={isDoubtful ? bothHalves(payment, glossary) : glossary.bill[billStatus](bankName)}
          at={formatInstant(payment.paidAt ?? payment.date, language)}
          praise={useSpeed(payment)}
          isFresh={isWatched && billStatus === 'paid' && payment.frozen === null}
          amountPaise={payment.amountPaise}
          payee={
            <span className="flex items-center gap-2">
              <CardChip bankName={bankName} />
              {words.to(maskedCardLabel(bankName, cardMasked))}
            </span>
          }
          timeline={
            <div className={clsx(isWatched && 'min-h-52 md:min-h-42')}>
              <StatusTimeline
                label={glossary.timeline.label}
                steps={timelineOf(payment, glossary, language)}
                stateLabels={glossary.timeline.states}
              />
            </div>
          }
          facts={useFacts(payment, isWatched)}
          actions={<Actions payment={payment} />}
        />
        {isMoving ? <WhileMoving payment={payment} /> : null}
      </div>
      <Repayment payment={payment} />
    </div>
  );
}

/** Longer than this is no praise. */
const QUICK_SECONDS = 120;

/** Says how fast the bank had the money; undefined where it has not, or took longer than `QUICK_SECONDS`. */
function useSpeed({ billStatus, date, frozen, paidAt }: Payment): string | undefined {
  const { paidAfter } = usePaymentsWords().result;
  if (billStatus !== 'paid' || paidAt === null || frozen !== null) return undefined;
  const seconds = Math.round((Date.parse(paidAt) - Date.parse(date)) / 1000);
  return seconds < 0 || seconds > QUICK_SECONDS ? undefined : paidAfter(Math.max(1, seconds));
}

function useFacts(payment: Payment, isWatched: boolean): Fact[] {
  const words = usePaymentsWords().result;
  const glossary = useGlossary();
  const { language } = useLanguage();
  const reference = payment.ourReference ?? payment.id;
  const first = payment.schedule[0];
  const repaid = repaidOf(payment);
  const cost = costOf(payment);
  // Neither the agreed sums nor those of the schedule were paid where a lower sum ended the loan.
  const isOff = isNotPaid(payment) || payment.ending?.kind === 'settled';
  const money = (paise: number) => <Money paise={paise} decimals="always" />;
  return [
    { label: words.amount, value: money(payment.amountPaise) },
    ...(isOff
      ? []
      : [
          { label: words.fee, value: money(repaid?.serviceFeePaise ?? payment.serviceFeePaise) },
          { label: words.interest, value: money(repaid?.interestPaise ?? cost.interestPaise) },
          ...(repaid === undefined || repaid.chargesPaise === 0
            ? []
            : [{ label: glossary.cost.charges, value: money(repaid.chargesPaise) }]),
          ...(cost.waivedPaise === 0
            ? []
            : [{ label: glossary.cost.waived, value: money(-cost.waivedPaise) }]),
          {
            label: repaid === undefined ? words.total : glossary.cost.repaid,
            value: money(repaid?.totalPaise ?? cost.totalPaise),
          },
          ...(first && payment.ending?.kind !== 'cancelled'
            ? [{ label: words.first, value: formatDate(first.dueDate, language) }]
            : []),
        ]),
    ...(payment.failureReason === undefined
      ? []
      : [{ label: words.reason, value: reasonText(payment.failureReason, glossary) }]),
    {
      label: words.reference,
      value: <Copyable text={reference} label={words.copyReference} />,
    },
    ...(payment.railReference === null
      ? isInMotion(payment.billStatus)
        ? [{ label: words.bankReference, value: words.notYet }]
        : []
      : [
          {
            label: words.bankReference,
            value: (
              <Copyable text={payment.railReference} label={words.copyBankReference} isStamped={isWatched} />
            ),
          },
        ]),
  ];
}

interface CopyableProps {
  readonly text: string;
  readonly label: string;
  /** Given while the page is open. */
  readonly isStamped?: boolean;
}

/** A number that others ask for, with the button that copies it. */
function Copyable({ text, label, isStamped = false }: CopyableProps) {
  const words = usePaymentsWords().result;
  return (
    <span className="inline-flex items-center gap-1">
      <ReferenceText text={text} className={isStamped ? 'is-stamped' : undefined} />
      <span className="-my-2.5 print:hidden">
        <CopyButton text={text} label={label} onCopied={() => toast.success(words.copied)} />
      </span>
    </span>
  );
}

function Actions({ payment }: { readonly payment: Payment }) {
  const words = usePaymentsWords().result;
  const { documents } = useGlossary();
  return (
    <>
      <Button tone="secondary" size="medium" onClick={() => globalThis.print()}>
        <Printer aria-hidden="true" className="size-5" />
        {words.print}
      </Button>
      {payment.billStatus === 'paid' ? (
        <>
          {payment.frozen === null ? <ShareReceipt payment={payment} /> : null}
          <LinkButton tone="secondary" size="medium" to={to('/dashboard/payments/:id', { id: payment.id })}>
            {words.plan}
          </LinkButton>
          <span className="self-center">
            <DocumentLink
              load={(language) =>
                callForFile(getPaymentReceipt, { params: { id: payment.id }, query: { language } })
              }
              fileName={`mohlat-receipt-${payment.id.slice(-8)}.pdf`}
            >
              {documents.receipt}
            </DocumentLink>
          </span>
        </>
      ) : null}
      <LinkButton tone="quiet" size="medium" to={to('/dashboard')}>
        {words.again}
      </LinkButton>
    </>
  );
}

/** Never in the dark: how long it takes, that the page may be left, the card's own date, and a human. */
function WhileMoving({ payment }: { readonly payment: Payment }) {
  const words = usePaymentsWords().result;
  const { language } = useLanguage();
  return (
    <div className="flex flex-col gap-2 text-small text-ink-2 print:hidden">
      <p>
        {payment.billStatus === 'unknown' ? null : `${words.usually} `}
        {words.safe}
      </p>
      {payment.billDueDate === null ? null : (
        <p>{words.billDue(formatDate(payment.billDueDate, language))}</p>
      )}
      {payment.needsReview ? <p>{words.review}</p> : null}
      <TextLink to={HELP} className="inline-flex min-h-11 items-center self-start">
        {words.human}
      </TextLink>
    </div>
  );
}

/** Shows the sums to repay and their dates; after a failure, the next step instead. */
function Repayment({ payment }: { readonly payment: Payment }) {
  const words = usePaymentsWords().result;
  const glossary = useGlossary();
  const { language } = useLanguage();
  const { readAgain } = usePaymentDay(payment.id);
  if (isNotPaid(payment)) return <NotPaidCard payment={payment} />;
  const rows = shownSchedule(payment);
  const write = dateWriter(
    rows.map((row) => row.dueDate),
    language,
  );
  return (
    <Card title={words.repayTitle} description={bothHalves(payment, glossary)}>
      {rows.length === 0 ? null : (
        <Schedule
          isNarrow
          labels={glossary.schedule}
          rows={rows.map((row) => ({
            ...row,
            dueDate: write(row.dueDate),
            state:
              payment.billStatus === 'paid' ? (
                <StatusTag tone={INSTALMENT_TONES[row.status]}>{glossary.instalment[row.status]}</StatusTag>
              ) : undefined,
          }))}
        />
      )}
      {payment.cancel === null || payment.frozen !== null ? null : (
        <p className="mt-4 text-small text-ink-2 print:hidden">
          <CoolingClock until={payment.cancel.until} onNewDay={() => void readAgain()} />
          {' · '}
          <TextLink to={to('/dashboard/payments/:id', { id: payment.id, query: { repay: 'cancel' } })}>
            {words.cancelFor(formatRupees(payment.cancel.amountPaise))}
          </TextLink>
        </p>
      )}
      <div className="mt-4">
        <FactList facts={[{ label: glossary.cost.apr, value: `${payment.aprPercent}%` }]} />
      </div>
      <Suspense>
        <WorthOfPayment payment={payment} />
      </Suspense>
    </Card>
  );
}
