import type { Payment, PaymentStatus } from '@mohlat/contract';
import { Link } from 'react-router';
import { LedgerRow, StatusLine } from '../ui/ledger-row.tsx';
import { bothHalves, STATUS_TONES } from './bill-status.ts';
import { CardChip } from './card-face.tsx';
import { maskedCardLabel } from './format.ts';
import { useGlossary } from './glossary.ts';
import { to } from './addresses.ts';

interface PaymentRowProps {
  readonly id: string;
  readonly status: PaymentStatus;
  readonly amountPaise: number;
  readonly date: string;
  /** Undefined when it is older than what the list reads. */
  readonly payment: Payment | undefined;
  /** Stands in the place of its card then. */
  readonly description: string;
}

/**
 * A payment in a list, which leads to its plan. A word alone reads as if the bill were not paid, so what it means for this payment
 * stands under it, unless everything is over.
 */
export function PaymentRow({ id, status, amountPaise, date, payment, description }: PaymentRowProps) {
  const glossary = useGlossary();
  return (
    <Link
      to={to('/dashboard/payments/:id', { id })}
      className="block rounded-button py-3 transition-colors hover:bg-sunken"
    >
      <LedgerRow
        {...(payment === undefined ? {} : { mark: <CardChip bankName={payment.bankName} /> })}
        title={payment === undefined ? description : maskedCardLabel(payment.bankName, payment.cardMasked)}
        amountPaise={amountPaise}
        status={<StatusLine tone={STATUS_TONES[status]}>{glossary.status[status]}</StatusLine>}
        date={date}
        {...(payment === undefined || status === 'completed' ? {} : { more: bothHalves(payment, glossary) })}
      />
    </Link>
  );
}
