import {
  acceptChargeback,
  addChargebackEvidence,
  BREAK_OWNERS,
  BREAK_RAILS,
  BREAK_STATES,
  CHARGEBACK_FILTERS,
  getBreak,
  getChargeback,
  getReceipt,
  identifyReceipt,
  listBreaks,
  listChargebacks,
  listRailReads,
  listReceipts,
  listSettlementRows,
  proposeReceiptBack,
  readChargebackEvidence,
  RECEIPT_STATUSES,
  removeChargebackEvidence,
  representChargeback,
  resolveBreak,
  runReconciliation,
  SETTLEMENT_STATES,
  type AnswerOf,
  type SentOf,
} from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { given, inTurn, listQuery, oneOf } from '../../lib/admin/list.ts';
import { adminKeys } from '../../lib/admin/keys.ts';
import { call, callForFile } from '../../lib/api.ts';
import { sendForm } from '../../lib/send-form.ts';

export type Receipt = AnswerOf<typeof listReceipts>['items'][number];
export type SettlementRow = AnswerOf<typeof listSettlementRows>['items'][number];

interface Filters {
  readonly state: string;
  readonly rail: string;
  readonly owner: string;
}

export function breaksQuery(values: Filters) {
  const filters = given({
    state: oneOf(BREAK_STATES, values.state),
    rail: oneOf(BREAK_RAILS, values.rail),
    owner: oneOf(BREAK_OWNERS, values.owner),
  });
  return listQuery('breaks', filters, (place, signal) =>
    inTurn((filters.state ?? 'open') !== 'resolved', (order) =>
      call(listBreaks, { query: { ...filters, ...order, ...place }, signal }),
    ),
  );
}

export function receiptsQuery(status: string) {
  const filters = given({ status: oneOf(RECEIPT_STATUSES, status) });
  return listQuery('receipts', filters, (place, signal) =>
    call(listReceipts, { query: { ...filters, ...place }, signal }),
  );
}

export function chargebacksQuery(status: string) {
  const filters = given({ status: oneOf(CHARGEBACK_FILTERS, status) });
  return listQuery('chargebacks', filters, (place, signal) =>
    call(listChargebacks, { query: { ...filters, ...place }, signal }),
  );
}

export function settlementsQuery(state: string) {
  const filters = given({ state: oneOf(SETTLEMENT_STATES, state) });
  return listQuery('settlements', filters, (place, signal) =>
    call(listSettlementRows, { query: { ...filters, ...place }, signal }),
  );
}

export const lastReadsQuery = queryOptions({
  queryKey: adminKeys.one('breaks', 'reads'),
  queryFn: ({ signal }) => call(listRailReads, { signal }),
});

export const breakQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.one('breaks', id),
    queryFn: ({ signal }) => call(getBreak, { params: { id }, signal }),
  });

export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.one('receipts', id),
    queryFn: ({ signal }) => call(getReceipt, { params: { id }, signal }),
  });

export const resolve = (id: string, body: SentOf<typeof resolveBreak, 'body'>) =>
  call(resolveBreak, { params: { id }, body });

export const readDay = (dayOn: string) => call(runReconciliation, { body: { dayOn } });

export const identify = (id: string, body: SentOf<typeof identifyReceipt, 'body'>) =>
  call(identifyReceipt, { params: { id }, body });

export const proposeBack = (id: string, reason: string) =>
  call(proposeReceiptBack, { params: { id }, body: { reason } });

export const chargebackQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.one('chargebacks', id),
    queryFn: ({ signal }) => call(getChargeback, { params: { id }, signal }),
  });

export function addEvidence(id: string, name: string, file: File) {
  const form = new FormData();
  form.set('name', name);
  form.set('file', file);
  return sendForm(addChargebackEvidence, form, { params: { id } });
}

export const readEvidence = (id: string, fileId: string): Promise<Blob> =>
  callForFile(readChargebackEvidence, { params: { id, fileId } });

export const removeEvidence = (id: string, fileId: string) =>
  call(removeChargebackEvidence, { params: { id, fileId } });

export const represent = (id: string, body: SentOf<typeof representChargeback, 'body'>) =>
  call(representChargeback, { params: { id }, body });

export const accept = (id: string, body: SentOf<typeof acceptChargeback, 'body'>) =>
  call(acceptChargeback, { params: { id }, body });
