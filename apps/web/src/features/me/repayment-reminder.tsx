import type { AnswerOf, getSchedule } from '@mohlat/contract';
import { formatDate, formatRupees, maskedCardLabel } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useMeWords } from './me.words.ts';

type DueInstalment = AnswerOf<typeof getSchedule>['items'][number];

interface NextProps {
  readonly next: DueInstalment | undefined;
}

/** The specification's reminder: what is due, when, and the way to pay it. */
export function ReminderBanner({ next }: NextProps) {
  const words = useMeWords().dashboard;
  const { language } = useLanguage();
  if (next === undefined) {
    return (
      <Notice tone="ok" title={words.reminderTitle}>
        {words.nothingPending}
      </Notice>
    );
  }
  const amount = formatRupees(next.duePaise);
  const date = formatDate(next.dueDate, language);
  const isOverdue = next.status === 'overdue';
  return (
    <Notice
      tone={isOverdue ? 'bad' : 'due'}
      title={words.reminderTitle}
      actions={
        <>
          <LinkButton to={`/dashboard/payments/${next.paymentId}?repay=next`} size="medium">
            {words.pay(amount)}
          </LinkButton>
          <LinkButton to="/dashboard/payments" size="medium" tone="quiet">
            {words.viewDetails}
          </LinkButton>
        </>
      }
    >
      <p className="text-body text-ink">
        {isOverdue ? words.overdue(amount, date) : words.reminder(amount, date)}
      </p>
      {isOverdue ? <p>{words.overdueHelp}</p> : null}
    </Notice>
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
