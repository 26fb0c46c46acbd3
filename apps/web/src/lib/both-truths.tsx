import type { Payment, PaymentStatus } from '@mohlat/contract';
import { StatusTag } from '../ui/status.tsx';
import { bothHalves, STATUS_TONES } from './bill-status.ts';
import { useGlossary } from './glossary.ts';

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
