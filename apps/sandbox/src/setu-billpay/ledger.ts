import { formatIst, istDay } from '../core/time.ts';
import type { World } from '../core/world.ts';
import { CALLBACK_PATH } from './books.ts';
import type { BillPayBooks, FailureReason, PaymentRecord } from './books.ts';
import { traceId } from './errors.ts';
import { BILLER_CLOSED } from './pay-magic.ts';
import type { PayPlan, Step } from './pay-magic.ts';
import type { PayAsk } from './pay-ask.ts';

export type BillPayLedger = {
  /** Takes a payment on, carries out what the plan does at once and plans the rest. */
  commit(ask: PayAsk, plan: PayPlan): PaymentRecord;
  describe(record: PaymentRecord): Record<string, unknown>;
  /** Moves a payment on, as the bank would; used by timers and by people. */
  step(refId: string, step: Step, at: number): PaymentRecord | undefined;
};

function describePayment(record: PaymentRecord) {
  const at = record.execution?.executedAt ?? record.finalAt;
  return {
    status: record.status,
    refId: record.refId,
    transactionId: record.transactionId,
    billerId: record.billerId,
    billerRefId: record.billerRefId,
    paymentDetails: {
      mode: record.mode,
      amount: record.amount,
      paymentRefId: record.paymentRefId,
      timestamp: at === null ? record.requestTimestamp : formatIst(at),
      accountInfo: record.accountInfo,
      ...(record.custConvFee === null ? {} : { custConvFee: record.custConvFee }),
    },
    ...(record.failureReason ? { failureReason: record.failureReason } : {}),
    additionalInfo: [],
  };
}

function succeed(record: PaymentRecord, at: number): PaymentRecord {
  return {
    ...record,
    status: 'Success',
    failureReason: null,
    finalAt: at,
    execution: { status: 'executed', amountPaise: record.amount, executedAt: at },
  };
}

function fail(record: PaymentRecord, reason: FailureReason, at: number): PaymentRecord {
  return { ...record, status: 'Failure', failureReason: reason, finalAt: at };
}

function takeStep(record: PaymentRecord, step: Step, at: number): PaymentRecord {
  switch (step) {
    case 'succeed':
    case 'flip_success':
      return succeed(record, at);
    case 'fail':
      return fail(record, BILLER_CLOSED, at);
    case 'flip_failure':
      return {
        ...fail(record, BILLER_CLOSED, at),
        execution: record.execution && { ...record.execution, status: 'returned' },
      };
    case 'adjust':
      return {
        ...record,
        status: 'Credit_Adjustment',
        execution: record.execution && { ...record.execution, status: 'returned' },
      };
    case 'refund_requested':
      return { ...record, refundStatus: 'Requested' };
    case 'refund_processed':
      return { ...record, refundStatus: 'Processed' };
  }
}

function newRecord(world: World, ask: PayAsk, plan: PayPlan): PaymentRecord {
  const now = world.clock.now();
  return {
    refId: world.id('BPR', 20),
    fetchRefId: ask.fetch.refId,
    billerId: ask.fetch.billerId,
    billerRefId: ask.fetch.billerRefId,
    transactionId: world.id('MO01', 16),
    mobile: ask.fetch.mobile,
    status: 'Processing',
    mode: ask.mode,
    amount: ask.amount - plan.shortPaise,
    paymentRefId: ask.paymentRefId,
    requestTimestamp: ask.timestamp,
    accountInfo: ask.accountInfo,
    custConvFee: ask.custConvFee,
    failureReason: null,
    refundStatus: plan.isRefunded ? 'Required' : null,
    execution: null,
    listedFrom: now + plan.listedAfterMs,
    acceptedAt: now,
    finalAt: null,
    isSilent: plan.isSilent,
    webhookCopies: plan.webhookCopies,
  };
}

export function createLedger(world: World, books: BillPayBooks): BillPayLedger {
  const announce = (record: PaymentRecord, saysFailure = false) => {
    if (record.isSilent) return;
    const contrary = saysFailure ? { status: 'Failure', failureReason: BILLER_CLOSED } : {};
    world.webhooks.emit(
      'setu_billpay',
      'BILL_PAY',
      `${CALLBACK_PATH}/bills/payment/response`,
      {
        event: 'BILL_PAY',
        timeStamp: new Date(world.clock.now()).toISOString(),
        traceId: traceId(world),
        data: { ...describePayment(record), ...contrary },
      },
      { copies: record.webhookCopies },
    );
  };
  const step: BillPayLedger['step'] = (refId, name, at) => {
    const record = books.payments.find(refId);
    if (!record) return undefined;
    const next = takeStep(record, name, at);
    books.payments.put(refId, next);
    if (next.status !== record.status) announce(next);
    return next;
  };
  world.timers.on(
    'billpay.step',
    (body: { refId: string; step: Step }, at) => void step(body.refId, body.step, at),
  );
  return {
    describe: describePayment,
    step,
    commit(ask, plan) {
      const now = world.clock.now();
      return world.store.transaction(() => {
        const fresh = newRecord(world, ask, plan);
        const record =
          plan.status === 'Success'
            ? succeed(fresh, now)
            : plan.status === 'Failure'
              ? fail(fresh, plan.failure, now)
              : fresh;
        books.payments.put(record.refId, record, record.mobile);
        books.paymentsByKey.put(record.refId, { refId: record.refId }, record.paymentRefId);
        books.paymentsByDay.put(record.refId, { refId: record.refId }, istDay(record.acceptedAt));
        books.paymentsByFetch.put(record.fetchRefId, { refId: record.refId });
        for (const { afterMs, step: name } of plan.later)
          world.timers.schedule(now + afterMs, 'billpay.step', { refId: record.refId, step: name });
        if (record.status !== 'Processing') announce(record, plan.webhookSaysFailure);
        return record;
      });
    },
  };
}
