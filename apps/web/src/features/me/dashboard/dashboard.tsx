import type { Card as SavedCard, Mandate, Me, Payment, Repayment, Transaction } from '@mohlat/contract';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CreditCard, ListChecks, Plus, User } from 'lucide-react';
import { memo, useDeferredValue, useEffect } from 'react';
import { Link } from 'react-router';
import { isAskedEarly } from '../../../lib/asked-early.ts';
import { useSession } from '../../../lib/auth.ts';
import { mandateOf } from '../../../lib/autopay.ts';
import { ErrorFace, LoadingFace } from '../../../lib/faces.tsx';
import { formatRupees } from '../../../lib/format.ts';
import { keepName, keptName } from '../../../lib/kept-name.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { allPaymentsQuery, cardsQuery, mandatesQuery, meQuery, scheduleQuery } from '../../../lib/queries.ts';
import { LinkButton, TextLink } from '../../../ui/button.tsx';
import { Money } from '../../../ui/money.tsx';
import { CreditBar } from '../../../ui/progress.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { useWide } from '../../../ui/use-wide.ts';
import { CardBills } from './card-bills.tsx';
import { Ahead } from './ahead.tsx';
import { FirstSteps, isNewcomer } from './first-steps.tsx';
import { type CardBills as Bills, useCardBills } from './open-bills.ts';
import { newestRepaymentsQuery, noticeQuery, recentTransactionsQuery } from '../me.data.ts';
import { useMeWords } from '../me.words.ts';
import { MoneyInMotion } from './money-in-motion.tsx';
import { NoticeLine } from './notice-line.tsx';
import { RecentActivity, RecentTransactions } from './recent-activity.tsx';
import { DashboardDates, datesOf } from './dashboard-dates.ts';
import { type DueInstalment, firstNamed, payableNow, withAgreedSums } from './owed-now.ts';
import { dueBesides, NextRepayment, ReminderBanner } from './repayment-reminder.tsx';
import { to } from '../../../lib/addresses.ts';

const ACTIVE = 'active';

/** The limit and what is left of it: the page's other half. Before there is one, `FirstSteps` leads to it. */
function CreditPanel({ credit }: { readonly credit: NonNullable<Me['credit']> }) {
  const words = useMeWords().dashboard;
  const { limitPaise, usedPaise, availablePaise, usedPercent, state } = credit;
  const isOnHold = state !== ACTIVE;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-small text-ink-2">
        <TextLink to={to('/dashboard/credit')}>{words.availableCredit}</TextLink>
      </h2>
      <p className={clsx('text-title font-semibold', isOnHold && 'text-ink-3')}>
        <Money paise={availablePaise} />
        {isOnHold ? <span className="text-body"> · {words.onHold}</span> : null}
      </p>
      <CreditBar
        usedPercent={usedPercent}
        label={words.usedPercent(usedPercent)}
        start={words.used(formatRupees(usedPaise), formatRupees(limitPaise))}
      />
      {isOnHold ? (
        <p className="text-small text-due-ink">
          {words.notActive} <TextLink to={to('/dashboard/credit')}>{words.whyNotActive}</TextLink>
        </p>
      ) : availablePaise === 0 && limitPaise > 0 ? (
        <p className="text-small text-ink-2">{words.limitReached}</p>
      ) : null}
    </section>
  );
}

const WAIT_MS = 400;

/**
 * Where the figures were asked for before this script was here they are as good as there, and waited for a moment: the page is
 * then drawn once, with them, and not first without.
 */
export async function loader(): Promise<null> {
  if (!isAskedEarly()) return null;
  const answers = [
    queryClient.query(meQuery),
    queryClient.query(noticeQuery),
    queryClient.query(scheduleQuery),
    queryClient.query(allPaymentsQuery),
    queryClient.query(recentTransactionsQuery),
    queryClient.query(mandatesQuery),
    queryClient.query(cardsQuery),
    queryClient.query(newestRepaymentsQuery),
  ];
  await Promise.race([Promise.allSettled(answers), new Promise((done) => setTimeout(done, WAIT_MS))]);
  return null;
}

/** The dashboard shows debts and their due dates first, and advertises nothing. */
export function Component() {
  const words = useMeWords().dashboard;
  const me = useQuery(meQuery);
  useAskedAtOnce();
  const name = useGreetedName(me.data) ?? words.userFallback;
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1} className="min-w-0 text-section font-semibold wrap-break-word">
          {words.welcome(name)}
        </h1>
        <LinkButton to={to('/dashboard/pay-bill')} tone="secondary" className="max-md:hidden">
          <Plus aria-hidden="true" className="size-5" />
          {words.payAnother}
        </LinkButton>
      </header>
      {me.isPending ? <DashboardSkeleton onRetry={() => void me.refetch()} /> : null}
      {me.isError && me.data === undefined ? (
        <Unreadable error={me.error} onRetry={() => void me.refetch()} />
      ) : null}
      {me.data ? <DashboardBody me={me.data} /> : null}
    </div>
  );
}

/**
 * The name by which the user is greeted: the account's, and before the server has answered or without a network the one of the last
 * visit on this device, or of the session.
 */
function useGreetedName(me: Me | undefined): string | undefined {
  const session = useSession();
  const known = me?.name ?? me?.profile.fullName;
  const userId = session.status === 'in' ? session.userId : undefined;
  useEffect(() => {
    if (userId !== undefined && known) keepName(userId, known);
  }, [userId, known]);
  if (known || session.status !== 'in') return known ?? undefined;
  const ofSession: unknown = session.session.user.user_metadata['name'];
  const isNamed = typeof ofSession === 'string' && ofSession !== '';
  return keptName(session.userId) ?? (isNamed ? ofSession : undefined);
}

/** Prefetches the other data of the page, so that it does not wait for the account. */
function useAskedAtOnce(): void {
  usePrefetchQuery(noticeQuery);
  usePrefetchQuery(scheduleQuery);
  usePrefetchQuery(allPaymentsQuery);
  usePrefetchQuery(recentTransactionsQuery);
  usePrefetchQuery(mandatesQuery);
  usePrefetchQuery(cardsQuery);
  usePrefetchQuery(newestRepaymentsQuery);
}

/** Without a limit in force no bill can be paid, so whatever else there is to do weighs more. */
function canPay(me: Me): boolean {
  return me.kyc.isComplete && me.credit?.state === 'active';
}

function DashboardSkeleton({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <LoadingFace onRetry={onRetry}>
      <Skeleton height="card" />
      <div className="grid gap-3 lg:grid-cols-2">
        <Skeleton height="hero" />
        <Skeleton height="hero" />
      </div>
      <Skeleton height="hero" />
    </LoadingFace>
  );
}

/** The notice may say why. */
function Unreadable({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const words = useMeWords().dashboard;
  return (
    <>
      <NoticeLine />
      <ErrorFace title={words.figuresHidden} error={error} onRetry={onRetry} />
    </>
  );
}

function DashboardBody({ me }: { readonly me: Me }) {
  const schedule = useQuery(scheduleQuery);
  const payments = useQuery(allPaymentsQuery);
  const transactions = useQuery(recentTransactionsQuery);
  const mandates = useQuery(mandatesQuery);
  const cards = useQuery(cardsQuery);
  const notice = useQuery(noticeQuery);
  const repayments = useQuery(newestRepaymentsQuery);
  const failed = [schedule, payments, transactions].find(
    (query) => query.isError && query.data === undefined,
  );
  const retry = () => {
    for (const query of [schedule, payments, transactions]) if (query.isError) void query.refetch();
  };
  if (failed) return <Unreadable error={failed.error} onRetry={retry} />;
  // Without these the page is whole, but would move when they come.
  const isWaiting = [mandates, cards, notice, repayments].some(({ isFetched }) => !isFetched);
  if (!schedule.data || !payments.data || !transactions.data || isWaiting)
    return <DashboardSkeleton onRetry={retry} />;
  return (
    <Whole
      me={me}
      instalments={withAgreedSums(schedule.data.items, payments.data.items)}
      payments={payments.data.items}
      repayments={repayments.data?.items ?? []}
      transactions={transactions.data}
      mandates={mandates.data?.items ?? []}
      cards={cards.data?.items}
    />
  );
}

interface WholeProps {
  readonly me: Me;
  readonly instalments: readonly DueInstalment[];
  readonly payments: readonly Payment[];
  readonly repayments: readonly Repayment[];
  readonly transactions: readonly Transaction[];
  readonly mandates: readonly Mandate[];
  /** Undefined where they could not be read. */
  readonly cards: readonly SavedCard[] | undefined;
}

/** Two parts: what is owed and by when, then what is free. */
function Whole(props: WholeProps) {
  const words = useMeWords().dashboard;
  const { me, payments, transactions } = props;
  return (
    <DashboardDates value={datesOf(props)}>
      <div className="grid items-start gap-8 lg:grid-cols-2 lg:gap-12">
        <div className="empty:hidden lg:col-span-2">
          <NoticeLine />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <MoneyInMotion payments={payments} repayments={props.repayments} />
          {isNewcomer(me, transactions.length) ? <FirstSteps me={me} /> : null}
          <section aria-label={words.owed} className="flex flex-col gap-4">
            <Owed {...props} />
            <RecentActivity newest={transactions[0]} payments={payments} />
          </section>
        </div>
        <Free {...props} />
      </div>
    </DashboardDates>
  );
}

/**
 * The half that a phone has below the fold. A phone renders it deferred, after the first half: rendered together they would block
 * a finger. Until then a placeholder keeps its height, so that the browser can restore the scroll position.
 */
function Free({ me, instalments, payments, transactions }: WholeProps) {
  const words = useMeWords().dashboard;
  const isWide = useWide();
  const isDrawn = useDeferredValue(true, isWide);
  if (!isDrawn) return <div className="min-h-256" />;
  // One button of a page is its own: what is owed comes before another bill.
  const payTone = canPay(me) && instalments.length === 0 ? 'primary' : 'secondary';
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {me.credit === null || !me.kyc.isComplete ? null : <CreditPanel credit={me.credit} />}
      <LinkButton to={to('/dashboard/pay-bill')} tone={payTone} isWide className="md:hidden">
        <Plus aria-hidden="true" className="size-5" />
        {words.payAnother}
      </LinkButton>
      <ActionCards />
      <RecentTransactions transactions={transactions} payments={payments} />
    </div>
  );
}

/** The bills of the saved cards come after the page: what shows them is drawn again alone, and in slices. */
function Owed(props: WholeProps) {
  const found = useCardBills(props.me.kyc.isComplete ? (props.cards ?? []) : [], props.payments);
  return <OwedWithBills {...props} found={useDeferredValue(found)} />;
}

const OwedWithBills = memo(function OwedWithBills({
  me,
  instalments,
  payments,
  mandates,
  cards,
  found: { bills, leftOutCount, areAllPaid },
}: WholeProps & { readonly found: Bills }) {
  const now = payableNow(payments, mandates);
  const next = firstNamed(instalments, now);
  return (
    <>
      <NextRepayment
        next={next}
        now={now}
        openBillCount={bills.filter(({ bill }) => bill !== undefined).length}
        areAllPaid={areAllPaid && cards !== undefined}
      />
      <ReminderBanner
        next={next}
        now={now}
        mandate={next && mandateOf(next.paymentId, mandates)}
        payments={payments}
        otherPaise={dueBesides(next, instalments)}
      />
      <Ahead instalments={instalments} bills={bills} canPay={canPay(me)} />
      <CardBills bills={bills} leftOutCount={leftOutCount} canPay={canPay(me)} />
    </>
  );
});

const ACTIONS = [
  { key: 'pay', to: to('/dashboard/pay-bill'), Icon: CreditCard },
  { key: 'payments', to: to('/dashboard/payments'), Icon: ListChecks },
  { key: 'profile', to: to('/dashboard/profile'), Icon: User },
] as const;

function ActionCards() {
  const words = useMeWords().dashboard;
  return (
    <nav aria-label={words.actionsLabel}>
      <ul className="rounded-card border border-line bg-surface max-md:ruled md:grid md:grid-cols-3">
        {ACTIONS.map(({ key, to, Icon }) => (
          <li key={key}>
            <Link
              to={to}
              className="flex h-full items-center gap-3 rounded-card px-4 py-3 transition-colors hover:bg-sunken md:flex-col md:items-start"
            >
              <Icon aria-hidden="true" className="size-5 shrink-0 text-brand-ink" />
              <span className="flex flex-col">
                <span className="font-semibold">{words.actions[key].title}</span>
                <span className="text-small text-ink-2">{words.actions[key].text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
