import type { AnswerOf, getSchedule, Mandate, Payment } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { comingDebit } from '../../lib/autopay.ts';
import { dueSums, unpaidCharges } from '../../lib/due-sums.ts';
import { formatDate, formatRupees, maskedCardLabel } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { hardshipQuery } from '../../lib/queries.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useMeWords } from './me.words.ts';
import type { MeWords } from './words.en.ts';

type DueInstalment = AnswerOf<typeof getSchedule>['items'][number];

interface NextProps {
  readonly next: DueInstalment | undefined;
  /** How autopay of its payment stands; undefined where there is none. */
  readonly mandate: Mandate | undefined;
}

interface ReminderProps extends NextProps {
  readonly payments: readonly Payment[];
  /** Paise of other payments due the same day, or due already like the next one. */
  readonly otherPaise: number;
}

const isDue = ({ status }: DueInstalment) => status === 'overdue' || status === 'due';

/** What is due besides the next instalment, of other payments; paise. One sum alone would hide the others. */
export function dueBesides([next, ...others]: readonly DueInstalment[]): number {
  return others
    .filter((one) => one.paymentId !== next?.paymentId && (isDue(one) || one.dueDate === next?.dueDate))
    .reduce((sum, one) => sum + one.duePaise, 0);
}

/** The payment whose late charges the reminder names: that of the instalment; any other only while none is due. */
function withCharges(next: DueInstalment | undefined, payments: readonly Payment[]): Payment | undefined {
  const owing = payments.filter((payment) => unpaidCharges(payment) > 0);
  const own = owing.find((payment) => payment.id === next?.paymentId);
  return own ?? (next !== undefined && isDue(next) ? undefined : owing[0]);
}

/** The specification's reminder: what is due, when, and the way to pay it, with the late charges it has met. */
export function ReminderBanner({ next, mandate, payments, otherPaise }: ReminderProps) {
  const words = useMeWords().dashboard;
  const { language } = useLanguage();
  const charged = withCharges(next, payments);
  if (next === undefined && charged === undefined) {
    return (
      <Notice tone="ok" title={words.reminderTitle}>
        {words.nothingPending}
      </Notice>
    );
  }
  const isAsked = isCollected(next, mandate) && comingDebit(mandate)?.state === 'presented';
  // While the bank owes its answer nothing counts as late.
  const isOverdue = next?.status === 'overdue' && !isAsked;
  return (
    <Notice
      tone={isOverdue ? 'bad' : 'due'}
      title={words.reminderTitle}
      actions={
        <>
          <PayLink next={next} charged={charged} isCollected={isCollected(next, mandate)} />
          <LinkButton to="/dashboard/payments" size="medium" tone="quiet">
            {words.viewDetails}
          </LinkButton>
        </>
      }
    >
      {next === undefined ? null : (
        <p className="text-body text-ink">
          {(isOverdue ? words.overdue : words.reminder)(
            formatRupees(next.duePaise),
            formatDate(next.dueDate, language),
          )}
        </p>
      )}
      {next === undefined ? null : <AutopayLine next={next} mandate={mandate} />}
      {charged === undefined ? null : <p className="text-body text-ink">{chargesText(charged, words)}</p>}
      {otherPaise === 0 ? null : (
        <p className="text-body text-ink">
          {(isOverdue ? words.alsoDue : words.alsoThatDay)(formatRupees(otherPaise))}
        </p>
      )}
      {isOverdue ? <OverdueHelp paymentId={next.paymentId} /> : null}
    </Notice>
  );
}

/** Charges are not threatened where they rest. Rule: LEND-23 */
function OverdueHelp({ paymentId }: { readonly paymentId: string }) {
  const words = useMeWords().dashboard;
  const { language } = useLanguage();
  const { data, isPending } = useQuery(hardshipQuery(paymentId));
  if (isPending) return null;
  const until = data?.hardship?.untilDate;
  return <p>{until === undefined ? words.overdueHelp : words.hardship(formatDate(until, language))}</p>;
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
  const { language } = useLanguage();
  const debit = comingDebit(mandate);
  const isItsDebit = debit?.instalment === next.number;
  const hasFailed = mandate?.lastDebit?.state === 'failed' && mandate.lastDebit.instalment === next.number;
  if (isItsDebit && (debit.state === 'presented' || debit.state === 'review')) return <p>{words.underWay}</p>;
  const date = isItsDebit ? formatDate(debit.on, language) : undefined;
  if (hasFailed) return <p>{date === undefined ? words.failed : words.failedAgain(date)}</p>;
  if (mandate?.status === 'paused') return <p>{words.paused}</p>;
  return date === undefined ? null : <p>{words.collects(date)}</p>;
}

interface PayLinkProps extends Pick<NextProps, 'next'> {
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
    return (
      <LinkButton to={`/dashboard/payments/${charged.id}?repay=due`} size="medium">
        {isDemanded ? words.payBoth(formatRupees(bothPaise)) : words.payCharges(formatRupees(chargesPaise))}
      </LinkButton>
    );
  }
  if (next === undefined) return null;
  return (
    <LinkButton
      to={`/dashboard/payments/${next.paymentId}?repay=next`}
      size="medium"
      tone={isCollected ? 'secondary' : 'primary'}
    >
      {words.pay(formatRupees(next.duePaise))}
    </LinkButton>
  );
}

export function NextRepayment({ next, mandate }: NextProps) {
  const words = useMeWords().dashboard;
  const { language } = useLanguage();
  return (
    <Card title={words.nextRepayment}>
      {next === undefined ? (
        <>
          <p className="font-semibold">{words.noPending}</p>
          <p className="text-ink-2">{words.allPaid}</p>
        </>
      ) : (
        <>
          <p className="text-title font-semibold">
            <Money paise={next.duePaise} />
          </p>
          <p className="text-ink-2">
            {(next.status === 'overdue' ? words.wasDueOn : words.dueOn)(formatDate(next.dueDate, language))}
          </p>
          <p className="text-small text-ink-3">{maskedCardLabel(next.bankName, next.cardMasked)}</p>
          <div className="mt-1 text-small text-ink-2">
            <AutopayLine next={next} mandate={mandate} />
          </div>
        </>
      )}
    </Card>
  );
}
