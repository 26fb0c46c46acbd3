import type { Payment, PaymentStatus } from '@mohlat/contract';
import { StatusLine } from '../ui/status-line.tsx';
import { StatusTag } from '../ui/status.tsx';
import { bothHalves, STATUS_TONES } from './bill-status.ts';
import { useGlossary } from './glossary.ts';

interface BothTruthsProps {
  readonly status: PaymentStatus;
  /** The word of the status; the glossary's when there is none. */
  readonly word?: string;
  /** Undefined when it is not known: then the status stands alone. */
  readonly payment: Payment | undefined;
  /** In a list, where a badge on every line would be all that is seen. */
  readonly isQuiet?: boolean;
}

/** A status, and beside it what it means for this payment: "Pending" alone reads as if the bill were not paid. */
export function BothTruths({ status, word, payment, isQuiet = false }: BothTruthsProps) {
  const glossary = useGlossary();
  const Status = isQuiet ? StatusLine : StatusTag;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Status tone={STATUS_TONES[status]}>{word ?? glossary.status[status]}</Status>
      {payment === undefined ? null : (
        <span className={isQuiet ? 'text-small text-ink-2' : 'text-small font-medium text-ink'}>
          {bothHalves(payment, glossary)}
        </span>
      )}
    </span>
  );
}
