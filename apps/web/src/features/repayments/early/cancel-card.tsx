import type { Payment } from '@mohlat/contract';
import { CoolingClock } from '../../../lib/cooling-clock.tsx';
import { formatRupees } from '../../../lib/format.ts';
import { usePaymentDay } from '../../../lib/payment-day.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useCancelWords } from './cancel.words.ts';
import { usePlanDates } from '../plan-dates.ts';

interface CancelCardProps {
  readonly payment: Payment;
  readonly cancel: NonNullable<Payment['cancel']>;
  readonly onAsk: () => void;
}

/** The way out while there is one: what it costs today, and until when. Nothing that ends a plan costs less. Rule: LEND-8 */
export function CancelCard({ payment, cancel, onAsk }: CancelCardProps) {
  const words = useCancelWords();
  const write = usePlanDates(payment);
  const { readAgain } = usePaymentDay(payment.id);
  return (
    <Card title={words.title} description={words.text(formatRupees(cancel.amountPaise), write(cancel.until))}>
      <p className="mb-3 text-small">
        <CoolingClock until={cancel.until} onNewDay={() => void readAgain()} />
      </p>
      <Button size="medium" onClick={onAsk}>
        {words.button}
      </Button>
    </Card>
  );
}
