import type { Payment } from '@mohlat/contract';
import { formatRupees } from '../../../lib/format.ts';
import { usePartWords } from '../early/part.words.ts';
import { usePlanDates } from '../plan-dates.ts';
import { useRepaymentsWords } from '../repayments.words.ts';

/** Lists how the schedule became less than agreed, oldest first: parts paid early, and what was let off, which a row counts as paid. */
export function ChangedLines({ payment }: { readonly payment: Payment }) {
  const part = usePartWords();
  const words = useRepaymentsWords().plan;
  const write = usePlanDates(payment);
  const lines = [
    ...payment.partPrepayments.map((one) => ({
      on: one.on,
      text: part.history(
        write(one.on),
        formatRupees(one.instalmentBeforePaise),
        formatRupees(one.instalmentAfterPaise),
      ),
    })),
    ...payment.waived.map(({ on, instalment, component, amountPaise }) => ({
      on,
      text: words.waived(write(on), formatRupees(amountPaise), words.waivedParts[component], instalment),
    })),
  ].toSorted((one, other) => one.on.localeCompare(other.on));
  if (lines.length === 0) return null;
  return (
    <ul className="mb-3 text-small text-ink-2">
      {lines.map(({ text }, index) => (
        <li key={index}>{text}</li>
      ))}
    </ul>
  );
}
