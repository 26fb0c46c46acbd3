import type { RailCall } from '@mohlat/contract';
import { istClock } from '@mohlat/money';
import type { CallContext, Now } from '../call-context.ts';
import type { SetuBillPayConfig } from '../config.ts';
import { ProviderAuthError, ProviderContractDrift, ProviderError, ProviderUnreachable } from '../errors.ts';
import { present } from '../present.ts';
import { assertEcho, readWire, REPEAT_NEVER, REPEAT_READ, stringAt } from '../transport.ts';
import type { Call, Transport } from '../transport.ts';
import { createDialect } from './dialect.ts';
import { billFailure } from './failures.ts';
import { BillRejected, decisive, RowsUnread } from './port.ts';
import type { Biller, BillPaymentPort, BillPayState, ComplaintState, SubmitBillPayment } from './port.ts';
import { CHANNEL, isOfAnother, rowToPayState, toBill, toBiller, toPayState } from './read.ts';
import { createTokenSource } from './token.ts';
import { parseBillPayWebhook } from './webhook.ts';
import * as wire from './wire.ts';

const CARD_CATEGORY = 'credit card';
const PAGE_SIZE = '100';

interface Deps {
  transport: Transport;
  now: Now;
}
type BillCall = Call & { readonly op: RailCall };
type Authorised = (call: BillCall) => Promise<unknown>;

/** Setu BillPay v2, the agent's side of the bill network. */
export function createSetuBillPay(config: SetuBillPayConfig, deps: Deps): BillPaymentPort {
  const send = createAuthorised(config, deps);
  return {
    ...billers(config, send),
    ...fetching(config, send),
    ...paying(config, send),
    ...listing(send),
    isHeldUp: () => deps.transport.isOpen('setu_billpay', 'submit'),
    maySubmit: () => deps.transport.mayTry('setu_billpay', 'submit'),
    ...complaints(send),
    parseWebhook: (w) => parseBillPayWebhook(config.callbackToken, w),
  };
}

/** Adds the bearer token; a 401 means the call was not processed, so it is sent again once with a new one. */
function createAuthorised(config: SetuBillPayConfig, deps: Deps): Authorised {
  const dialect = createDialect(config);
  const tokens = createTokenSource(async () => {
    const call: BillCall = {
      op: 'token',
      kind: 'read',
      timeout: 'read',
      repeats: { notDone: 3, unknown: 3 },
      method: 'POST',
      path: '/api/v2/auth/token',
      body: { clientID: config.clientId, secret: config.secret },
    };
    const answer = await deps.transport.call(dialect, call);
    const { token, expiresIn } = readWire(wire.tokenAnswer, answer.json, {
      provider: 'setu_billpay',
      op: 'token',
    });
    return { token, expiresInSeconds: expiresIn };
  }, deps.now);

  /** Without a token nothing of the call itself was sent, whatever became of the token request. */
  const token = async (call: Call): Promise<string> => {
    try {
      return await tokens.current();
    } catch (error) {
      if (!(error instanceof ProviderError) || error.outcome === 'not_done') throw error;
      const details = { provider: 'setu_billpay', op: call.op, message: 'no token', cause: error } as const;
      throw error.outcome === 'rejected' ? new ProviderAuthError(details) : new ProviderUnreachable(details);
    }
  };
  const once = async (call: Call, bearer: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${bearer}` };
    return (await deps.transport.call(dialect, { ...call, headers })).json;
  };
  return async (call) => {
    const bearer = await token(call);
    try {
      return await once(call, bearer);
    } catch (error) {
      if (!(error instanceof ProviderAuthError) || error.httpStatus !== 401) throw error;
      tokens.forget(bearer);
      return once(call, await token(call));
    }
  };
}

function read(op: RailCall, path: string, extra: Partial<Omit<Call, 'op'>>, context?: CallContext): BillCall {
  return {
    op,
    kind: 'enquiry',
    timeout: 'read',
    repeats: REPEAT_READ,
    method: extra.body === undefined ? 'GET' : 'POST',
    path,
    context,
    ...extra,
  };
}

function at(op: RailCall, isWrite = false) {
  return { provider: 'setu_billpay', op, isWrite } as const;
}

function billers(config: SetuBillPayConfig, send: Authorised): Pick<BillPaymentPort, 'listCardBillers'> {
  let categoryName: string | undefined;

  const cardCategory = async (c?: CallContext): Promise<string> => {
    if (categoryName !== undefined) return categoryName;
    const json = await send(read('categories', '/api/v2/bbps/categories', { kind: 'read' }, c));
    const { data } = readWire(wire.categoriesAnswer, json, at('categories'));
    const found = data.categories.find((entry) => entry.name.trim().toLowerCase() === CARD_CATEGORY);
    assertEcho(at('categories'), 'data.categories', CARD_CATEGORY, found?.name.trim().toLowerCase() ?? '');
    categoryName = found?.name ?? CARD_CATEGORY;
    return categoryName;
  };

  return {
    async listCardBillers(q, c) {
      const query = {
        categoryName: await cardCategory(c),
        limit: PAGE_SIZE,
        after: q.cursor,
        search: q.search,
        ids: q.ids?.join(','),
        updatedSince: q.updatedSince?.toISOString(),
      };
      const json = await send(read('listBillers', '/api/v2/bbps/billers', { kind: 'read', query }, c));
      const { data } = readWire(wire.billersAnswer, json, at('listBillers'));
      const items: Biller[] = [];
      const unread: string[] = [];
      for (const one of data.billers) {
        const row = wire.biller.safeParse(one).data;
        if (row) items.push(toBiller(row, config.payment.mode));
        else unread.push(stringAt(one, 'name') ?? '');
      }
      // A page that names itself as the next one would go round for ever.
      return {
        items,
        unread,
        ...present({ cursor: data.nextPage === q.cursor ? undefined : data.nextPage }),
      };
    },
  };
}

function fetching(
  config: SetuBillPayConfig,
  send: Authorised,
): Pick<BillPaymentPort, 'startFetch' | 'getFetch'> {
  return {
    async startFetch(i, c) {
      const json = await send({
        op: 'startFetch',
        // A fetch moves no money: a lost answer only means asking again.
        kind: 'read',
        timeout: 'read',
        repeats: { notDone: 2, unknown: 2 },
        method: 'POST',
        path: '/api/v2/bbps/bills/fetch/request',
        body: {
          agent: { id: config.agent.id, channel: CHANNEL, ip: config.agent.ip, mac: config.agent.mac },
          biller: { id: i.billerId },
          customer: { mobile: i.mobile, customerParams: i.params },
        },
        context: c,
      });
      return { fetchRef: readWire(wire.startedAnswer, json, at('startFetch')).data.refId };
    },
    async getFetch(fetchRef, c) {
      const call = read('getFetch', '/api/v2/bbps/bills/fetch/response', { body: { refId: fetchRef } }, c);
      const { data } = readWire(wire.fetchAnswer, await send(call), at('getFetch'));
      assertEcho(at('getFetch'), 'data.refId', fetchRef, data.refId);
      if (data.status === 'Processing') return { state: 'processing' };
      if (data.status !== 'Success') return { state: 'failed', failure: billFailure(data.failureReason) };
      const selections = { SINGLE: 'single', MULTIPLE: 'multiple', ALL: 'all' } as const;
      return {
        state: 'ready',
        bills: data.bills.map(toBill),
        selection: data.billerSelectionType ? selections[data.billerSelectionType] : 'none',
        ...present({ exactness: data.exactness, billerRef: data.billerRefId }),
      };
    },
  };
}

/** The same attempt always makes the same bytes: nothing in here may depend on the moment of sending. */
function submitBody(config: SetuBillPayConfig, i: SubmitBillPayment): unknown {
  return {
    refId: i.fetchRef,
    remitter: { name: i.remitterName },
    paymentDetails: {
      mode: config.payment.mode,
      amount: i.amount,
      paymentRefId: i.paymentKey,
      timestamp: istTimestamp(i.paidAt),
      accountInfo: config.payment.accountInfo,
      ...(i.convFee > 0 ? { custConvFee: i.convFee } : {}),
      ...(i.option ? { selectedPaymentOptions: [{ name: i.option.name, amount: i.option.amount }] } : {}),
    },
  };
}

function assertSubmittable(i: SubmitBillPayment): void {
  const details = { provider: 'setu_billpay', op: 'submit' } as const;
  if (!Number.isSafeInteger(i.amount) || i.amount <= 0) {
    throw new BillRejected({
      ...details,
      message: 'amount must be whole positive paise',
      reason: 'amount_not_allowed',
    });
  }
  if (i.paymentKey.length < 6 || i.paymentKey.length > 35) {
    throw new BillRejected({
      ...details,
      message: 'payment key must have 6 to 35 characters',
      reason: 'unclassified',
    });
  }
}

function paying(config: SetuBillPayConfig, send: Authorised): Pick<BillPaymentPort, 'submit' | 'getPayment'> {
  return {
    async submit(i, c) {
      assertSubmittable(i);
      const json = await send({
        op: 'submit',
        kind: 'write',
        timeout: 'moneyWrite',
        repeats: REPEAT_NEVER,
        method: 'POST',
        path: '/api/v2/bbps/bills/payment/request',
        body: submitBody(config, i),
        context: c,
      });
      return { payRef: readWire(wire.startedAnswer, json, at('submit', true)).data.refId };
    },
    async getPayment(payRef, expected, c) {
      const call = read('getPayment', '/api/v2/bbps/bills/payment/response', { body: { refId: payRef } }, c);
      return toPayState(readWire(wire.payAnswer, await send(call), at('getPayment')), payRef, expected);
    },
  };
}

function listing(send: Authorised): Pick<BillPaymentPort, 'findByKey' | 'listPayments'> {
  async function* transactions(
    op: RailCall,
    filter: { day: string; mobile?: string },
    c?: CallContext,
  ): AsyncGenerator<unknown> {
    const seen = new Set<string>();
    let after: string | undefined;
    do {
      const query = {
        startDate: filter.day,
        endDate: filter.day,
        mobile: filter.mobile,
        limit: PAGE_SIZE,
        after,
      };
      const json = await send(read(op, '/api/v2/bbps/transactions', { query }, c));
      const { data } = readWire(wire.transactionsAnswer, json, at(op));
      yield* data.transactions;
      // A page that names itself as the next one would go round for ever.
      after = data.nextPage === after ? undefined : data.nextPage;
      // A circle of pages hides the rest of the list, and what is absent from a list may count as failed.
      if (after !== undefined && seen.has(after))
        throw new ProviderContractDrift({
          ...at(op),
          field: 'data.nextPage',
          message: 'the pages go in a circle',
        });
      if (after !== undefined) seen.add(after);
    } while (after !== undefined);
  }

  return {
    async findByKey(k, c) {
      const filter = { day: k.day, ...present({ mobile: k.mobile }) };
      let found: BillPayState | null = null;
      for await (const row of transactions('findByKey', filter, c)) {
        if (isOfAnother(row, k.paymentKey)) continue;
        const known = readWire(wire.transaction, row, at('findByKey'));
        if (known.paymentRefId === k.paymentKey) found = decisive(found, rowToPayState(known));
      }
      if (found) assertEcho(at('findByKey'), 'data.transactions.amount', k.amount, found.amount);
      return found;
    },
    async *listPayments(day, c): AsyncGenerator<BillPayState> {
      let cause: unknown;
      const unread: string[] = [];
      for await (const row of transactions('listPayments', { day }, c)) {
        const known = wire.transaction.safeParse(row);
        if (known.success) yield rowToPayState(known.data);
        else {
          cause ??= known.error;
          unread.push(stringAt(row, 'paymentRefId') ?? '');
        }
      }
      if (unread.length === 0) return;
      const references = unread.includes('') ? undefined : unread;
      const about = { field: 'data.transactions', message: 'rows not read', cause };
      throw new RowsUnread({ ...at('listPayments'), ...about, references });
    },
  };
}

function complaints(send: Authorised): Pick<BillPaymentPort, 'raiseComplaint' | 'getComplaint'> {
  return {
    async raiseComplaint(i, c) {
      const json = await send({
        op: 'raiseComplaint',
        kind: 'write',
        timeout: 'read',
        repeats: REPEAT_NEVER,
        method: 'POST',
        path: '/api/v2/bbps/bills/complaint/request',
        body: { transactionId: i.providerTxnId, disputeType: i.kind, description: i.text },
        context: c,
      });
      return { complaintRef: readWire(wire.startedAnswer, json, at('raiseComplaint', true)).data.refId };
    },
    async getComplaint(complaintRef, c) {
      const body = { refId: complaintRef };
      const json = await send(read('getComplaint', '/api/v2/bbps/bills/complaint/response', { body }, c));
      const { data } = readWire(wire.complaintAnswer, json, at('getComplaint'));
      assertEcho(at('getComplaint'), 'data.refId', complaintRef, data.refId);
      return {
        state: COMPLAINT_NAMES[data.status],
        complaintRef: data.refId,
        ...present({ ticketRef: data.disputeId, disposition: data.disposition }),
      };
    },
  };
}

const COMPLAINT_NAMES = {
  ASSIGNED: 'assigned',
  RESOLVED: 'resolved',
  REJECTED: 'rejected',
  DEFAULT_RESOLVED: 'default_resolved',
  REFUNDED: 'refunded',
  PENDING_REFUND: 'pending_refund',
  FAILED: 'failed',
} as const satisfies Record<string, ComplaintState['state']>;

/** An instant as Indian wall time with its offset: 2026-04-01T09:30:00+05:30. */
function istTimestamp(at: Date): string {
  return `${istClock(at.getTime()).toISOString().slice(0, 19)}+05:30`;
}
