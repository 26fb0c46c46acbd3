import type { Payment } from '@mohlat/contract';
import { useState } from 'react';
import { formatRupees } from '../../../lib/format.ts';
import { useOnline } from '../../../lib/online.ts';
import { usePaymentDay } from '../../../lib/payment-day.ts';
import { paidSoFar } from '../../../lib/repaid.ts';
import { FactList } from '../../../ui/card.tsx';
import { FormDialog } from '../../../ui/dialog.tsx';
import { useErrorTitle } from '../../../ui/error-title.ts';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useCancelWords } from './cancel.words.ts';
import { OnItsWay } from '../repay/on-its-way.tsx';
import type { RepayState } from '../repay/use-repay.ts';

interface CancelDialogProps {
  readonly payment: Payment;
  readonly cancel: NonNullable<Payment['cancel']>;
  readonly repay: RepayState;
  readonly onClose: () => void;
  readonly onStarted: () => void;
}

/** Shows the cost of cancelling, line by line, before the payment starts at the bank. */
export function CancelDialog({ payment, cancel, repay, onClose, onStarted }: CancelDialogProps) {
  const words = useCancelWords();
  const isOnline = useOnline();
  const { isOfToday, readAgain } = usePaymentDay(payment.id);
  const [isNewDay, setIsNewDay] = useState(false);
  // Each day used costs more: a sum of the day before is not what would be asked for.
  const submit = () => {
    setIsNewDay(!isOfToday());
    if (isOfToday()) repay.cancel(onStarted);
    else void readAgain();
  };
  useErrorTitle(repay.startProblem !== undefined);
  const repaidPaise = paidSoFar(payment);
  const tooMuchPaise = cancel.refundPaise - cancel.amountPaise;
  const money = (paise: number) => <Money paise={paise} decimals="always" />;
  return (
    <FormDialog
      title={words.ask}
      description={words.means(payment.bankName)}
      closeLabel={words.close}
      cancel={words.keep}
      submit={words.pay(formatRupees(cancel.amountPaise))}
      pending={words.opening}
      isPending={repay.isStarting}
      isDisabled={!isOnline}
      onSubmit={submit}
      onClose={onClose}
    >
      {repay.startProblem === undefined ? null : (
        <Notice tone="bad" isLive title={words.failed}>
          {repay.startProblem}
        </Notice>
      )}
      {isNewDay ? <Notice tone="info" isLive title={words.newDay} /> : null}
      <OnItsWay paymentId={payment.id} />
      <FactList
        facts={[
          { label: words.bill, value: money(payment.amountPaise) },
          { label: words.days, value: money(cancel.chargePaise) },
          { label: words.fee, value: money(0) },
          ...(repaidPaise > 0 ? [{ label: words.repaid, value: money(-repaidPaise) }] : []),
          { label: words.total, value: money(cancel.amountPaise) },
        ]}
      />
      {tooMuchPaise <= 0 ? null : <Notice tone="info">{words.least(formatRupees(tooMuchPaise))}</Notice>}
    </FormDialog>
  );
}
