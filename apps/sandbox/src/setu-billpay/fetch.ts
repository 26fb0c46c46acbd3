import type { FastifyInstance, FastifyReply } from 'fastify';
import { asObject, textOf } from '../core/json.ts';
import type { Json } from '../core/json.ts';
import { DAY_MS, SECOND_MS, istDay } from '../core/time.ts';
import type { World } from '../core/world.ts';
import { AGENT_ID } from './auth.ts';
import { LAST4_PARAM, MOBILE_PARAM, findBiller } from './billers.ts';
import type { Biller } from './billers.ts';
import { CALLBACK_PATH } from './books.ts';
import type { Bill, BillPayBooks, FailureReason, FetchRecord } from './books.ts';
import { billPayError, refuse, traceId } from './errors.ts';

const FAILURES: Record<string, FailureReason> = {
  '0001': { type: 'BBPS', code: 'BFR004', message: 'No bill is due' },
  '0002': { type: 'BBPS', code: 'ERR004', message: 'Customer not found' },
  '0003': { type: 'BBPS', code: 'BFR008', message: 'Biller data is not available now' },
};

type FetchAsk = { biller: Biller; mobile: string; last4: string; remitterName: string | undefined };

function checkAgent(agent: Json): string | undefined {
  if (agent.id !== AGENT_ID) return 'agent.id is missing or unknown';
  if (agent.channel === 'INT')
    return textOf(agent.ip) && textOf(agent.mac) ? undefined : 'agent.ip and agent.mac are required for INT';
  if (agent.channel !== 'MOB') return 'agent.channel must be INT or MOB';
  const isWhole = ['ip', 'imei', 'os', 'app'].every((field) => textOf(agent[field]));
  return isWhole ? undefined : 'agent.ip, imei, os and app are required for MOB';
}

/** Reads a fetch request; a sentence instead when it is not one. */
function readAsk(body: Json): FetchAsk | string {
  const agentError = checkAgent(asObject(body.agent));
  if (agentError) return agentError;
  const biller = findBiller(asObject(body.biller).id);
  if (!biller) return 'biller.id is unknown';
  if (biller.status !== 'ACTIVE') return `biller ${biller.id} is ${biller.status}`;
  const customer = asObject(body.customer);
  const mobile = textOf(customer.mobile) ?? '';
  if (!/^[6-9]\d{9}$/.test(mobile)) return 'customer.mobile must be ten digits';
  const params = Array.isArray(customer.customerParams) ? customer.customerParams.map(asObject) : [];
  const valueOf = (name: string) => textOf(params.find((param) => param.name === name)?.value);
  if (!/^[6-9]\d{9}$/.test(valueOf(MOBILE_PARAM) ?? ''))
    return `customerParams: ${MOBILE_PARAM} is not valid`;
  const last4 = valueOf(LAST4_PARAM) ?? '';
  if (!/^\d{4}$/.test(last4)) return `customerParams: ${LAST4_PARAM} is not valid`;
  if (params.length !== 2) return 'customerParams has parameters this biller does not know';
  return { biller, mobile, last4, remitterName: textOf(asObject(body.remitter).name) };
}

/** The bill a card's ending stands for: ₹1,000 and a rupee for each unit of the ending. */
function billsOf(world: World, ask: FetchAsk, earlierFetches: number): Bill[] {
  const now = world.clock.now();
  const drift = ask.last4 === '0012' ? earlierFetches * 10_000 : 0;
  const amount = ask.last4 === '0011' ? 0 : 100_000 + Number(ask.last4) * 100 + drift;
  const dueAt = ask.last4 === '0010' ? now - 5 * DAY_MS : now + 10 * DAY_MS;
  const known = ask.remitterName ?? world.people.byMobile(ask.mobile)?.name ?? 'NA';
  const minimum = Math.round(amount * 0.05);
  const bill: Bill = {
    amount,
    billDate: istDay(dueAt - 20 * DAY_MS),
    dueDate: istDay(dueAt),
    billNumber: `${ask.biller.id.slice(3, 4)}${ask.last4}${istDay(dueAt).slice(0, 7).replace('-', '')}`,
    billPeriod: 'MONTHLY',
    customerName: ask.last4 === '0013' ? 'Devika Sen' : known,
  };
  // Billers write a date as they like, or a word in its place.
  if (ask.last4 === '0014')
    Object.assign(bill, { billDate: bill.billDate.split('-').reverse().join('/'), dueDate: 'NA' });
  if (ask.biller.exactness === 'RANGE') {
    bill.minAmount = Math.max(100, Math.ceil(minimum / 100) * 100);
    bill.maxAmount = Math.max(amount * 2, 100);
    bill.amountMultiple = 100;
  }
  if (ask.biller.exactness === 'Any' && amount > 0)
    bill.paymentOptions = [
      { name: 'Minimum Due', amount: minimum },
      { name: 'Total Due', amount },
    ];
  if (ask.biller.responseType === 'SINGLE') return [bill];
  const second = Math.round(amount / 2);
  return [bill, { ...bill, billNumber: `${bill.billNumber}B`, amount: second, paymentOptions: [] }];
}

function readyAt(last4: string, now: number): number | null {
  if (last4 === '0004') return null;
  return last4 === '0005' ? now + 30 * SECOND_MS : now;
}

export function fetchStatus(record: FetchRecord, now: number): 'Processing' | 'Success' | 'Failure' {
  if (record.readyAt === null || now < record.readyAt) return 'Processing';
  return record.failureReason ? 'Failure' : 'Success';
}

function describeFetch(record: FetchRecord, now: number) {
  const status = fetchStatus(record, now);
  const biller = findBiller(record.billerId);
  const head = { status, refId: record.refId, billerRefId: record.billerRefId };
  if (status === 'Processing') return head;
  if (status === 'Failure') return { ...head, failureReason: record.failureReason, bills: [] };
  return {
    ...head,
    exactness: biller?.exactness,
    billerResponseType: biller?.responseType,
    billerSelectionType: 'SINGLE',
    bills: record.bills,
    additionalInfo: [],
  };
}

/** Endings whose trouble comes with the request itself. */
function troubleAtOnce(world: World, reply: FastifyReply, last4: string) {
  if (last4 === '0006') return refuse(world, reply, 'customerParams failed the validation of the biller');
  if (last4 === '0007') return reply.code(500).send(billPayError(world, 500));
  if (last4 === '0008')
    return reply.code(200).type('text/html').send('<!doctype html><h1>Scheduled maintenance</h1>');
  return undefined;
}

export function fetchRoutes(app: FastifyInstance, world: World, books: BillPayBooks): void {
  const announce = (record: FetchRecord, beforeResponse: boolean) =>
    world.webhooks.emit(
      'setu_billpay',
      'BILL_FETCH',
      `${CALLBACK_PATH}/bills/fetch/response`,
      {
        event: 'BILL_FETCH',
        timeStamp: new Date(world.clock.now()).toISOString(),
        traceId: traceId(world),
        data: describeFetch(record, world.clock.now()),
      },
      { beforeResponse },
    );
  world.timers.on('billpay.fetched', (body: { refId: string }) => {
    const record = books.fetches.find(body.refId);
    if (record) announce(record, false);
  });

  app.post('/api/v2/bbps/bills/fetch/request', { config: { op: 'fetch_start' } }, (request, reply) => {
    const ask = readAsk(asObject(request.body));
    if (typeof ask === 'string') return refuse(world, reply, ask);
    const trouble = troubleAtOnce(world, reply, ask.last4);
    if (trouble) return trouble;
    const now = world.clock.now();
    return world.store.transaction(() => {
      const account = `${ask.biller.id}:${ask.mobile}:${ask.last4}`;
      const earlier = ask.last4 === '0012' ? books.fetches.listByRef(account).length : 0;
      const record: FetchRecord = {
        refId: world.id('BFR', 20),
        billerId: ask.biller.id,
        billerRefId: world.id('BRF', 16),
        mobile: ask.mobile,
        last4: ask.last4,
        bills: billsOf(world, ask, earlier),
        failureReason: FAILURES[ask.last4] ?? null,
        readyAt: readyAt(ask.last4, now),
        createdAt: now,
      };
      books.fetches.put(record.refId, record, account);
      if (ask.last4 === '0005')
        world.timers.schedule(now + 30 * SECOND_MS, 'billpay.fetched', { refId: record.refId });
      else if (record.readyAt !== null) announce(record, ask.last4 === '0009');
      return { data: { refId: record.refId }, success: true, traceId: traceId(world) };
    });
  });

  app.post('/api/v2/bbps/bills/fetch/response', { config: { op: 'fetch_result' } }, (request, reply) => {
    const refId = textOf(asObject(request.body).refId);
    if (!refId) return refuse(world, reply, 'refId is required');
    const record = books.fetches.find(refId);
    if (!record) return refuse(world, reply, 'refId is unknown', 404);
    return { data: describeFetch(record, world.clock.now()), success: true, traceId: traceId(world) };
  });
}
