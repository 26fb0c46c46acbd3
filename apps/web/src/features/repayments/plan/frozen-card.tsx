import type { Payment } from '@mohlat/contract';
import { Card } from '../../../ui/card.tsx';
import { usePlanDates } from '../plan-dates.ts';
import { useRepaymentsWords } from '../repayments.words.ts';

/** Why nothing is asked for, and what to look at meanwhile. Rule: LEND-X10 */
export function FrozenCard({ payment }: { readonly payment: Payment }) {
  const words = useRepaymentsWords().plan;
  const write = usePlanDates(payment);
  const { bankName, frozen } = payment;
  if (frozen === null) return null;
  return (
    <Card>
      <p className="text-section font-semibold">{words.frozenTitle}</p>
      <p className="text-ink-2">{words.frozen(bankName, write(frozen.since))}</p>
      <p className="mt-2 text-ink-2">{words.frozenCard}</p>
    </Card>
  );
}
