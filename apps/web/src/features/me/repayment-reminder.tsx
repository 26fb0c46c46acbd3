import type { AnswerOf, getSchedule, Payment } from '@mohlat/contract';
import { dueSums, unpaidCharges } from '../../lib/due-sums.ts';
import { formatDate, formatRupees, maskedCardLabel } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useMeWords } from './me.words.ts';
import type { MeWords } from './words.en.ts';

type DueInstalment = AnswerOf<typeof getSchedule>['items'][number];

interface NextProps {
  readonly next: DueInstalment | undefined;
}

interface ReminderProps extends NextProps {
  readonly payments: readonly Payment[];
}

const isDue = ({ status }: DueInstalment) => status === 'overdue' || status === 'due';

/** The payment whose late charges the reminder names: that of the instalment; any other only while none is due. */
function withCharges(next: DueInstalment | undefined, payments: readonly Payment[]): Payment | undefined {
  const owing = payments.filter((payment) => unpaidCharges(payment) > 0);
  const own = owing.find((payment) => payment.id === next?.paymentId);
  return own ?? (next !== undefined && isDue(next) ? undefined : owing[0]);
}

/** The specification's reminder: what is due, when, and the way to pay it, with the late charges it has met. */
export function ReminderBanner({ next, payments }: ReminderProps) {
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
  const isOverdue = next?.status === 'overdue';
  return (
    <Notice
      tone={isOverdue ? 'bad' : 'due'}
      title={words.reminderTitle}
      actions={
        <>
          <PayLink next={next} charged={charged} />
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
      {charged === undefined ? null : <p className="text-body text-ink">{chargesText(charged, words)}</p>}
      {isOverdue ? <p>{words.overdueHelp}</p> : null}
    </Notice>
  );
}

function chargesText(charged: Payment, words: MeWords['dashboard']): string {
  const { chargesPaise, bothPaise, isDemanded } = dueSums(charged);
  const charges = formatRupees(chargesPaise);
  return isDemanded ? words.chargesToo(charges, formatRupees(bothPaise)) : words.chargesAlone(charges);
}

interface PayLinkProps extends NextProps {
  readonly charged: Payment | undefined;
}

/** Pays what the reminder names; charges come before an instalment that is not due yet. */
function PayLink({ next, charged }: PayLinkProps) {
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
    <LinkButton to={`/dashboard/payments/${next.paymentId}?repay=next`} size="medium">
      {words.pay(formatRupees(next.duePaise))}
    </LinkButton>
  );
}

export function NextRepayment({ next }: NextProps) {
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
          <p className="text-ink-2">{words.dueOn(formatDate(next.dueDate, language))}</p>
          <p className="text-small text-ink-3">{maskedCardLabel(next.bankName, next.cardMasked)}</p>
        </>
      )}
    </Card>
  );
}
