import { present } from '../present.ts';
import { assertEcho, stringAt } from '../transport.ts';
import type { Bill, Biller, BillerLimit, BillPayState, BillPayStateName, ExpectedPayment } from './port.ts';
import { billFailure } from './failures.ts';
import type { WireBiller, WirePayAnswer, WireTransaction } from './wire.ts';

const STATES = {
  Processing: 'processing',
  Success: 'success',
  Failure: 'failure',
  // The list says Error where the enquiry says Failure.
  Error: 'failure',
  Credit_Adjustment: 'adjusted',
} as const satisfies Record<string, BillPayStateName>;

/** The channel we pay by: the internet. */
export const CHANNEL = 'INT';

const REFUNDS = { Required: 'required', Requested: 'requested', Processed: 'processed' } as const;

/** `mode`: the one we pay by. */
export function toBiller(w: WireBiller, mode: string): Biller {
  const fee = w.interchangeFee.find((f) => f.feeCode === 'CCF1' && f.feeDirection === 'C2B');
  const slabs = fee?.interchangeFeeDetailsV2.length
    ? fee.interchangeFeeDetailsV2
    : fee?.interchangeFeeDetails;
  return {
    id: w.id,
    name: w.name,
    status: w.status,
    category: w.categoryName,
    params: w.customerParams.map((p) => ({
      name: p.paramName,
      dataType: p.dataType,
      isOptional: p.optional ?? false,
      isVisible: p.visibility ?? true,
      ...present({ minLength: p.minLength, maxLength: p.maxLength, regex: p.regex, values: p.values }),
    })),
    fetchKind: w.fetchApiType,
    responseKind: w.responseType === 'LIST' ? 'list' : 'single',
    limit: limitOf(w, mode),
    convenienceFee: (slabs ?? []).map((s) => ({
      from: s.tranAmtRangeMin ?? 0,
      flat: s.flatFee,
      percent: String(s.percentFee),
      ...present({ to: s.tranAmtRangeMax }),
    })),
    ...present({ exactness: w.exactness }),
  };
}

/** A biller that does not list our mode or channel says nothing of it: the payment finds out. */
function limitOf(w: WireBiller, mode: string): BillerLimit {
  const ours = [
    w.paymentModes.find((one) => one.paymentMode === mode),
    w.paymentChannels.find((one) => one.paymentChannel === CHANNEL),
  ];
  const least = ours.flatMap((one) => one?.minLimit ?? []);
  const most = ours.flatMap((one) => one?.maxLimit ?? []);
  return {
    ...(least.length > 0 ? { min: Math.max(...least) } : {}),
    ...(most.length > 0 ? { max: Math.min(...most) } : {}),
  };
}

type WireBill = {
  amount: number;
  paymentOptions: {
    name: string;
    amount: number | undefined;
    minAmount: number | undefined;
    maxAmount: number | undefined;
    amountMultiple: number | undefined;
  }[];
  minAmount: number | undefined;
  maxAmount: number | undefined;
  amountMultiple: number | undefined;
  billDate: string | undefined;
  dueDate: string | undefined;
  billNumber: string | undefined;
  billPeriod: string | undefined;
  customerName: string | undefined;
};

export function toBill(w: WireBill): Bill {
  const minimumDue = w.paymentOptions.find((o) => /^min/i.test(o.name))?.amount;
  return {
    amount: w.amount,
    options: w.paymentOptions.map((o) => ({
      name: o.name,
      ...present({ amount: o.amount, min: o.minAmount, max: o.maxAmount, multipleOf: o.amountMultiple }),
    })),
    ...present({
      minimumDue,
      billNumber: w.billNumber,
      billDate: w.billDate,
      dueDate: w.dueDate,
      billPeriod: w.billPeriod,
      customerName: w.customerName,
      minAmount: w.minAmount,
      maxAmount: w.maxAmount,
      multipleOf: w.amountMultiple,
    }),
  };
}

/** Compares reference, key and amount with what was submitted. Throws: ProviderContractDrift. */
export function toPayState({ data }: WirePayAnswer, payRef: string, expected: ExpectedPayment): BillPayState {
  const at = { provider: 'setu_billpay', op: 'getPayment' } as const;
  assertEcho(at, 'data.refId', payRef, data.refId);
  assertEcho(at, 'data.paymentDetails.paymentRefId', expected.paymentKey, data.paymentDetails.paymentRefId);
  assertEcho(at, 'data.paymentDetails.amount', expected.amount, data.paymentDetails.amount);
  const state = STATES[data.status];
  return {
    state,
    payRef: data.refId,
    amount: data.paymentDetails.amount,
    paymentKey: data.paymentDetails.paymentRefId,
    ...present({
      // Until the end is known the timestamp is only the one we sent.
      paidAt: state === 'processing' ? undefined : data.paymentDetails.timestamp,
      providerTxnId: data.transactionId,
      billerRef: data.billerRefId,
      billerId: data.billerId,
      failure: state === 'failure' ? billFailure(data.failureReason) : undefined,
    }),
  };
}

/** True of a row that names another payment: whatever else it says, it is not about this one. */
export function isOfAnother(row: unknown, paymentKey: string): boolean {
  const key = stringAt(row, 'paymentRefId');
  return key !== undefined && key !== paymentKey;
}

export function rowToPayState(row: WireTransaction): BillPayState {
  const state = STATES[row.status];
  return {
    state,
    payRef: row.refId,
    amount: row.amount,
    paymentKey: row.paymentRefId ?? '',
    ...present({
      paidAt: state === 'processing' ? undefined : row.timestamp,
      providerTxnId: row.transactionId,
      billerId: row.billerId,
      failure: state === 'failure' ? billFailure(row.failureReason) : undefined,
      refundStatus: row.refundStatus ? REFUNDS[row.refundStatus] : undefined,
    }),
  };
}
