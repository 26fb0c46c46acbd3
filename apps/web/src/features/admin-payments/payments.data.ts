import {
  ARREARS_BUCKETS,
  BILL_STATUSES,
  BILLS_BECAME,
  CARD_BANKS,
  enquirePayment,
  exportAdminPayments,
  listAdminPayments,
  logContact as logContactCall,
  nameRecoveryAgent,
  PAISE_MAX,
  PAYMENT_SORTS,
  PAYMENT_STATUSES,
  proposeSettlement,
  proposeWriteOff,
  recordDebitOutcome,
  recordPaymentOutcome,
  recordRefundTransfer,
  refundPaymentExcess,
  resolveBreak,
  sendRepayLink,
  waivePayment,
  type SentOf,
} from '@mohlat/contract';
import { listQuery, given, oneOf } from '../../lib/admin/list.ts';
import { call, callForFile } from '../../lib/api.ts';
import { parseRupees } from '../../lib/format.ts';
import { sendOnce } from '../../lib/intent.ts';

export const FILTERS = [
  'search',
  'from',
  'to',
  'status',
  'billStatus',
  'became',
  'arrears',
  'bank',
  'amountMin',
  'amountMax',
  'needsReview',
  'isOverdue',
  'hasBounced',
  'isParked',
  'userId',
  'sort',
] as const;
export type Filters = Readonly<Record<(typeof FILTERS)[number], string>>;

/** The sum of an address, in paise; one that the contract has no room for narrows by nothing. */
function sumOf(text: string): number | undefined {
  const paise = parseRupees(text);
  return paise === undefined || paise > PAISE_MAX ? undefined : paise;
}

function readFilters(values: Filters) {
  return given({
    search: values.search,
    from: values.from,
    to: values.to,
    userId: values.userId,
    status: oneOf(PAYMENT_STATUSES, values.status),
    billStatus: oneOf(BILL_STATUSES, values.billStatus),
    became: oneOf(BILLS_BECAME, values.became),
    arrears: oneOf(ARREARS_BUCKETS, values.arrears),
    bank: oneOf(CARD_BANKS, values.bank),
    amountMinPaise: sumOf(values.amountMin),
    amountMaxPaise: sumOf(values.amountMax),
    needsReview: values.needsReview === 'true' ? true : undefined,
    isOverdue: values.isOverdue === 'true' ? true : undefined,
    hasBounced: values.hasBounced === 'true' ? true : undefined,
    isParked: values.isParked === 'true' ? true : undefined,
    sort: oneOf(PAYMENT_SORTS, values.sort),
  });
}

export function paymentsQuery(values: Filters) {
  const filters = readFilters(values);
  return listQuery('payments', filters, (place, signal) =>
    call(listAdminPayments, { query: { ...filters, ...place }, signal }),
  );
}

export const paymentsFile = (values: Filters): Promise<Blob> =>
  callForFile(exportAdminPayments, { query: readFilters(values) });

export const enquire = (id: string) => call(enquirePayment, { params: { id } });

export const sendLink = (id: string, isAskedFor = false) =>
  call(sendRepayLink, { params: { id }, body: isAskedFor ? { isAskedFor } : {} });

export const nameAgent = (id: string, body: SentOf<typeof nameRecoveryAgent, 'body'>) =>
  call(nameRecoveryAgent, { params: { id }, body });

export const logContact = (id: string, body: SentOf<typeof logContactCall, 'body'>) =>
  call(logContactCall, { params: { id }, body });

export const recordOutcome = (id: string, body: SentOf<typeof recordPaymentOutcome, 'body'>) =>
  sendOnce(`outcome:${id}`, body, (idempotencyKey) =>
    call(recordPaymentOutcome, { params: { id }, body, idempotencyKey }),
  );

export const recordDebit = (id: string, body: SentOf<typeof recordDebitOutcome, 'body'>) =>
  sendOnce(`debit:${id}`, body, (idempotencyKey) =>
    call(recordDebitOutcome, { params: { id }, body, idempotencyKey }),
  );

export const recordTransfer = (id: string, body: SentOf<typeof recordRefundTransfer, 'body'>) =>
  sendOnce(`transfer:${id}`, body, (idempotencyKey) =>
    call(recordRefundTransfer, { params: { id }, body, idempotencyKey }),
  );

export const waive = (id: string, body: SentOf<typeof waivePayment, 'body'>) =>
  sendOnce(`waive:${id}`, body, (idempotencyKey) =>
    call(waivePayment, { params: { id }, body, idempotencyKey }),
  );

export const settle = (id: string, body: SentOf<typeof proposeSettlement, 'body'>) =>
  sendOnce(`settle:${id}`, body, (idempotencyKey) =>
    call(proposeSettlement, { params: { id }, body, idempotencyKey }),
  );

export const writeOff = (id: string, reason: string) =>
  sendOnce(`write-off:${id}`, { reason }, (idempotencyKey) =>
    call(proposeWriteOff, { params: { id }, body: { reason }, idempotencyKey }),
  );

export const refundExcess = (id: string, reason: string) =>
  sendOnce(`refund:${id}`, { reason }, (idempotencyKey) =>
    call(refundPaymentExcess, { params: { id }, body: { reason }, idempotencyKey }),
  );

/** A difference is cleared once, however often it is asked for. */
export const endFreeze = (breakId: string, note: string) =>
  call(resolveBreak, { params: { id: breakId }, body: { resolution: 'agreed', note } });
