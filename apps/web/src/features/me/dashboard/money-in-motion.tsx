import type { Payment, Repayment } from '@mohlat/contract';
import { isInMotion } from '../../../lib/bill-status.ts';
import { formatInstant, formatRupees, maskedCardLabel } from '../../../lib/format.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useMeWords } from '../me.words.ts';
import { to } from '../../../lib/addresses.ts';

interface MoneyInMotionProps {
  readonly payments: readonly Payment[];
  /** The newest of all payments. */
  readonly repayments: readonly Repayment[];
}

/** Bills and repayments that have not settled stand above everything else, each with the way to follow it. */
export function MoneyInMotion({ payments, repayments }: MoneyInMotionProps) {
  return (
    <>
      <BillsInMotion payments={payments} />
      {repayments
        .filter(({ status }) => status === 'unknown')
        .map((repayment) => (
          <RepaymentInMotion
            key={repayment.id}
            repayment={repayment}
            payment={payments.find(({ id }) => id === repayment.paymentId)}
          />
        ))}
    </>
  );
}

interface RepaymentInMotionProps {
  readonly repayment: Repayment;
  readonly payment: Payment | undefined;
}

/** A repayment whose outcome is unknown: the button under it would begin another one. */
function RepaymentInMotion({ repayment, payment }: RepaymentInMotionProps) {
  const words = useMeWords().dashboard;
  const { id, paymentId, amountPaise } = repayment;
  return (
    <Notice
      tone="due"
      isLive
      title={words.repaymentUnknown(formatRupees(amountPaise))}
      actions={
        <LinkButton
          to={to('/dashboard/payments/:id', { id: paymentId, query: { repayment: id } })}
          size="medium"
          tone="secondary"
        >
          {words.motionFollow}
        </LinkButton>
      }
    >
      {payment === undefined ? null : <p>{maskedCardLabel(payment.bankName, payment.cardMasked)}</p>}
      <p>{words.motionSafe}</p>
    </Notice>
  );
}

function BillsInMotion({ payments }: Pick<MoneyInMotionProps, 'payments'>) {
  const words = useMeWords().dashboard;
  const glossary = useGlossary();
  const { language } = useLanguage();
  return payments
    .filter((payment) => isInMotion(payment.billStatus))
    .map((payment) => (
      <Notice
        key={payment.id}
        tone={payment.billStatus === 'unknown' ? 'due' : 'info'}
        isLive
        title={glossary.bill[payment.billStatus](payment.bankName)}
        actions={
          <LinkButton
            to={to('/dashboard/payment-success', { query: { id: payment.id } })}
            size="medium"
            tone="secondary"
          >
            {words.motionFollow}
          </LinkButton>
        }
      >
        <p>
          {formatRupees(payment.amountPaise)} · {maskedCardLabel(payment.bankName, payment.cardMasked)}
          <span className="max-md:hidden"> · </span>
          <span className="block md:inline-block">{formatInstant(payment.date, language)}</span>
        </p>
        <p>{words.motionSafe}</p>
      </Notice>
    ));
}
