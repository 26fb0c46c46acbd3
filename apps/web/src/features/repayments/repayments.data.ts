import {
  cancelPayment,
  confirmRepayment,
  getForeclosure,
  getPartPrepayment,
  getRepayment,
  listRepayments,
  returnRepayment,
  startRepayment,
  type Payment,
  type Repayment,
  type StartedRepayment,
} from '@mohlat/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { today } from '../../lib/format.ts';
import { sendOnce } from '../../lib/intent.ts';
import { keys } from '../../lib/keys.ts';
import type { CheckoutProof } from '../../lib/checkout.ts';

/** The price of closing, for today alone: after midnight in India it is another one. */
export const foreclosureQuery = ({ id, outstandingPaise }: Pick<Payment, 'id' | 'outstandingPaise'>) =>
  queryOptions({
    queryKey: keys.foreclosure(id, outstandingPaise, today()),
    queryFn: ({ signal }) => call(getForeclosure, { params: { id }, signal }),
  });

export const partPrepaymentQuery = (paymentId: string, amountPaise: number) =>
  queryOptions({
    queryKey: keys.partPrepayment(paymentId, amountPaise, today()),
    queryFn: ({ signal }) =>
      call(getPartPrepayment, { params: { id: paymentId }, query: { amountPaise }, signal }),
  });

export const repaymentsQuery = (paymentId: string) =>
  infiniteQueryOptions({
    queryKey: keys.repaymentsOf(paymentId),
    queryFn: ({ pageParam, signal }) =>
      call(listRepayments, {
        query: { paymentId, limit: 50, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });

export const repaymentQuery = (id: string) =>
  queryOptions({
    queryKey: keys.repayment(id),
    queryFn: ({ signal }) => call(getRepayment, { params: { id }, signal }),
  });

/** One order per intent: a press too many or a lost answer opens the same one. */
export function beginRepayment(
  paymentId: string,
  what: {
    readonly amountPaise: number;
    readonly intent?: 'part_prepay';
    readonly rewardIds?: readonly string[];
  },
): Promise<StartedRepayment> {
  const { rewardIds = [], ...rest } = what;
  const body = rewardIds.length === 0 ? rest : { ...rest, rewardIds: [...rewardIds] };
  // A part paid in between leaves the key of a repayment whose answer was lost.
  const name = what.intent === undefined ? 'repay' : 'part';
  return sendOnce(`${name}:${paymentId}`, body, (idempotencyKey) =>
    call(startRepayment, { params: { id: paymentId }, body, idempotencyKey }),
  );
}

export function beginCancelling(paymentId: string): Promise<StartedRepayment> {
  const body = {};
  return sendOnce(`cancel:${paymentId}`, body, (idempotencyKey) =>
    call(cancelPayment, { params: { id: paymentId }, body, idempotencyKey }),
  );
}

/** Asks for what waits for instalments to come, once under one key. */
export function askBack(repaymentId: string): Promise<Repayment> {
  const body = {};
  return sendOnce(`return:${repaymentId}`, body, (idempotencyKey) =>
    call(returnRepayment, { params: { id: repaymentId }, body, idempotencyKey }),
  );
}

export const confirmPaid = (id: string, proof: CheckoutProof) =>
  call(confirmRepayment, { params: { id }, body: proof });
