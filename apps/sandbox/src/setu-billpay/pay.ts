import type { FastifyInstance } from 'fastify';
import { asObject, textOf } from '../core/json.ts';
import { DAY_MS, formatIst, istDay } from '../core/time.ts';
import type { World } from '../core/world.ts';
import type { BillPayBooks, PaymentRecord } from './books.ts';
import { billPayError, refuse, traceId } from './errors.ts';
import type { BillPayLedger } from './ledger.ts';
import { readPayAsk } from './pay-ask.ts';
import type { PayAsk } from './pay-ask.ts';
import { planPayment } from './pay-magic.ts';

function duplicateOf(books: BillPayBooks, ask: PayAsk): PaymentRecord | undefined {
  const [byKey] = books.paymentsByKey.listByRef(ask.paymentRefId);
  if (byKey) return books.payments.find(byKey.refId);
  const byFetch = books.paymentsByFetch.find(ask.fetch.refId);
  const earlier = byFetch && books.payments.find(byFetch.refId);
  // A fetch whose payment failed may be paid again under another key.
  return earlier?.status === 'Failure' ? undefined : earlier;
}

function duplicateBody(world: World, ask: PayAsk, existing: PaymentRecord | undefined) {
  return {
    data: {
      refId: ask.fetch.refId,
      duplicate: {
        code: 'duplicate-ref-id',
        message: 'A payment exists for this paymentRefId or this bill',
        ...(existing ? { refId: existing.refId } : {}),
      },
    },
    success: false,
    traceId: traceId(world),
  };
}

function payRoutes(app: FastifyInstance, world: World, books: BillPayBooks, ledger: BillPayLedger): void {
  const lost = world.store.book<{ paymentRefId: string }>('billpay_lost');
  app.post('/api/v2/bbps/bills/payment/request', { config: { op: 'pay_start' } }, async (request, reply) => {
    const ask = readPayAsk(asObject(request.body), books, world.clock.now());
    if (typeof ask === 'string') return refuse(world, reply, ask);
    const plan = planPayment(ask.fetch.last4, request.fault);
    const forgetsKey = request.fault.idem === 'ignore_key';
    const existing = forgetsKey ? undefined : duplicateOf(books, ask);
    if (existing) {
      const isHidden = plan.answer === 'duplicate_without_ref';
      return reply.code(409).send(duplicateBody(world, ask, isHidden ? undefined : existing));
    }
    if (plan.isLostOnce && !lost.find(ask.paymentRefId)) {
      lost.put(ask.paymentRefId, { paymentRefId: ask.paymentRefId });
      await world.holds.hold(reply);
      return reply;
    }
    const record = ledger.commit(ask, plan);
    if (plan.answer === 'hold' && !plan.isLostOnce) {
      await world.holds.hold(reply);
      return reply;
    }
    if (plan.answer === 'error') return reply.code(500).send(billPayError(world, 500));
    if (plan.answer === 'duplicate_without_ref')
      return reply.code(409).send(duplicateBody(world, ask, undefined));
    return { data: { refId: record.refId }, success: true, traceId: traceId(world) };
  });

  app.post('/api/v2/bbps/bills/payment/response', { config: { op: 'pay_result' } }, (request, reply) => {
    const refId = textOf(asObject(request.body).refId);
    if (!refId) return refuse(world, reply, 'refId is required');
    const record = books.payments.find(refId);
    if (!record) return refuse(world, reply, 'refId is unknown', 404);
    return { data: ledger.describe(record), success: true, traceId: traceId(world) };
  });
}

type ListQuery = Partial<
  Record<'startDate' | 'endDate' | 'billerId' | 'mobile' | 'status' | 'limit' | 'after', string>
>;

function listStatus(record: PaymentRecord): string {
  return record.status === 'Failure' ? 'Error' : record.status;
}

function describeRow(record: PaymentRecord) {
  const at = record.execution?.executedAt ?? record.finalAt ?? record.acceptedAt;
  return {
    status: listStatus(record),
    refId: record.refId,
    paymentRefId: record.paymentRefId,
    transactionId: record.transactionId,
    amount: record.amount,
    billerId: record.billerId,
    mobile: record.mobile,
    timestamp: formatIst(at),
    refundStatus: record.refundStatus,
  };
}

function dayOf(text: string | undefined): string | undefined {
  if (text === undefined || /^\d{4}-\d\d-\d\d$/.test(text)) return text;
  const at = Date.parse(text);
  return Number.isNaN(at) ? '' : istDay(at);
}

const DAYS_MAX = 62;

/** The payments of a span of days, newest first; all of them when the span is open or long. */
function listDays(books: BillPayBooks, from: string | undefined, to: string | undefined): PaymentRecord[] {
  if (from === undefined || to === undefined) return books.payments.list();
  const first = Date.parse(from);
  const last = Date.parse(to);
  if ((last - first) / DAY_MS > DAYS_MAX) return books.payments.list();
  const found: PaymentRecord[] = [];
  for (let day = last; day >= first; day -= DAY_MS) {
    const ofDay = books.paymentsByDay.listByRef(new Date(day).toISOString().slice(0, 10)).reverse();
    found.push(...ofDay.flatMap(({ refId }) => books.payments.find(refId) ?? []));
  }
  return found;
}

function listRoutes(app: FastifyInstance, world: World, books: BillPayBooks): void {
  app.get<{ Querystring: ListQuery }>(
    '/api/v2/bbps/transactions',
    { config: { op: 'list' } },
    (request, reply) => {
      const { billerId, mobile, status, after } = request.query;
      const from = dayOf(request.query.startDate);
      const to = dayOf(request.query.endDate);
      if (from === '' || to === '') return refuse(world, reply, 'startDate and endDate must be dates');
      const limit = Number(request.query.limit ?? 50);
      if (!Number.isInteger(limit) || limit < 1 || limit > 500)
        return refuse(world, reply, 'limit must be 1 to 500');
      const now = world.clock.now();
      const all = mobile ? books.payments.listByRef(mobile).reverse() : listDays(books, from, to);
      const rows = all.filter((record) => {
        const day = istDay(record.acceptedAt);
        return (
          record.listedFrom <= now &&
          (from === undefined || day >= from) &&
          (to === undefined || day <= to) &&
          (!billerId || record.billerId === billerId) &&
          (!status || listStatus(record).toLowerCase() === status.toLowerCase())
        );
      });
      const start = rows.findIndex((record) => record.refId === after) + 1;
      const page = rows.slice(start, start + limit);
      const hasMore = start + limit < rows.length;
      return {
        data: {
          transactions: page.map(describeRow),
          nextPage: hasMore ? (page.at(-1)?.refId ?? null) : null,
          total: rows.length,
        },
        success: true,
        traceId: traceId(world),
      };
    },
  );
}

export function paymentRoutes(
  app: FastifyInstance,
  world: World,
  books: BillPayBooks,
  ledger: BillPayLedger,
): void {
  payRoutes(app, world, books, ledger);
  listRoutes(app, world, books);
}
