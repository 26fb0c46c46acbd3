import type { Me } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { ErrorFace, LoadingFace } from '../../lib/faces.tsx';
import { meQuery, paymentsQuery, scheduleQuery } from '../../lib/queries.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { ActionCards } from './action-cards.tsx';
import { CardBills } from './card-bills.tsx';
import { CreditCardPanel } from './credit-panel.tsx';
import { recentTransactionsQuery } from './me.data.ts';
import { useMeWords } from './me.words.ts';
import { MoneyInMotion } from './money-in-motion.tsx';
import { RecentActivity, RecentTransactions } from './recent-activity.tsx';
import { NextRepayment, ReminderBanner } from './repayment-reminder.tsx';

/** What is owed and by when comes first; nothing here sells. */
export function Component() {
  const words = useMeWords().dashboard;
  const me = useQuery(meQuery);
  const name = me.data?.name ?? me.data?.profile.fullName ?? words.userFallback;
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1} className="text-title font-semibold md:text-hero">
          {words.welcome(name)}
        </h1>
        <LinkButton to="/dashboard/pay-bill" className="max-md:hidden">
          <Plus aria-hidden="true" className="size-5" />
          {words.payAnother}
        </LinkButton>
      </header>
      {me.isPending ? <DashboardSkeleton onRetry={() => void me.refetch()} /> : null}
      {me.isError && me.data === undefined ? (
        <ErrorFace title={words.figuresHidden} error={me.error} onRetry={() => void me.refetch()} />
      ) : null}
      {me.data ? <DashboardBody me={me.data} /> : null}
    </div>
  );
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

function DashboardBody({ me }: { readonly me: Me }) {
  const words = useMeWords().dashboard;
  const schedule = useQuery(scheduleQuery);
  const payments = useQuery(paymentsQuery);
  const transactions = useQuery(recentTransactionsQuery);
  const failed = [schedule, payments, transactions].find(
    (query) => query.isError && query.data === undefined,
  );
  const retry = () => {
    for (const query of [schedule, payments, transactions]) if (query.isError) void query.refetch();
  };
  if (failed) return <ErrorFace title={words.figuresHidden} error={failed.error} onRetry={retry} />;
  if (!schedule.data || !payments.data || !transactions.data) return <DashboardSkeleton onRetry={retry} />;
  const nextDue = schedule.data.items[0];
  const newest = transactions.data[0];
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2 lg:gap-6">
      <div className="flex min-w-0 flex-col gap-3">
        <MoneyInMotion payments={payments.data.items} />
        {me.onboardingComplete ? null : (
          <Notice
            title={words.onboardingOpen}
            actions={
              <LinkButton to="/onboarding" size="medium">
                {words.completeProfile}
              </LinkButton>
            }
          />
        )}
        <ReminderBanner next={nextDue} payments={payments.data.items} />
        {me.kyc.isComplete ? <CardBills payments={payments.data.items} /> : null}
        <CreditCardPanel me={me} />
        <LinkButton to="/dashboard/pay-bill" isWide className="md:hidden">
          <Plus aria-hidden="true" className="size-5" />
          {words.payAnother}
        </LinkButton>
        <NextRepayment next={nextDue} />
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <RecentActivity newest={newest} payments={payments.data.items} />
        <ActionCards />
        <RecentTransactions transactions={transactions.data} payments={payments.data.items} />
      </div>
    </div>
  );
}
