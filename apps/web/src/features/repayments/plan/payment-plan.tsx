import type { Payment } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { bothHalves, isInMotion, timelineOf } from '../../../lib/bill-status.ts';
import { isNextDue, unpaidCharges } from '../../../lib/due-sums.ts';
import { isCollectable } from '../../../lib/autopay.ts';
import { PartOnItsWay, UnreadFace } from '../../../lib/faces.tsx';
import { formatDateWithYear, formatRupees, istDateOf, maskedCardLabel } from '../../../lib/format.ts';
import { useGlossary, type Glossary } from '../../../lib/glossary.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { Part } from '../../../lib/parts.tsx';
import { isNotPaid, NotPaidCard } from '../../../lib/not-paid-card.tsx';
import { costOf, repaidOf, type Repaid } from '../../../lib/repaid.ts';
import { paymentQuery } from '../../../lib/queries.ts';
import { Button, LinkButton, TextLink } from '../../../ui/button.tsx';
import { Card, CardGroup, PageHeader } from '../../../ui/card.tsx';
import { CostBreakdown } from '../../../ui/cost-breakdown.tsx';
import { Money } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { StatusTimeline } from '../../../ui/status.tsx';
import { focusHeading } from '../../../ui/take-focus.ts';
import { CancelCard } from '../early/cancel-card.tsx';
import { useCancelWords } from '../early/cancel.words.ts';
import { ChargesCard } from './charges-card.tsx';
import { CloseEarly } from '../early/close-early.tsx';
import { FrozenCard } from './frozen-card.tsx';
import { LastRupee } from '../early/last-rupee.tsx';
import { MainButton } from '../repay/main-button.tsx';
import { PapersCard } from './papers-card.tsx';
import { PartCard } from '../early/part-card.tsx';
import { usePlanDates } from '../plan-dates.ts';
import { PlanDialogs } from './plan-dialogs.tsx';
import { mainChoice, type RepayChoice } from '../repay/repay-choice.ts';
import { RefundNotice, RepaymentHistory } from './repayment-history.tsx';
import { ScheduleCard } from './schedule-card.tsx';
import { RepaymentStatus } from '../repay/repayment-status.tsx';
import { useRepaymentsWords } from '../repayments.words.ts';
import { useAsking } from '../repay/use-asking.ts';
import { useRepay } from '../repay/use-repay.ts';
import { to } from '../../../lib/addresses.ts';

const SettlementCard = lazy(() =>
  import('./settlement-card.tsx').then((module) => ({ default: module.SettlementCard })),
);

// Autopay loads after the debt and the ways to pay it.
const AutopayCard = lazy(() =>
  import('../autopay/autopay-card.tsx').then((module) => ({ default: module.AutopayCard })),
);

const UnansweredDebit = lazy(() =>
  import('../autopay/unanswered-debit.tsx').then((module) => ({ default: module.UnansweredDebit })),
);

/** One payment: what is left of it, its schedule, and every way to repay. */
export function Component() {
  const words = useRepaymentsWords().plan;
  const { language } = useLanguage();
  const { id = '' } = useParams();
  const payment = useQuery(paymentQuery(id));
  return (
    <>
      <PageHeader
        title={
          payment.data ? maskedCardLabel(payment.data.bankName, payment.data.cardMasked) : words.outstanding
        }
        // One card may have several plans.
        subtitle={
          payment.data
            ? words.bill(
                formatRupees(payment.data.amountPaise),
                formatDateWithYear(istDateOf(payment.data.date), language),
              )
            : undefined
        }
        back={
          <TextLink to={to('/dashboard/payments')} className="-ml-1 inline-flex min-h-11 items-center px-1">
            ← {words.back}
          </TextLink>
        }
      />
      <UnreadFace query={payment}>
        <Skeleton height="hero" />
        <Skeleton height="hero" />
      </UnreadFace>
      {payment.data ? <PlanOf key={payment.data.id} payment={payment.data} /> : null}
    </>
  );
}

function PlanOf({ payment }: { readonly payment: Payment }) {
  return payment.frozen === null ? <Plan payment={payment} /> : <FrozenPlan payment={payment} />;
}

/** The bill may come back: what was agreed and paid so far, the way to end autopay, and nothing that asks for money. Rule: LEND-X10 */
function FrozenPlan({ payment }: { readonly payment: Payment }) {
  return (
    <div className="flex flex-col gap-3 lg:gap-6">
      <FrozenCard payment={payment} />
      <Suspense>
        <AutopayCard payment={payment} isAsked={false} onAnswered={() => undefined} />
      </Suspense>
      <CardGroup isPlain>
        <ScheduleCard payment={payment} />
        <RepaymentHistory paymentId={payment.id} />
        <BillCard payment={payment} />
        <PapersCard payment={payment} />
      </CardGroup>
    </div>
  );
}

/** In one column the ways to owe less stand directly under what is owed, and what is to look at comes below them. */
const BELOW = 'max-lg:order-1';

function Plan({ payment }: { readonly payment: Payment }) {
  const [params, setParams] = useSearchParams();
  const repay = useRepay(payment.id, (repaymentId) =>
    setParams({ repayment: repaymentId }, { replace: true }),
  );
  /** Takes one thing off the address; what else it tells stays. */
  const forget = (name: 'repayment' | 'autopay') => {
    if (!params.has(name)) return;
    const left = new URLSearchParams(params);
    left.delete(name);
    setParams(left, { replace: true });
  };
  const asking = useAsking(payment, repay);
  const { open } = asking;
  const shownId = params.get('repayment');
  return (
    <div className="flex flex-col gap-3 lg:grid lg:grid-cols-5 lg:items-start lg:gap-6 xl:grid-cols-3">
      <div className="min-w-0 flex-col gap-3 max-lg:contents lg:col-span-3 lg:flex lg:gap-6 xl:col-span-2">
        {shownId === null ? null : (
          <RepaymentStatus
            key={shownId}
            id={shownId}
            isCancelled={payment.ending?.kind === 'cancelled'}
            partPrepayments={payment.partPrepayments}
            problem={repay.problem}
            onReopen={repay.canReopen ? repay.reopen : undefined}
            isWindowOpen={repay.isWindowOpen}
            onDismiss={() => {
              focusHeading();
              forget('repayment');
            }}
          />
        )}
        <RefundNotice paise={payment.refundDuePaise} />
        {payment.settlement === null ? null : (
          <Suspense>
            <SettlementCard payment={payment} settlement={payment.settlement} repay={repay} />
          </Suspense>
        )}
        <CardGroup>
          <Outstanding payment={payment} onRepay={open} />
          <Suspense
            fallback={
              payment.outstandingPaise > 0 && isCollectable(payment) ? <PartOnItsWay height="card" /> : null
            }
          >
            <AutopayCard
              payment={payment}
              isAsked={params.get('autopay') === 'set-up'}
              onAnswered={() => forget('autopay')}
            />
          </Suspense>
        </CardGroup>
        <CardGroup isPlain className={BELOW}>
          {isEndedOtherwise(payment) ? null : <ScheduleCard payment={payment} />}
          <ChargesCard payment={payment} onPay={() => open(mainChoice(payment) ?? 'other')} />
          <RepaymentHistory paymentId={payment.id} />
          <BillCard payment={payment} />
        </CardGroup>
      </div>
      <div className="min-w-0 flex-col gap-3 max-lg:contents lg:col-span-2 lg:flex lg:gap-6 xl:col-span-1">
        <WaysToEnd payment={payment} repay={repay} asking={asking} />
        <CardGroup isPlain className={BELOW}>
          {isNotPaid(payment) || payment.ending?.kind === 'settled' ? null : <CostCard payment={payment} />}
          <PapersCard payment={payment} />
        </CardGroup>
      </div>
      <PlanDialogs payment={payment} repay={repay} asking={asking} />
    </div>
  );
}

/** Cancelling, closing early and paying a part: every way to owe less than agreed. */
function WaysToEnd({ payment, repay, asking }: ComponentProps<typeof PlanDialogs>) {
  const { cancel, outstandingPaise } = payment;
  return (
    <CardGroup>
      {cancel === null ? null : <CancelCard payment={payment} cancel={cancel} onAsk={asking.askToCancel} />}
      {outstandingPaise > 0 && hasUpcoming(payment) ? (
        <CloseEarly payment={payment} onClose={() => asking.open('all')} />
      ) : null}
      {outstandingPaise > 0 ? <PartCard payment={payment} repay={repay} /> : null}
    </CardGroup>
  );
}

/** Whether anything can be paid early: of what is due already, nothing can, nor of a loan that was written off. */
function hasUpcoming({ isWrittenOff, schedule }: Payment): boolean {
  return !isWrittenOff && schedule.some((row) => row.status === 'upcoming');
}

/** Not paid, cancelled, or ended for a lower sum: what was agreed at first says nothing about it. */
function isEndedOtherwise(payment: Payment): boolean {
  const kind = payment.ending?.kind;
  return isNotPaid(payment) || kind === 'cancelled' || kind === 'settled';
}

interface OutstandingProps {
  readonly payment: Payment;
  readonly onRepay: (choice: RepayChoice) => void;
}

function Outstanding({ payment, onRepay }: OutstandingProps) {
  const words = useRepaymentsWords().plan;
  const glossary = useGlossary();
  const write = usePlanDates(payment);
  const cancelWords = useCancelWords();
  const { nextDue, outstandingPaise, ending } = payment;
  const [openedWithPaise] = useState(outstandingPaise);
  const chargesPaise = unpaidCharges(payment);
  const isOverdue = payment.schedule.some((row) => row.status === 'overdue' && isNextDue(row, nextDue));
  if (isNotPaid(payment)) return <NotPaidCard payment={payment} hasReason />;
  if (ending?.kind === 'cancelled') {
    return (
      <Card>
        <p className="text-section font-semibold">{cancelWords.done}</p>
        <p className="text-ink-2">{cancelWords.doneText(write(ending.on))}</p>
      </Card>
    );
  }
  if (ending?.kind === 'repaid') return <LastRupee payment={payment} fromPaise={openedWithPaise} />;
  if (outstandingPaise === 0) {
    return (
      <Card>
        <p className="text-section font-semibold">
          {isInMotion(payment.billStatus) ? words.nothingYet : words.nothingOutstanding}
        </p>
        <p className="text-ink-2">{bothHalves(payment, glossary)}</p>
      </Card>
    );
  }
  return (
    <Card>
      <p className="text-small text-ink-2">{words.outstanding}</p>
      <Money paise={outstandingPaise} size="hero" />
      {nextDue === null ? null : (
        <p className={clsx('mt-1 font-medium', isOverdue && 'text-bad-ink')}>
          {(isOverdue ? words.overdue : words.next)(
            formatRupees(nextDue.amountPaise),
            write(nextDue.dueDate),
          )}
        </p>
      )}
      <p className="text-ink-2">{bothHalves(payment, glossary)}</p>
      {chargesPaise > 0 && chargesPaise < outstandingPaise ? (
        <p className="text-ink-2">{words.withCharges(formatRupees(chargesPaise))}</p>
      ) : null}
      {payment.recoveryAgent ? (
        <p className="mt-2 text-ink-2">
          {words.agent(payment.recoveryAgent.name, payment.recoveryAgent.phone)}
        </p>
      ) : null}
      <div className="mt-4 empty:hidden">
        <Suspense>
          <UnansweredDebit paymentId={payment.id} />
        </Suspense>
      </div>
      <div className="mt-4 flex flex-wrap gap-2 max-md:*:grow">
        <MainButton payment={payment} onRepay={onRepay} />
        <Button tone="secondary" onClick={() => onRepay('other')}>
          {words.otherWays}
        </Button>
      </div>
      {nextDue === null ? null : <Part at="plan.owed" given={{ paymentId: payment.id }} />}
    </Card>
  );
}

/** Says how the bill ended; undefined where the card above says it. */
function billSentence(payment: Payment, glossary: Glossary): string | undefined {
  const { bankName, billStatus, frozen, lateSuccess } = payment;
  if (frozen !== null || lateSuccess !== null) return bothHalves(payment, glossary);
  return isNotPaid(payment) ? undefined : glossary.bill[billStatus](bankName);
}

function BillCard({ payment }: { readonly payment: Payment }) {
  const words = useRepaymentsWords().plan;
  const glossary = useGlossary();
  const { language } = useLanguage();
  return (
    <Card
      title={words.timeline}
      description={billSentence(payment, glossary)}
      action={
        <TextLink
          to={to('/dashboard/payment-success', { query: { id: payment.id } })}
          className="inline-flex min-h-11 items-center"
        >
          {words.receipt}
        </TextLink>
      }
    >
      <StatusTimeline
        label={glossary.timeline.label}
        steps={timelineOf(payment, glossary, language)}
        stateLabels={glossary.timeline.states}
      />
      {payment.billStatus === 'paid' ? (
        <LinkButton
          to={to('/dashboard/pay-bill', { query: { card: payment.cardId, step: '2' } })}
          tone="secondary"
          size="medium"
          className="mt-4"
        >
          {words.payAgain}
        </LinkButton>
      ) : null}
    </Card>
  );
}

function repaidLabels({ cost }: Glossary, { savedPaise }: Repaid) {
  return {
    ...cost,
    total: cost.repaid,
    totalNote: savedPaise > 0 ? cost.saved(formatRupees(savedPaise)) : undefined,
  };
}

function CostCard({ payment }: { readonly payment: Payment }) {
  const words = useRepaymentsWords().plan;
  const glossary = useGlossary();
  const repaid = repaidOf(payment);
  const cost = costOf(payment);
  return (
    <Card title={words.cost}>
      <CostBreakdown
        labels={repaid === undefined ? glossary.cost : repaidLabels(glossary, repaid)}
        figures={{
          billPaise: payment.amountPaise,
          serviceFeePaise: repaid?.serviceFeePaise ?? payment.serviceFeePaise,
          gstIncludedPaise: repaid?.serviceFeePaise === 0 ? undefined : payment.gstIncludedPaise,
          interestPaise: repaid?.interestPaise ?? cost.interestPaise,
          chargesPaise: repaid?.chargesPaise,
          waivedPaise: repaid?.waivedPaise ?? cost.waivedPaise,
          totalPaise: repaid?.totalPaise ?? cost.totalPaise,
          aprPercent: payment.ending?.kind === 'cancelled' ? undefined : payment.aprPercent,
        }}
      />
    </Card>
  );
}
