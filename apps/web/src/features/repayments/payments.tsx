import type { AnswerOf, getSchedule, Payment } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { INSTALMENT_TONES } from '../../lib/bill-status.ts';
import { dueSums, unpaidCharges } from '../../lib/due-sums.ts';
import { ErrorFace, LoadingFace } from '../../lib/faces.tsx';
import { dateWriter, formatRupees, istDateOf, maskedCardLabel } from '../../lib/format.ts';
import { useGlossary } from '../../lib/glossary.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { PaymentRow } from '../../lib/payment-row.tsx';
import { mandatesQuery, allPaymentsQuery, scheduleQuery } from '../../lib/queries.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Empty, Skeleton } from '../../ui/states.tsx';
import { StatusLine } from '../../ui/ledger-row.tsx';
import { AutopayList } from './autopay/autopay-list.tsx';
import { BalanceFalling } from './balance-falling.tsx';
import { useRepaymentsWords } from './repayments.words.ts';
import { to } from '../../lib/addresses.ts';

type DueInstalment = AnswerOf<typeof getSchedule>['items'][number];

/** Lists the debts, the oldest first, then every payment with a link to its plan. */
export function Component() {
  const words = useRepaymentsWords().owed;
  const schedule = useQuery(scheduleQuery);
  const payments = useQuery(allPaymentsQuery);
  // The debts show without it: an autopay that cannot be read is no reason to hide a debt.
  const mandates = useQuery(mandatesQuery).data?.items;
  const failed = [schedule, payments].find((query) => query.isError && query.data === undefined);
  const retry = () => {
    for (const query of [schedule, payments]) if (query.isError) void query.refetch();
  };
  return (
    <>
      <PageHeader title={words.title} subtitle={words.subtitle} />
      {failed ? (
        <ErrorFace error={failed.error} onRetry={retry} />
      ) : schedule.data && payments.data ? (
        <div className="grid items-start gap-3 lg:grid-cols-2 lg:gap-6">
          <div className="flex min-w-0 flex-col gap-3 lg:gap-6">
            <OwedCard items={schedule.data.items} payments={payments.data.items} />
            {mandates === undefined ? null : (
              <AutopayList payments={payments.data.items} mandates={mandates} />
            )}
          </div>
          <PaymentsCard payments={payments.data.items} />
        </div>
      ) : (
        <LoadingFace onRetry={retry}>
          <div className="grid gap-3 lg:grid-cols-2">
            <Skeleton height="hero" />
            <Skeleton height="hero" />
          </div>
        </LoadingFace>
      )}
    </>
  );
}

interface OwedCardProps {
  readonly items: readonly DueInstalment[];
  readonly payments: readonly Payment[];
}

/** The history's statements count it only once it is earned, so they show less. */
function hasInterestAhead({ schedule }: Payment): boolean {
  return schedule.some((row) => row.status === 'upcoming' && row.interestPaise > 0);
}

function OwedCard({ items, payments }: OwedCardProps) {
  const {
    owed: words,
    plan: { withCharges },
  } = useRepaymentsWords();
  const chargesPaise = payments.reduce((sum, payment) => sum + unpaidCharges(payment), 0);
  const totalPaise = items.reduce((sum, item) => sum + item.duePaise, chargesPaise);
  const { language } = useLanguage();
  const write = dateWriter(
    items.map((item) => item.dueDate),
    language,
  );
  const chargesOnly = payments.filter(
    (payment) => unpaidCharges(payment) > 0 && items.every((item) => item.paymentId !== payment.id),
  );
  if (totalPaise === 0) {
    return (
      <Card title={words.listTitle} padding="flush">
        <Empty
          title={words.nothing}
          action={
            <LinkButton to={to('/dashboard/pay-bill')} size="medium">
              {words.payBill}
            </LinkButton>
          }
        />
      </Card>
    );
  }
  return (
    <Card title={words.listTitle} padding="flush">
      <div className="px-4 pt-2 pb-3 md:px-5">
        <p className="text-small text-ink-2">{words.total}</p>
        <Money paise={totalPaise} size="hero" />
        {chargesPaise > 0 ? (
          <p className="text-small text-ink-2">{withCharges(formatRupees(chargesPaise))}</p>
        ) : null}
        {payments.some(hasInterestAhead) ? (
          <p className="mt-1 text-small text-ink-3">{words.totalNote}</p>
        ) : null}
      </div>
      {chargesPaise > 0 ? null : <BalanceFalling items={items} />}
      <ul className="ruled border-t border-line">
        {items.map((item, index) => (
          <li key={`${item.paymentId}-${item.number}`}>
            <OwedLine
              item={item}
              date={write(item.dueDate)}
              payment={payments.find((payment) => payment.id === item.paymentId)}
              isOldest={items.findIndex((other) => other.paymentId === item.paymentId) === index}
            />
          </li>
        ))}
        {chargesOnly.map((payment) => (
          <li key={payment.id}>
            <ChargesLine payment={payment} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Every instalment is paid, and charges are left. */
function ChargesLine({ payment }: { readonly payment: Payment }) {
  const words = useRepaymentsWords().owed;
  const paise = unpaidCharges(payment);
  return (
    <div className="figure-line items-center px-4 py-3 md:px-5">
      <div className="flex flex-col items-start gap-1">
        <Money paise={paise} className="font-semibold" />
        <Link
          to={to('/dashboard/payments/:id', { id: payment.id })}
          className="text-small text-ink-2 underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {maskedCardLabel(payment.bankName, payment.cardMasked)} · {words.chargesOnly}
        </Link>
      </div>
      <LinkButton
        to={to('/dashboard/payments/:id', { id: payment.id, query: { repay: 'due' } })}
        size="medium"
        className="shrink-0 whitespace-nowrap"
        aria-label={words.payNowFor(formatRupees(paise), payment.bankName)}
      >
        {words.payNow}
      </LinkButton>
    </div>
  );
}

interface OwedLineProps {
  readonly item: DueInstalment;
  /** Its due date, already written out. */
  readonly date: string;
  /** Undefined when it is older than what the list reads. */
  readonly payment: Payment | undefined;
  /** Money goes to the oldest instalment of its payment first, so only that one offers to be paid. */
  readonly isOldest: boolean;
}

function OwedLine({ item, date, payment, isOldest }: OwedLineProps) {
  const words = useRepaymentsWords().owed;
  const glossary = useGlossary();
  const isPart = item.duePaise < item.amountPaise;
  const sums = payment === undefined ? undefined : dueSums(payment);
  const agreed = payment?.settlement ?? null;
  const hasCharges = agreed === null && sums !== undefined && sums.chargesPaise > 0;
  return (
    <div className="figure-line items-center px-4 py-3 md:px-5">
      <div className="flex flex-col items-start">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <Money paise={item.duePaise} decimals="always" className="font-semibold" />
          {item.status === 'upcoming' ? null : (
            <StatusLine tone={INSTALMENT_TONES[item.status]}>{glossary.instalment[item.status]}</StatusLine>
          )}
        </span>
        <span className="text-small text-ink-2">
          {item.status === 'overdue' ? words.wasDue(date) : words.dueOn(date)} ·{' '}
          <span className="whitespace-nowrap">{words.instalment(item.number)}</span>
        </span>
        <Link
          to={to('/dashboard/payments/:id', { id: item.paymentId })}
          className="text-small text-ink-2 underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {maskedCardLabel(item.bankName, item.cardMasked)}
        </Link>
        {isPart ? (
          <span className="text-caption text-ink-3">
            {words.partPaid(formatRupees(item.duePaise), formatRupees(item.amountPaise))}
          </span>
        ) : null}
        {isOldest && agreed !== null ? (
          <span className="text-caption text-ink-2">{words.agreed(formatRupees(agreed.restPaise))}</span>
        ) : null}
        {isOldest && hasCharges ? (
          <span className="text-caption text-ink-2">
            {sums.count > 1
              ? words.manyWithCharges(
                  sums.count,
                  formatRupees(sums.chargesPaise),
                  formatRupees(sums.bothPaise),
                )
              : words.withCharges(formatRupees(sums.chargesPaise), formatRupees(sums.bothPaise))}
          </span>
        ) : null}
      </div>
      {isOldest ? (
        <LinkButton
          to={to('/dashboard/payments/:id', {
            id: item.paymentId,
            query: { repay: agreed !== null ? 'due' : hasCharges ? 'both' : 'next' },
          })}
          size="medium"
          tone={item.status === 'due' || item.status === 'overdue' ? 'primary' : 'secondary'}
          className="shrink-0 whitespace-nowrap"
          aria-label={words.payNowFor(
            formatRupees(agreed?.restPaise ?? (hasCharges ? sums.bothPaise : item.duePaise)),
            item.bankName,
          )}
        >
          {words.payNow}
        </LinkButton>
      ) : null}
    </div>
  );
}

function PaymentsCard({ payments }: { readonly payments: readonly Payment[] }) {
  const words = useRepaymentsWords().owed;
  const { language } = useLanguage();
  const write = dateWriter(
    payments.map(({ date }) => istDateOf(date)),
    language,
  );
  if (payments.length === 0) {
    return (
      <Card title={words.allTitle} padding="flush">
        <Empty title={words.nonePaid} />
      </Card>
    );
  }
  return (
    <section>
      <h2 className="text-section font-semibold max-lg:mt-4">{words.allTitle}</h2>
      <ul className="ruled">
        {payments.map((payment) => (
          <li key={payment.id}>
            <PaymentRow
              {...payment}
              date={write(istDateOf(payment.date))}
              payment={payment}
              description={payment.bankName}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
