import { DAY_MS } from '@mohlat/money';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { failureOf, openSandbox } from '#test/sandbox.ts';
import type { SandboxWorld } from '#test/sandbox.ts';
import type { CallContext, MandateKind } from '../index.ts';

const ctx: CallContext = { requestId: 'contract', actor: 'job' };
let world: SandboxWorld;
let people = 0;

beforeAll(async () => {
  world = await openSandbox();
});
afterEach(() => world.clearFaults());
afterAll(() => world.close());

const port = () => world.providers.mandates;
const aReceipt = () => randomUUID();
const later = (ms: number) => new Date(world.now().getTime() + ms);
const payer = { email: 'asha@example.in', contact: '+919812345678' };
const bank = { holderName: 'ASHA RAO', accountNumber: '123456789012', ifsc: 'HDFC0000001' };

function aPerson() {
  people += 1;
  return { name: 'Asha Rao', email: `asha${people}@example.in`, contact: `+9198${10_000_000 + people}` };
}

async function register(kind: MandateKind = 'upi') {
  const { customerRef } = await port().openCustomer(aPerson(), ctx);
  const terms = { kind, customerRef, maxAmount: 600_000, until: later(400 * DAY_MS), receipt: aReceipt() };
  const { orderRef, checkout } = await port().register(
    { ...terms, ...(kind === 'enach' ? { bank } : {}) },
    ctx,
  );
  return { ...terms, orderRef, checkout };
}

async function approve(orderRef: string, as: string) {
  const answer = await world.control('POST', '/act', { what: 'pay_order', orderId: orderRef, with: as });
  return answer as { paymentId: string; status: string; error: { reason: string } | null };
}

async function aMandate(as = 'ok@razorpay', kind: MandateKind = 'upi') {
  const { customerRef, orderRef } = await register(kind);
  await approve(orderRef, as);
  const found = await port().findByOrder({ customerRef, orderRef });
  return { customerRef, orderRef, tokenRef: found?.tokenRef ?? '' };
}

async function aNotice(mandate: { tokenRef: string }, amount = 520_000, receipt = aReceipt()) {
  const { tokenRef } = mandate;
  const notice = { receipt, tokenRef, amount, debitAfter: later(1.5 * DAY_MS), notes: {} };
  const { orderRef } = await port().notify(notice, ctx);
  return { orderRef, amount, receipt };
}

async function anAnnouncedDebit(as: string) {
  const mandate = await aMandate(as);
  const notice = await aNotice(mandate);
  await world.advance('P2D');
  return { mandate, debit: { ...mandate, ...notice, ...payer } };
}

const debits = async (receipt: string) =>
  (await world.control('GET', `/truth/collections?receipt=${receipt}`)) as { amountPaise: number }[];
const events = (name: string, about: string) =>
  world.webhooks.filter(({ rawBody }) => {
    const text = rawBody.toString();
    return text.includes(`"event":"${name}"`) && text.includes(about);
  });

describe('a customer', () => {
  it('is opened once, however often asked for', async () => {
    const person = aPerson();
    const first = await port().openCustomer(person, ctx);
    expect(await port().openCustomer(person, ctx)).toEqual(first);
  });
});

describe('a contact that a person does not have', () => {
  it('is left out of the customer, and the own one stands in for it in a debit', async () => {
    const { name, contact } = aPerson();
    const { customerRef } = await port().openCustomer({ name, contact }, ctx);
    expect(await port().openCustomer({ name, contact, email: undefined }, ctx)).toEqual({ customerRef });
    const { mandate, debit } = await anAnnouncedDebit('ok@razorpay');
    await port().present({ ...mandate, ...debit, email: undefined }, ctx);
    expect(await debits(debit.receipt)).toHaveLength(1);
  });

  it.each([
    ['/v1/customers', { name: 'Asha Rao', contact: '+919812345678', email: '' }],
    ['/v1/customers', { name: 'Asha Rao', contact: '', email: 'asha@example.in' }],
    ['/v1/payments/create/recurring', { email: '', contact: '+919812345678' }],
    ['/v1/payments/create/recurring', { email: 'asha@example.in', contact: '' }],
  ])('is refused at %s where it is empty', async (path, contacts) => {
    const { mandate, debit } = await anAnnouncedDebit('ok@razorpay');
    const { customerRef: customer_id, tokenRef: token } = mandate;
    const { orderRef: order_id, amount } = debit;
    const { url, keyId, keySecret } = world.config.razorpay;
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        amount,
        currency: 'INR',
        order_id,
        customer_id,
        token,
        recurring: true,
        ...contacts,
      }),
    });
    expect(answer.status).toBe(400);
  });
});

describe('registering a mandate', () => {
  it('answers the same order for the same receipt, also after a lost answer', async () => {
    const { customerRef } = await port().openCustomer(aPerson(), ctx);
    const terms = { receipt: aReceipt(), kind: 'upi', customerRef, maxAmount: 600_000 } as const;
    const until = later(400 * DAY_MS);
    await world.fault({
      provider: 'razorpay',
      op: 'order_create',
      fault: { timeout: true, commit: 'after' },
    });
    const first = await port().register({ ...terms, until }, ctx);
    const again = await port().register({ ...terms, until }, ctx);
    expect(again).toEqual(first);
    expect(first.checkout).toMatchObject({ orderRef: first.orderRef, customerRef, amount: 100 });
  });

  it('that is not yet approved is no mandate', async () => {
    const { customerRef, orderRef } = await register();
    expect(await port().findByOrder({ customerRef, orderRef })).toBeNull();
  });

  it.each(['upi', 'enach'] as const)('of %s is confirmed by its token, and takes no money', async (kind) => {
    const { customerRef, orderRef, receipt } = await register(kind);
    await approve(orderRef, 'ok@razorpay');
    expect(await port().findByOrder({ customerRef, orderRef })).toMatchObject({
      state: 'confirmed',
      maxAmount: 600_000,
    });
    const kept = await world.control('GET', `/truth/collections?receipt=${receipt}`);
    const sums = (kept as { amountPaise: number; amountRefundedPaise: number }[]).map(
      ({ amountPaise, amountRefundedPaise }) => [amountPaise, amountRefundedPaise],
    );
    expect(sums).toEqual(kind === 'upi' ? [[100, 100]] : []);
  });

  it('stands although its first payment failed, when the token says so', async () => {
    const { customerRef, orderRef } = await register();
    const approval = await approve(orderRef, 'dummyfail@razorpay');
    expect(approval).toMatchObject({ status: 'failed', error: { reason: 'upi_dummy_payment' } });
    expect(await port().findByOrder({ customerRef, orderRef })).toMatchObject({ state: 'confirmed' });
  });

  it('that is refused is rejected, and may be approved at the next try', async () => {
    const { customerRef, orderRef } = await register();
    await approve(orderRef, 'reject@razorpay');
    expect(await port().findByOrder({ customerRef, orderRef })).toMatchObject({
      state: 'rejected',
      reason: 'payment_cancelled',
    });
    await approve(orderRef, 'ok@razorpay');
    expect(await port().findByOrder({ customerRef, orderRef })).toMatchObject({ state: 'confirmed' });
  });

  it('may be confirmed two days later', async () => {
    const mandate = await aMandate('slow@razorpay');
    expect(await port().getMandate(mandate)).toMatchObject({ state: 'initiated' });
    await world.advance('P2DT1M');
    expect(await port().getMandate(mandate)).toMatchObject({ state: 'confirmed' });
    await world.waitForWebhooks(() => events('token.confirmed', mandate.tokenRef).length > 0);
  });

  it('ends with its term', async () => {
    const mandate = await aMandate();
    await world.advance('P401D');
    expect(await port().getMandate(mandate)).toMatchObject({ state: 'expired' });
  });
});

describe('a notice', () => {
  it('is delivered once per receipt', async () => {
    const mandate = await aMandate();
    const notice = await aNotice(mandate);
    expect(await port().getNotice(notice.orderRef)).toEqual({ state: 'pending' });
    expect((await aNotice(mandate, notice.amount, notice.receipt)).orderRef).toBe(notice.orderRef);
    await world.advance('PT2M');
    expect(await port().getNotice(notice.orderRef)).toMatchObject({ state: 'delivered' });
    await world.waitForWebhooks(() => events('order.notification.delivered', notice.orderRef).length > 0);
  });

  it('may fail, and then nothing can be debited', async () => {
    const { debit } = await anAnnouncedDebit('nonotice@razorpay');
    expect(await port().getNotice(debit.orderRef)).toEqual({ state: 'failed' });
    expect(await failureOf(port().present(debit, ctx))).toMatchObject({ name: 'ProviderRejected' });
    expect(await debits(debit.receipt)).toEqual([]);
  });

  it('is refused for a mandate that is paused', async () => {
    const mandate = await aMandate('pause@razorpay');
    await world.advance('PT2H');
    expect(await port().getMandate(mandate)).toMatchObject({ state: 'paused' });
    expect(await failureOf(aNotice(mandate))).toMatchObject({ name: 'ProviderRejected' });
  });
});

describe('a debit', () => {
  it('is refused earlier than announced, and above the maximum', async () => {
    const mandate = await aMandate();
    const early = await aNotice(mandate);
    await world.advance('PT20H');
    const tooEarly = port().present({ ...mandate, ...early, ...payer }, ctx);
    expect(await failureOf(tooEarly)).toMatchObject({ name: 'ProviderRejected' });
    const much = await aNotice(mandate, 600_001);
    await world.advance('P2D');
    const tooMuch = port().present({ ...mandate, ...much, ...payer }, ctx);
    expect(await failureOf(tooMuch)).toMatchObject({ name: 'ProviderRejected' });
  });

  it('takes the money once it was announced', async () => {
    const { debit } = await anAnnouncedDebit('ok@razorpay');
    const { paymentRef } = await port().present(debit, ctx);
    const expected = { orderRef: debit.orderRef, amount: debit.amount };
    expect(await world.providers.collection.getPayment(paymentRef, expected)).toMatchObject({
      status: 'captured',
    });
    expect(await failureOf(port().present(debit, ctx))).toMatchObject({ name: 'ProviderRejected' });
    expect(await debits(debit.receipt)).toHaveLength(1);
  });

  it('whose answer is lost is found at its order and never asked for twice', async () => {
    const { debit } = await anAnnouncedDebit('lost@razorpay');
    expect(await failureOf(port().present(debit, ctx))).toMatchObject({ outcome: 'unknown' });
    expect(await world.providers.collection.paymentsOf(debit.orderRef)).toMatchObject([
      { status: 'captured' },
    ]);
    expect(await debits(debit.receipt)).toHaveLength(1);
  });

  it.each([
    ['nofunds@razorpay', 'insufficient_funds'],
    ['technical@razorpay', 'gateway_technical_error'],
  ])('of %s fails once and succeeds at the next', async (approver, reason) => {
    const { mandate, debit } = await anAnnouncedDebit(approver);
    await port().present(debit, ctx);
    expect(await world.providers.collection.paymentsOf(debit.orderRef)).toMatchObject([
      { status: 'failed', failure: { reason } },
    ]);
    const second = await aNotice(mandate);
    await world.advance('P2D');
    await port().present({ ...mandate, ...second, ...payer }, ctx);
    expect(await debits(second.receipt)).toHaveLength(1);
    expect(await debits(debit.receipt)).toEqual([]);
  });

  it('without funds for ever fails each time', async () => {
    const { mandate, debit } = await anAnnouncedDebit('nofunds-always@razorpay');
    await port().present(debit, ctx);
    const second = await aNotice(mandate);
    await world.advance('P2D');
    await port().present({ ...mandate, ...second, ...payer }, ctx);
    expect(await debits(second.receipt)).toEqual([]);
  });

  it('may be told as captured before it is authorised, twice', async () => {
    const { debit } = await anAnnouncedDebit('twice@razorpay');
    await port().present(debit, ctx);
    await world.waitForWebhooks(() => events('payment.captured', debit.orderRef).length >= 2);
    expect(await debits(debit.receipt)).toHaveLength(1);
  });

  it('of eNACH is answered on the next day', async () => {
    const mandate = await aMandate('ok@razorpay', 'enach');
    const receipt = aReceipt();
    const order = await world.providers.collection.createOrder({ receipt, amount: 520_000, notes: {} }, ctx);
    await port().present({ ...mandate, ...payer, orderRef: order.orderRef, amount: 520_000 }, ctx);
    expect(await world.providers.collection.paymentsOf(order.orderRef)).toMatchObject([
      { status: 'created' },
    ]);
    expect(await debits(receipt)).toEqual([]);
    await world.advance('PT27H');
    expect(await debits(receipt)).toHaveLength(1);
  });
});

describe('cancelling', () => {
  it('is begun at once, final a little later, and no failure when repeated', async () => {
    const mandate = await aMandate();
    await port().cancel(mandate, ctx);
    await world.advance('PT2M');
    expect(await port().getMandate(mandate)).toMatchObject({ state: 'cancelled' });
    await port().cancel(mandate, ctx);
    expect(await failureOf(aNotice(mandate))).toMatchObject({ name: 'ProviderRejected' });
  });

  it('by the customer in the bank app is told by webhook', async () => {
    const { tokenRef } = await aMandate();
    await world.control('POST', '/act', { what: 'cancel_mandate', tokenId: tokenRef });
    const [told] = await world.waitForWebhooks(() => events('token.cancelled', tokenRef).length > 0);
    expect(told).toBeDefined();
    const event = events('token.cancelled', tokenRef)[0]!;
    expect(world.providers.collection.parseWebhook(event)).toMatchObject({
      isKnown: true,
      subjectRef: tokenRef,
      payload: { tokenRef },
    });
  });

  it('may come after the first debit', async () => {
    const { mandate, debit } = await anAnnouncedDebit('cancel@razorpay');
    await port().present(debit, ctx);
    expect(await debits(debit.receipt)).toHaveLength(1);
    expect(await port().getMandate(mandate)).toMatchObject({ state: 'cancelled' });
  });
});
