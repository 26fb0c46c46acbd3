import type { Payment } from '@mohlat/contract';
import { lazy, Suspense } from 'react';
import { RepayDialog } from '../repay/repay-dialog.tsx';
import type { Asking } from '../repay/use-asking.ts';
import type { RepayState } from '../repay/use-repay.ts';

const CancelDialog = lazy(() =>
  import('../early/cancel-dialog.tsx').then((module) => ({ default: module.CancelDialog })),
);

interface PlanDialogsProps {
  readonly payment: Payment;
  readonly repay: RepayState;
  readonly asking: Asking;
}

/** Repaying a plan, or cancelling it: one of the two at a time. */
export function PlanDialogs({ payment, repay, asking }: PlanDialogsProps) {
  const { choice, isCancelling, askToCancel, close, started } = asking;
  const { cancel } = payment;
  return (
    <>
      {choice === undefined || payment.outstandingPaise === 0 ? null : (
        <RepayDialog
          payment={payment}
          initial={choice}
          repay={repay}
          onClose={close}
          onStarted={started}
          onCancelPlan={askToCancel}
        />
      )}
      {cancel !== null && isCancelling ? (
        <Suspense>
          <CancelDialog payment={payment} cancel={cancel} repay={repay} onClose={close} onStarted={started} />
        </Suspense>
      ) : null}
    </>
  );
}
