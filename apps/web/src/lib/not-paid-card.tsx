import type { Payment } from '@mohlat/contract';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { to } from './addresses.ts';
import { bothHalves, reasonText } from './bill-status.ts';
import { useGlossary } from './glossary.ts';
import { useNotPaidWords } from './not-paid.words.ts';

/** True where the bill was not paid or came back: no loan, so what was agreed on is no longer owed. */
export function isNotPaid({ billStatus }: Pick<Payment, 'billStatus'>): boolean {
  return billStatus === 'failed' || billStatus === 'reversed';
}

interface NotPaidCardProps {
  readonly payment: Payment;
  /** Says why as well; not where it may be paid after all, since the reason was wrong then. */
  readonly hasReason?: boolean;
}

/** The next step after a bill that was not paid or came back; no second payment while it may be paid after all. Rule: LEND-X5 */
export function NotPaidCard({ payment, hasReason = false }: NotPaidCardProps) {
  const glossary = useGlossary();
  const words = useNotPaidWords();
  const { billStatus, failureReason, lateSuccess } = payment;
  const isLate = lateSuccess !== null;
  return (
    <Card title={isLate ? words.lateTitle : bothHalves(payment, glossary)}>
      {hasReason && failureReason !== undefined && !isLate ? (
        <p>{reasonText(failureReason, glossary)}</p>
      ) : null}
      <p className="text-ink-2">
        {isLate ? words.late : billStatus === 'reversed' ? words.reversed : words.failed}
      </p>
      {isLate ? null : (
        <LinkButton to={to('/dashboard/pay-bill')} size="medium" className="mt-4">
          {words.tryAgain}
        </LinkButton>
      )}
    </Card>
  );
}
