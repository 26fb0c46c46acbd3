import type { Mandate, Payment } from '@mohlat/contract';
import { businessDate, daysBetween } from '@mohlat/money';
import { clsx } from 'clsx';
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { comingDebit, isAsked } from '../../../lib/autopay.ts';
import { dueSums, unpaidCharges } from '../../../lib/due-sums.ts';
import { CardChip } from '../../../lib/card-face.tsx';
import { formatRupees, maskedCardLabel, today } from '../../../lib/format.ts';
import { Part } from '../../../lib/parts.tsx';
import { LinkButton, TextLink } from '../../../ui/button.tsx';
import { Money } from '../../../ui/money.tsx';
import { useDashboardDates } from './dashboard-dates.ts';
import { type MeWords, useMeWords } from '../me.words.ts';
import { to } from '../../../lib/addresses.ts';
import type { DueInstalment, PayableNow } from './owed-now.ts';

interface NextProps {
  readonly next: DueInstalment | undefined;
  /** Every payment of which something is to be paid now, in the order of paying. */
  readonly now: readonly PayableNow[];
  /** The autopay mandate of its payment; undefined where there is none. */
  readonly mandate: Mandate | undefined;
}

interface ReminderProps extends NextProps {
  readonly payments: readonly Payment[];
  /** Paise of other payments due the same day, or due already like the next one. */
  readonly otherPaise: number;
}

const isDue = ({ status }: DueInstalment) => status === 'overdue' || status === 'due';

/** Sums the instalments of other payments due beside the next one; paise. The next sum alone would hide them. */
export function dueBesides(next: DueInstalment | undefined, instalments: readonly DueInstalment[]): number {
  return instalments
    .filter((one) => one.paymentId !== next?.paymentId && (isDue(one) || one.dueDate === next?.dueDate))
    .reduce((sum, one) => sum + one.duePaise, 0);
}

const totalOf = (now: readonly PayableNow[]) => now.reduce((sum, { paise }) => sum + paise, 0);

/** The payment whose late charges the reminder names: that of the instalment; any other only while none is due. */
function withCharges(next: DueInstalment | undefined, payments: readonly Payment[]): Payment | undefined {
  // An agreed sum lets them off.
  const owing = payments.filter((payment) => payment.settlement === null && unpaidCharges(payment) > 0);
  const own = owing.find((payment) => payment.id === next?.paymentId);
  return own ?? (next !== undefined && isDue(next) ? undefined : owing[0]);
}

/** The specification's reminder: what is due, when, and the way to pay it, with the late charges it has met. */
export function ReminderBanner({ next, now, mandate: own, payments, otherPaise }: ReminderProps) {
  const words = useMeWords().dashboard;
  const write = useDashboardDates();
  const isAgreed = next?.isAgreed === true;
  // Autopay collects instalments, not an agreed sum.
  const mandate = isAgreed && !isAsked(comingDebit(own)) ? undefined : own;
  const charged = now.length > 1 ? now[0]?.payment : withCharges(next, payments);
  if (next === undefined && charged === undefined) {
    return (
      <Reminder tone={payments.length > 0 ? 'ok' : 'none'}>
        <p>{words.nothingPending}</p>
      </Reminder>
    );
  }
  const isUnanswered = isCollected(next, mandate) && isAsked(comingDebit(mandate));
  // While the bank owes its answer nothing counts as late.
  const isOverdue = next?.status === 'overdue' && !isUnanswered;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <PayLink next={next} charged={charged} isCollected={isCollected(next, mandate)} />
        <LinkButton to={to('/dashboard/payments')} tone="secondary">
          {words.viewDetails}
        </LinkButton>
      </div>
      <Reminder>
        {next === undefined ? null : (
          <p className={clsx(isOverdue && 'text-bad-ink')}>
            {(isOverdue ? words.overdue : words.reminder)(formatRupees(next.duePaise), write(next.dueDate))}
          </p>
        )}
        {isAgreed ? <p className="text-ink">{words.agreed}</p> : null}
        {next === undefined ? null : <AutopayLine next={next} mandate={mandate} />}
        {now.length > 1 ? (
          <PartsNow now={now} />
        ) : (
          <>
            {charged === undefined ? null : <p className="text-ink">{chargesText(charged, words)}</p>}
            {otherPaise === 0 ? null : (
              <p className="text-ink">
                {(isOverdue ? words.alsoDue : words.alsoThatDay)(formatRupees(otherPaise))}
              </p>
            )}
          </>
        )}
        {isOverdue ? (
          <Part at="reminder.overdue" given={{ paymentId: next.paymentId }}>
            <p>{words.overdueHelp}</p>
          </Part>
        ) : null}
      </Reminder>
    </>
  );
}

/** The sum of several payments to be paid now, and its parts, each with the way to its payment. */
function PartsNow({ now }: { readonly now: readonly PayableNow[] }) {
  const words = useMeWords().dashboard;
  return (
    <>
      <p className="text-ink">{words.nowInAll(formatRupees(totalOf(now)))}</p>
      <ul>
        {now.map(({ payment, paise, sums: { isDemanded, chargesPaise } }) => {
          const card = maskedCardLabel(payment.bankName, payment.cardMasked);
          const kind = isDemanded ? (chargesPaise > 0 ? 'both' : 'instalment') : 'charges';
          return (
            <li key={payment.id}>
              <TextLink to={to('/dashboard/payments/:id', { id: payment.id })}>
                {words.partNow[kind](formatRupees(paise), card)}
              </TextLink>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Amber is a date that comes near, and green money that arrived: before the first bill there is neither. */
const TONES = { due: 'text-due-ink', ok: 'text-ok', none: 'text-ink-3' } as const;

/** The reminder's own words: small, as the sum and its day stand above them. */
function Reminder({
  children,
  tone = 'due',
}: {
  readonly children: ReactNode;
  readonly tone?: keyof typeof TONES;
}) {
  const words = useMeWords().dashboard;
  const Icon = tone === 'ok' ? CircleCheck : Clock;
  return (
    <section className="flex gap-2 text-small text-ink-2">
      <Icon aria-hidden="true" className={clsx('mt-0.5 size-5 shrink-0', TONES[tone])} />
      <div className="min-w-0">
        <h2 className="font-semibold text-ink">{words.reminderTitle}</h2>
        {children}
      </div>
    </section>
  );
}

function chargesText(charged: Payment, words: MeWords['dashboard']): string {
  const { chargesPaise, bothPaise, isDemanded, count } = dueSums(charged);
  const charges = formatRupees(chargesPaise);
  if (isDemanded && count > 1) return words.manyDue(count, charges, formatRupees(bothPaise));
  return isDemanded ? words.chargesToo(charges, formatRupees(bothPaise)) : words.chargesAlone(charges);
}

/** Whether autopay takes care of it, or could not. */
function AutopayLine({
  next,
  mandate,
}: {
  readonly next: DueInstalment;
  readonly mandate: Mandate | undefined;
}) {
  const words = useMeWords().dashboard.autopay;
  const write = useDashboardDates();
  const debit = comingDebit(mandate);
  const isItsDebit = debit?.instalment === next.number;
  const hasFailed = mandate?.lastDebit?.state === 'failed' && mandate.lastDebit.instalment === next.number;
  if (isItsDebit && isAsked(debit)) return <p>{words.underWay}</p>;
  const date = isItsDebit ? write(debit.on) : undefined;
  if (hasFailed) return <p>{date === undefined ? words.failed : words.failedAgain(date)}</p>;
  if (mandate?.status === 'paused') return <p>{words.paused}</p>;
  return date === undefined ? null : <p>{words.collects(date)}</p>;
}

interface PayLinkProps extends Pick<NextProps, 'next'> {
  /** A payment with charges; of several to be paid now the first one. */
  readonly charged: Payment | undefined;
  /** Autopay will collect it: to pay it by hand is possible, not asked for. */
  readonly isCollected: boolean;
}

function isCollected(next: DueInstalment | undefined, mandate: Mandate | undefined): boolean {
  return next !== undefined && comingDebit(mandate)?.instalment === next.number;
}

/** Pays what the reminder names; charges come before an instalment that is not due yet. */
function PayLink({ next, charged, isCollected }: PayLinkProps) {
  const words = useMeWords().dashboard;
  if (charged !== undefined) {
    const { chargesPaise, bothPaise, isDemanded } = dueSums(charged);
    const [label, paise] =
      chargesPaise === 0
        ? [words.pay, charged.nextDue?.amountPaise ?? bothPaise]
        : isDemanded
          ? [words.payBoth, bothPaise]
          : [words.payCharges, chargesPaise];
    return (
      <LinkButton
        to={to('/dashboard/payments/:id', { id: charged.id, query: { repay: 'due' } })}
        className="grow"
      >
        {label(formatRupees(paise))}
      </LinkButton>
    );
  }
  if (next === undefined) return null;
  return (
    <LinkButton
      to={to('/dashboard/payments/:id', {
        id: next.paymentId,
        query: { repay: next.isAgreed ? 'due' : 'next' },
      })}
      className="grow"
      tone={isCollected ? 'secondary' : 'primary'}
    >
      {words.pay(formatRupees(next.duePaise))}
    </LinkButton>
  );
}

interface NextRepaymentProps extends Pick<NextProps, 'next' | 'now'> {
  /** Bills of saved cards that their banks still want: not everything is paid then. */
  readonly openBillCount: number;
  /** Nothing is due on any saved card. Where that is not known, it is not said. */
  readonly areAllPaid: boolean;
}

/** The one thing the page is for: what is to be paid now, with its charges, or else what is owed next, and by when. */
export function NextRepayment({ next, now, openBillCount, areAllPaid }: NextRepaymentProps) {
  const words = useMeWords().dashboard;
  const isSummed = now.length > 1 || now.some(({ sums }) => sums.chargesPaise > 0);
  if (next === undefined && !isSummed) {
    return (
      <section>
        <h2 className="text-small text-ink-2">{words.nextRepayment}</h2>
        <p className="text-section font-semibold">{words.noPending}</p>
        <p className="text-small text-ink-2">
          {openBillCount > 0
            ? words.billsOpen(openBillCount)
            : areAllPaid
              ? words.allPaid
              : words.nothingOwed}
        </p>
      </section>
    );
  }
  const isDated = next !== undefined && (!isSummed || isDue(next));
  const isOneCard = now.length < 2 && (!isSummed || now[0]?.payment.id === next?.paymentId);
  return (
    <section className="flex flex-col gap-1">
      <h2 className="text-small text-ink-2">{words.nextRepayment}</h2>
      <p>
        <Money paise={isSummed ? totalOf(now) : (next?.duePaise ?? 0)} size="hero" />
      </p>
      {isDated ? <DueLine next={next} /> : <p className="font-medium">{words.chargesLeft}</p>}
      {next !== undefined && isOneCard ? (
        <p className="flex items-center gap-2 text-small text-ink-2">
          <CardChip bankName={next.bankName} />
          {maskedCardLabel(next.bankName, next.cardMasked)}
        </p>
      ) : null}
    </section>
  );
}

function DueLine({ next }: { readonly next: DueInstalment }) {
  const words = useMeWords().dashboard;
  const write = useDashboardDates();
  const isOverdue = next.status === 'overdue';
  const days = daysBetween(today(), businessDate(next.dueDate));
  return (
    <p className={clsx('flex flex-wrap items-center gap-x-1.5 font-medium', isOverdue && 'text-bad-ink')}>
      {isOverdue ? <TriangleAlert aria-hidden="true" className="size-5" /> : null}
      <span>{(isOverdue ? words.wasDueOn : words.dueOn)(write(next.dueDate))}</span>
      <span className="font-normal">· {days < 0 ? words.daysAgo(-days) : words.inDays(days)}</span>
    </p>
  );
}
