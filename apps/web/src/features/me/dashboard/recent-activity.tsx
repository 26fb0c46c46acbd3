import type { Payment, Transaction, PaymentStatus } from '@mohlat/contract';
import { CircleCheck } from 'lucide-react';
import { STATUS_TONES, bothHalves } from '../../../lib/bill-status.ts';
import { formatInstant, formatRupees, istDateOf, today } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { PaymentRow } from '../../../lib/payment-row.tsx';
import { LinkButton, TextLink } from '../../../ui/button.tsx';
import { Money } from '../../../ui/money.tsx';
import { Empty } from '../../../ui/states.tsx';
import { useDashboardDates } from './dashboard-dates.ts';
import { useMeWords } from '../me.words.ts';
import { to } from '../../../lib/addresses.ts';
import { StatusTag } from '../../../ui/status.tsx';
import { useGlossary } from '../../../lib/glossary.ts';

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
    <section className="flex flex-col gap-1 border-t border-line pt-4">
      <h2 className="text-small text-ink-2">{words.recentActivity}</h2>
      {newest === undefined ? (
        <>
          <p className="font-semibold">{words.noActivity}</p>
          <p className="text-small text-ink-2">{words.noTransactions}</p>
        </>
      ) : (
        <div className="figure-line items-start">
          <div className="flex flex-col gap-1">
            {newest.status === 'pending' && payment?.billStatus === 'paid' && payment.frozen === null ? (
              <PaidBill payment={payment} />
            ) : (
              <BothTruths status={newest.status} word={words.activity[newest.status]} payment={payment} />
            )}
            <p className="text-caption text-ink-3">{formatInstant(newest.date, language)}</p>
          </div>
          <Money paise={newest.amountPaise} className="font-semibold" />
        </div>
      )}
    </section>
  );
}

/** The bill first: it is paid. The fixed title is about the repayment, and stands with its day. */
function PaidBill({ payment }: { readonly payment: Payment }) {
  const words = useMeWords().dashboard;
  const write = useDashboardDates();
  const { schedule, bankName, amountPaise, outstandingPaise } = payment;
  const late = schedule.find(({ status, dueDate }) => status === 'overdue' && dueDate < today());
  const until = schedule.at(-1)?.dueDate ?? istDateOf(payment.date);
  const hasChargesAlone = schedule.length > 0 && schedule.every(({ status }) => status === 'paid');
  return (
    <>
      <p className="flex gap-2 font-medium text-ok-ink">
        {late === undefined ? (
          <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ok" />
        ) : null}
        {words.paidFor(bankName, formatRupees(amountPaise))}
      </p>
      <p className="flex flex-wrap gap-x-2 text-small text-ink-2">
        <span>{words.activity.pending}</span>
        <span>
          {hasChargesAlone
            ? words.chargesToPay(formatRupees(outstandingPaise))
            : late === undefined
              ? words.repayBy(write(until))
              : words.repaymentWasDue(write(late.dueDate))}
        </span>
      </p>
    </>
  );
}

interface TransactionsProps {
  readonly transactions: readonly Transaction[];
  readonly payments: readonly Payment[];
}

export function RecentTransactions({ transactions, payments }: TransactionsProps) {
  const words = useMeWords().dashboard;
  const write = useDashboardDates();
  return (
    <section>
      <header className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-section font-semibold">{words.recentTransactions}</h2>
        {transactions.length === 0 ? null : (
          <TextLink to={to('/dashboard/payments')} className="inline-flex min-h-11 items-center">
            {words.viewAll}
          </TextLink>
        )}
      </header>
      {transactions.length === 0 ? (
        <Empty
          title={words.noHistory}
          action={
            <LinkButton to={to('/dashboard/pay-bill')} size="medium" tone="secondary">
              {words.makeFirst}
            </LinkButton>
          }
        />
      ) : (
        <ul className="ruled">
          {transactions.map((transaction) => (
            <li key={transaction.id}>
              <PaymentRow
                {...transaction}
                date={write(istDateOf(transaction.date))}
                payment={payments.find((candidate) => candidate.id === transaction.id)}
                description={words.description}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface BothTruthsProps {
  readonly status: PaymentStatus;
  /** The word of the status; the glossary's when there is none. */
  readonly word?: string;
  /** Undefined when it is not known: then the status stands alone. */
  readonly payment: Payment | undefined;
}

/** A status, and beside it what it means for this payment: "Pending" alone reads as if the bill were not paid. */
export function BothTruths({ status, word, payment }: BothTruthsProps) {
  const glossary = useGlossary();
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <StatusTag tone={STATUS_TONES[status]}>{word ?? glossary.status[status]}</StatusTag>
      {payment === undefined ? null : (
        <span className="text-small font-medium text-ink">{bothHalves(payment, glossary)}</span>
      )}
    </span>
  );
}
