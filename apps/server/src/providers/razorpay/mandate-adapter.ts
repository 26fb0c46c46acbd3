import type { RailCall } from '@mohlat/contract';
import type { CallContext, Now } from '../call-context.ts';
import type { RazorpayConfig } from '../config.ts';
import { ProviderContractDrift, ProviderRejected } from '../errors.ts';
import { present } from '../present.ts';
import { assertEcho, readWire, REPEAT_NEVER, REPEAT_READ, stringAt } from '../transport.ts';
import type { Call, Transport } from '../transport.ts';
import { createDialect, CustomerExists } from './dialect.ts';
import {
  type MandateAtProvider,
  type MandateCheckout,
  type MandatePort,
  REGISTRATION_PAISE,
} from './mandate-port.ts';
import * as wire from './mandate-wire.ts';

const PAGE_SIZE = 100;
/** A person waits meanwhile. */
const CUSTOMER_PAGES_MAX = 50;

/** The letters that the rail takes of a name. */
const CUSTOMER_NAME = { min: 3, max: 50 };
const BENEFICIARY_NAME = { min: 4, max: 120 };

/** A name within the rail's bounds: a long one is cut, and full stops follow a short one (decision 206). */
function fitted(name: string, { min, max }: { readonly min: number; readonly max: number }): string {
  return [...name.trim()].slice(0, max).join('').trim().padEnd(min, '.');
}

type Ask = (
  call: Pick<Call, 'op' | 'path'> & Partial<Pick<Call, 'method' | 'body' | 'query' | 'repeats' | 'timeout'>>,
  context: CallContext | undefined,
) => Promise<unknown>;

const at = (op: RailCall, isWrite = false) => ({ provider: 'razorpay', op, isWrite }) as const;
const unixSeconds = (when: Date) => Math.floor(when.getTime() / 1_000);
const seg = encodeURIComponent;

/** Razorpay tokens: mandates, the notices before a debit, the debits. */
export function createRazorpayMandates(
  config: RazorpayConfig,
  deps: { transport: Transport; now: Now },
): MandatePort {
  const dialect = createDialect(config);
  const ask: Ask = async (call, context) => {
    const defaults =
      call.method === undefined
        ? ({ kind: 'enquiry', method: 'GET', repeats: REPEAT_READ } as const)
        : ({ kind: 'write', repeats: REPEAT_NEVER } as const);
    const complete = { timeout: 'read', context, ...defaults, ...call } as Call;
    return (await deps.transport.call(dialect, complete)).json;
  };
  return {
    ...opening(ask),
    ...registering(config, ask),
    ...looking(ask, deps.now),
    ...debiting(config, ask),
  };
}

function registering(config: RazorpayConfig, ask: Ask): Pick<MandatePort, 'register' | 'checkoutFor'> {
  const checkoutFor: MandatePort['checkoutFor'] = (i): MandateCheckout => ({
    scriptUrl: config.checkoutJsUrl,
    key: config.keyId,
    orderRef: i.orderRef,
    amount: REGISTRATION_PAISE[i.kind],
    currency: 'INR',
    customerRef: i.customerRef,
  });

  return {
    checkoutFor,
    async register(i, c) {
      const op = 'registerMandate';
      const amount = REGISTRATION_PAISE[i.kind];
      const terms = { max_amount: i.maxAmount, expire_at: unixSeconds(i.until) };
      const token =
        i.kind === 'upi'
          ? { ...terms, frequency: 'as_presented' }
          : {
              ...terms,
              auth_type: 'netbanking',
              bank_account: {
                beneficiary_name: i.bank && fitted(i.bank.holderName, BENEFICIARY_NAME),
                account_number: i.bank?.accountNumber,
                account_type: 'savings',
                ifsc_code: i.bank?.ifsc,
              },
            };
      const body = {
        amount,
        currency: 'INR',
        receipt: i.receipt,
        unique_receipt: true,
        payment_capture: true,
        customer_id: i.customerRef,
        method: i.kind === 'upi' ? 'upi' : 'emandate',
        token,
      };
      const json = await ask(
        { op, method: 'POST', path: '/v1/orders', body, repeats: { notDone: 3, unknown: 1 } },
        c,
      );
      const order = readWire(wire.registrationOrder, json, at(op, true));
      assertEcho(at(op), 'amount', amount, order.amount);
      assertEcho(at(op), 'receipt', i.receipt, order.receipt ?? '');
      return { orderRef: order.id, checkout: checkoutFor({ ...i, orderRef: order.id }) };
    },
  };
}

function opening(ask: Ask): Pick<MandatePort, 'openCustomer'> {
  return {
    async openCustomer(i, c) {
      const op = 'openCustomer';
      // An empty contact is refused, one that is left out is not.
      const known = present({ email: i.email || undefined, contact: i.contact || undefined });
      // The same person is the same customer, so asking again is harmless.
      const repeats = { notDone: 3, unknown: 2 };
      const open = async (failExisting: '0' | '1') => {
        const body = { name: fitted(i.name, CUSTOMER_NAME), ...known, fail_existing: failExisting };
        const json = await ask({ op, method: 'POST', path: '/v1/customers', body, repeats }, c);
        return { customerRef: readWire(wire.customer, json, at(op, true)).id };
      };
      try {
        return await open('0');
      } catch (error) {
        if (!(error instanceof CustomerExists)) throw error;
      }
      try {
        // One page of their documentation has the two values the other way round.
        return await open('1');
      } catch (error) {
        if (!(error instanceof CustomerExists)) throw error;
        const customerRef = await findCustomer(ask, known, c);
        if (customerRef === undefined) throw error;
        return { customerRef };
      }
    },
  };
}

/** Looks for a customer among all, by both contacts; undefined where the pages that are read have none. */
async function findCustomer(
  ask: Ask,
  known: { readonly email?: string | undefined; readonly contact?: string | undefined },
  c: CallContext,
): Promise<string | undefined> {
  const op = 'openCustomer';
  const keyOf = (one: { readonly email?: string | undefined; readonly contact?: string | undefined }) =>
    `${one.email?.toLowerCase() ?? ''} ${one.contact?.replace(/\D/g, '').slice(-10) ?? ''}`;
  for (let page = 0; page < CUSTOMER_PAGES_MAX; page += 1) {
    const query = { count: String(PAGE_SIZE), skip: String(page * PAGE_SIZE) };
    const { items } = readWire(wire.customers, await ask({ op, path: '/v1/customers', query }, c), at(op));
    const found = items.find((item) => keyOf(item) === keyOf(known));
    if (found || items.length < PAGE_SIZE) return found?.id;
  }
  return undefined;
}

async function listTokens(
  ask: Ask,
  op: RailCall,
  customerRef: string,
  c: CallContext | undefined,
): Promise<readonly unknown[]> {
  const json = await ask({ op, path: `/v1/customers/${seg(customerRef)}/tokens` }, c);
  return readWire(wire.tokens, json, at(op)).items;
}

const idOf = (token: unknown) => stringAt(token, 'id');

/** A mandate that is not listed is neither a cancelled nor a refused one. */
const notListed = (op: RailCall) =>
  new ProviderContractDrift({ ...at(op), field: 'items.id', message: 'the mandate is not listed' });

function looking(ask: Ask, now: Now): Pick<MandatePort, 'findByOrder' | 'getMandate' | 'getNotice'> {
  const readToken = (token: wire.WireToken): MandateAtProvider => {
    const { status, failure_reason: reason } = token.recurring_details;
    const isOver = token.expired_at !== undefined && token.expired_at <= now();
    return {
      tokenRef: token.id,
      state: isOver && status !== 'rejected' && status !== 'cancelled' ? 'expired' : status,
      ...present({ maxAmount: token.max_amount, reason }),
    };
  };

  const read = (op: RailCall, token: unknown) => readToken(readWire(wire.token, token, at(op)));

  return {
    async findByOrder({ customerRef, orderRef }, c) {
      const op = 'findMandate';
      const json = await ask({ op, path: `/v1/orders/${seg(orderRef)}/payments` }, c);
      const refs = readWire(wire.tokenPayments, json, at(op)).items.map((payment) => payment.token_id);
      if (refs.every((ref) => ref === undefined)) return null;
      const tokens = (await listTokens(ask, op, customerRef, c)).filter((token) =>
        refs.includes(idOf(token)),
      );
      // Refused once and approved at the second try: what stands counts, and can be read.
      const known = tokens
        .filter((token) => wire.token.safeParse(token).success)
        .map((token) => read(op, token));
      const standing = known.find(({ state }) => state !== 'rejected');
      const unknown = tokens.find((token) => !wire.token.safeParse(token).success);
      if (standing) return standing;
      if (unknown !== undefined) return read(op, unknown);
      const listed = new Set(tokens.map(idOf));
      const [refused] = known;
      if (refused === undefined || refs.some((ref) => ref !== undefined && !listed.has(ref)))
        throw notListed(op);
      return refused;
    },
    async getMandate({ customerRef, tokenRef }, c) {
      const op = 'getMandate';
      const token = (await listTokens(ask, op, customerRef, c)).find((one) => idOf(one) === tokenRef);
      if (token === undefined) throw notListed(op);
      return read(op, token);
    },
    async getNotice(orderRef, c) {
      const op = 'getNotice';
      const json = await ask({ op, path: `/v1/orders/${seg(orderRef)}` }, c);
      const { id, notification } = readWire(wire.noticeOrder, json, at(op));
      assertEcho(at(op), 'id', orderRef, id);
      const { status, delivered_at: deliveredAt } = notification;
      return {
        state: status === 'delivered' || status === 'failed' ? status : 'pending',
        ...present({ deliveredAt }),
      };
    },
  };
}

function debiting(config: RazorpayConfig, ask: Ask): Pick<MandatePort, 'notify' | 'present' | 'cancel'> {
  return {
    async notify(i, c) {
      const op = 'notifyDebit';
      const body = {
        amount: i.amount,
        currency: 'INR',
        receipt: i.receipt,
        unique_receipt: true,
        payment_capture: true,
        notes: i.notes,
        notification: { token_id: i.tokenRef, payment_after: unixSeconds(i.debitAfter) },
      };
      const json = await ask(
        { op, method: 'POST', path: '/v1/orders', body, repeats: { notDone: 3, unknown: 1 } },
        c,
      );
      const order = readWire(wire.registrationOrder, json, at(op, true));
      assertEcho(at(op), 'amount', i.amount, order.amount);
      assertEcho(at(op), 'receipt', i.receipt, order.receipt ?? '');
      return { orderRef: order.id };
    },
    async present(i, c) {
      const op = 'presentDebit';
      const body = {
        email: i.email || config.payer.email,
        contact: i.contact || config.payer.contact,
        amount: i.amount,
        currency: 'INR',
        order_id: i.orderRef,
        customer_id: i.customerRef,
        token: i.tokenRef,
        recurring: true,
        description: 'Instalment',
      };
      const json = await ask(
        { op, method: 'POST', path: '/v1/payments/create/recurring', body, timeout: 'moneyWrite' },
        c,
      );
      return { paymentRef: readWire(wire.debit, json, at(op, true)).razorpay_payment_id };
    },
    async cancel({ customerRef, tokenRef }, c) {
      const op = 'cancelMandate';
      const path = `/v1/customers/${seg(customerRef)}/tokens/${seg(tokenRef)}/cancel`;
      try {
        const json = await ask({ op, method: 'PUT', path, repeats: { notDone: 3, unknown: 1 } }, c);
        readWire(wire.cancelled, json, at(op, true));
      } catch (error) {
        if (!(error instanceof ProviderRejected)) throw error;
        // Most often it is cancelled already: the list of tokens says so.
        const token = (await listTokens(ask, op, customerRef, c)).find((one) => idOf(one) === tokenRef);
        if (token === undefined) throw error;
        const { status } = readWire(wire.token, token, at(op)).recurring_details;
        if (status !== 'cancelled' && status !== 'rejected') throw error;
      }
    },
  };
}
