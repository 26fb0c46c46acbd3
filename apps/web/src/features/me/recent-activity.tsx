import type { Payment, Transaction } from '@mohlat/contract';
import { clsx } from 'clsx';
import { CircleCheck, CreditCard } from 'lucide-react';
import { Link } from 'react-router';
import { STATUS_TONES } from '../../lib/bill-status.ts';
import { BothTruths } from '../../lib/both-truths.tsx';
import { formatDate, formatInstant, formatRupees, maskedCardLabel } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { LinkButton, TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Empty } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { useMeWords } from './me.words.ts';

interface ActivityProps {
  readonly newest: Transaction | undefined;
  readonly payments: readonly Payment[];
}

/** The newest transaction in one line, and under it both halves of the truth. */
export function RecentActivity({ newest, payments }: ActivityProps) {
  const words = useMeWords().dashboard;
  const { language } = useLanguage();
  const payment = payments.find((candidate) => candidate.id === newest?.id);
  return (
    <Card title={words.recentActivity}>
      {newest === undefined ? (
        <>
          <p className="font-semibold">{words.noActivity}</p>
          <p className="text-ink-2">{words.noTransactions}</p>
        </>
      ) : (
        <div className="figure-line items-start">
          <div className="flex flex-col gap-1">
            {newest.status === 'pending' && payment?.billStatus === 'paid' ? (
              <>
                <StatusTag tone={STATUS_TONES.pending}>{words.activity.pending}</StatusTag>
                {/* The title is about the repayment; the bill itself is paid, and looks paid. */}
                <p className="flex gap-2 font-medium text-ok-ink">
                  <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ok" />
                  {words.paidFor(
                    payment.bankName,
                    formatRupees(payment.amountPaise),
                    formatDate(payment.schedule.at(-1)?.dueDate ?? payment.date.slice(0, 10), language),
                  )}
                </p>
              </>
            ) : (
              <BothTruths status={newest.status} word={words.activity[newest.status]} payment={payment} />
            )}
            <p className="text-small text-ink-3">{formatInstant(newest.date, language)}</p>
          </div>
          <Money paise={newest.amountPaise} className="font-semibold" />
        </div>
      )}
    </Card>
  );
}

interface TransactionsProps {
  readonly transactions: readonly Transaction[];
  readonly payments: readonly Payment[];
}

export function RecentTransactions({ transactions, payments }: TransactionsProps) {
  const words = useMeWords().dashboard;
  return (
    <Card
      title={words.recentTransactions}
      padding="flush"
      action={
        transactions.length === 0 ? undefined : (
          <TextLink to="/dashboard/payments" className="inline-flex min-h-11 items-center">
            {words.viewAll}
          </TextLink>
        )
      }
    >
      {transactions.length === 0 ? (
        <Empty
          title={words.noHistory}
          action={
            <LinkButton to="/dashboard/pay-bill" size="medium" tone="secondary">
              {words.makeFirst}
            </LinkButton>
          }
        />
      ) : (
        <ul className="ruled mt-2">
          {transactions.map((transaction) => (
            <li key={transaction.id}>
              <TransactionLine
                transaction={transaction}
                payment={payments.find((candidate) => candidate.id === transaction.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface LineProps {
  readonly transaction: Transaction;
  readonly payment: Payment | undefined;
}

function TransactionLine({ transaction, payment }: LineProps) {
  const words = useMeWords().dashboard;
  const { language } = useLanguage();
  const tone = STATUS_TONES[transaction.status];
  return (
    <Link
      to={`/dashboard/payments/${transaction.id}`}
      className="flex items-center gap-3 px-4 py-3 transition-colors hover:bg-sunken md:px-5"
    >
      <CreditCard
        aria-hidden="true"
        className={clsx(
          'mt-0.5 size-5 shrink-0 self-start',
          tone === 'ok' ? 'text-ok' : tone === 'due' ? 'text-due-ink' : 'text-ink-3',
        )}
      />
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex flex-wrap justify-between gap-x-3">
          <span className="font-medium">{words.description}</span>
          <Money paise={transaction.amountPaise} className="ml-auto font-semibold" />
        </span>
        <BothTruths status={transaction.status} payment={payment} />
        <span className="text-caption text-ink-3">
          {payment ? (
            <>
              {maskedCardLabel(payment.bankName, payment.cardMasked)}
              <span className="max-md:hidden"> · </span>
            </>
          ) : null}
          <span className="block md:inline-block">{formatInstant(transaction.date, language)}</span>
        </span>
      </span>
    </Link>
  );
}
