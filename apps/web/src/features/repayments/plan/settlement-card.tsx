import type { Payment } from '@mohlat/contract';
import { formatRupees } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { OnItsWay } from '../repay/on-its-way.tsx';
import { payLabel } from '../repay/repay-dialog.tsx';
import { usePlanDates } from '../plan-dates.ts';
import { useRepaymentsWords } from '../repayments.words.ts';
import { useSettlementWords } from './settlement.words.ts';
import type { RepayState } from '../repay/use-repay.ts';

interface Props {
  readonly payment: Payment;
  readonly settlement: NonNullable<Payment['settlement']>;
  readonly repay: RepayState;
}

/**
 * A lower sum was agreed: how much of it is left, until when, and the way to pay it. While the answer of a repayment is lost, that one
 * is sent again.
 */
export function SettlementCard({ payment, settlement, repay }: Props) {
  const words = useSettlementWords();
  const write = usePlanDates(payment);
  const { repay: repayWords } = useRepaymentsWords();
  const { lost } = repay;
  const problem =
    repay.startProblem ?? (lost === undefined || repay.isStarting ? undefined : repayWords.lost);
  const { agreedPaise, restPaise, payBy } = settlement;
  const rest = formatRupees(restPaise);
  return (
    <Card title={words.title(rest, write(payBy))}>
      {restPaise < agreedPaise ? (
        <p className="text-ink-2">{words.partly(formatRupees(agreedPaise))}</p>
      ) : null}
      <p className="text-ink-2">{words.text}</p>
      <OnItsWay paymentId={payment.id} />
      {problem === undefined ? null : <Notice tone="bad" title={problem} isLive />}
      <div className="mt-4">
        <Button
          isPending={repay.isStarting}
          onClick={() => (lost === undefined ? repay.start(restPaise, () => {}) : repay.sendAgain(() => {}))}
        >
          {lost === undefined ? words.pay(rest) : payLabel(lost.amountPaise, lost.cover, repayWords)}
        </Button>
      </div>
    </Card>
  );
}
