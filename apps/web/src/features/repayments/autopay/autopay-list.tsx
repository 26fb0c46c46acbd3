import type { Mandate, Payment } from '@mohlat/contract';
import { isCollectable, isStandingMandate, mandateOf } from '../../../lib/autopay.ts';
import { formatRupees, istDateOf, maskedCardLabel } from '../../../lib/format.ts';
import { LinkButton, TextLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { StatusTag } from '../../../ui/status.tsx';
import { debitSentence, MANDATE_TONES } from './autopay-card.tsx';
import { useAutopayWords } from './autopay.words.ts';
import { usePlanDates } from '../plan-dates.ts';
import { to } from '../../../lib/addresses.ts';

interface AutopayListProps {
  readonly payments: readonly Payment[];
  readonly mandates: readonly Mandate[];
}

/** Lists the payments with something left to repay that have a mandate or can get one, with their next debit. */
export function AutopayList({ payments, mandates }: AutopayListProps) {
  const words = useAutopayWords();
  const owing = payments.filter(
    (payment) =>
      payment.outstandingPaise > 0 &&
      (isCollectable(payment) || mandateOf(payment.id, mandates) !== undefined),
  );
  const write = usePlanDates(...owing);
  if (owing.length === 0) return null;
  return (
    <Card title={words.title} description={words.listText} padding="flush">
      <ul className="ruled mt-2">
        {owing.map((payment) => (
          <li key={payment.id}>
            <AutopayLine payment={payment} mandate={mandateOf(payment.id, mandates)} write={write} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface AutopayLineProps {
  readonly payment: Payment;
  readonly mandate: Mandate | undefined;
  /** Writes its dates as those of the whole list. */
  readonly write: (date: string) => string;
}

function AutopayLine({ payment, mandate, write }: AutopayLineProps) {
  const words = useAutopayWords();
  const card = maskedCardLabel(payment.bankName, payment.cardMasked);
  const amount = formatRupees(payment.amountPaise);
  const isShown = mandate !== undefined && isStandingMandate(mandate);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 md:px-5">
      <span className="flex min-w-0 flex-col items-start gap-1">
        <TextLink to={to('/dashboard/payments/:id', { id: payment.id })}>{card}</TextLink>
        <span className="text-small text-ink-2">{words.billOf(amount, write(istDateOf(payment.date)))}</span>
        {isShown ? (
          <>
            {mandate.status === 'active' ? (
              <span className="text-small">{debitSentence(payment, mandate, words, write)}</span>
            ) : null}
            <StatusTag tone={MANDATE_TONES[mandate.status]}>{words.states[mandate.status]}</StatusTag>
          </>
        ) : (
          <StatusTag tone="neutral">{words.off}</StatusTag>
        )}
      </span>
      {isShown || !isCollectable(payment) ? null : (
        <LinkButton
          to={to('/dashboard/payments/:id', { id: payment.id, query: { autopay: 'set-up' } })}
          size="medium"
          tone="secondary"
          aria-label={words.setUpFor(`${card}, ${amount}`)}
        >
          {words.setUp}
        </LinkButton>
      )}
    </div>
  );
}
