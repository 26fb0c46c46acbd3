import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { asObject, textOf } from '../core/json.ts';
import { STYLE, html, page, rupees } from '../page/html.ts';
import type { Order, RazorpayBooks } from './books.ts';
import type { Collections, PayResult } from './collections.ts';
import { KEY_ID } from './credentials.ts';
import { readInstrument } from './instrument-magic.ts';
import type { Mandates } from './mandates.ts';

const asset = (name: string) => readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
const CHECKOUT_JS = asset('checkout.js');
const PAGE_JS = asset('page.js');

// Forms are hidden until their script hears what is pressed: pressed before, they would be sent without a receiver.
type PageQuery = Partial<Record<'key' | 'order_id' | 'name' | 'email' | 'contact' | 'parent', string>>;

function approvalPage(order: Order, query: PageQuery): string {
  const most = rupees(order.registration?.maxAmount ?? 0);
  const body = html`<main
    class="sheet"
    data-pay="pay"
    data-refusal="reject@razorpay"
    data-key="${query.key}"
    data-order="${order.id}"
    data-email="${query.email}"
    data-contact="${query.contact}"
    data-parent="${query.parent}"
  >
    <form class="card" id="form" hidden>
      <h1>Autopay for ${query.name || 'the merchant'}</h1>
      <p class="quiet">Sandbox mandate. No real money moves.</p>
      <p class="amount">Up to ${most}</p>
      <input type="radio" name="method" value="upi" checked hidden />
      <div class="field" data-method="upi">
        <label for="vpa">Approve as</label>
        <input id="vpa" value="ok@razorpay" autocomplete="off" autocapitalize="none" spellcheck="false" />
      </div>
      <p id="note" class="quiet" role="status" aria-live="polite"></p>
      <div class="row">
        <button type="submit" class="primary" id="pay">Approve</button>
        <button type="button" id="fail">Refuse</button>
        <button type="button" id="close">Close</button>
      </div>
    </form>
  </main>`;
  return page('Approve autopay', body, { styles: ['page.css'], script: 'page.js' });
}

function checkoutPage(order: Order, query: PageQuery): string {
  const amount = rupees(order.amount - order.amountPaid);
  const body = html`<main
    class="sheet"
    data-pay="pay"
    data-key="${query.key}"
    data-order="${order.id}"
    data-email="${query.email}"
    data-contact="${query.contact}"
    data-parent="${query.parent}"
  >
    <form class="card" id="form" hidden>
      <h1>Pay ${query.name || 'the merchant'}</h1>
      <p class="quiet">Sandbox checkout. No real money moves.</p>
      <p class="amount">${amount}</p>
      <fieldset>
        <legend class="quiet">Pay with</legend>
        <label class="choice"><input type="radio" name="method" value="upi" checked /> UPI</label>
        <label class="choice"><input type="radio" name="method" value="card" /> Card</label>
        <label class="choice"><input type="radio" name="method" value="netbanking" /> Netbanking</label>
      </fieldset>
      <div class="field" data-method="upi">
        <label for="vpa">UPI ID</label>
        <input
          id="vpa"
          value="success@razorpay"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
        />
      </div>
      <div class="field" data-method="card" hidden>
        <label for="card">Card number</label>
        <input id="card" value="6527 6589 0000 1005" inputmode="numeric" autocomplete="off" />
        <label for="otp">OTP from your bank</label>
        <input id="otp" value="1234" inputmode="numeric" autocomplete="off" />
      </div>
      <div class="field" data-method="netbanking" hidden>
        <label for="bank">Bank</label>
        <select id="bank">
          <option value="HDFC">HDFC Bank</option>
          <option value="ICIC">ICICI Bank</option>
          <option value="SBIN">State Bank of India</option>
        </select>
      </div>
      <p id="note" class="quiet" role="status" aria-live="polite"></p>
      <div class="row">
        <button type="submit" class="primary" id="pay">Pay ${amount}</button>
        <button type="button" id="fail">Fail</button>
        <button type="button" id="close">Close</button>
      </div>
    </form>
  </main>`;
  return page(`Pay ${amount}`, body, { styles: ['page.css'], script: 'page.js' });
}

function answerOf(order: Order, result: PayResult) {
  if (result.kind === 'refused') {
    const error = { code: 'BAD_REQUEST_ERROR', description: result.reason, metadata: { order_id: order.id } };
    return { error };
  }
  const metadata = { payment_id: result.payment.id, order_id: order.id };
  if (result.kind === 'failed') return { error: { ...result.payment.error, metadata } };
  if (result.kind !== 'paid') return { waiting: true };
  return {
    answer: {
      razorpay_payment_id: result.payment.id,
      razorpay_order_id: order.id,
      razorpay_signature: result.signature,
    },
  };
}

/** Serves what a browser loads: the script for the merchant's page and the page inside its frame. */
export function checkoutRoutes(
  app: FastifyInstance,
  { books, collections, mandates }: { books: RazorpayBooks; collections: Collections; mandates: Mandates },
): void {
  const open = { config: { isPublic: true } };
  const script = { config: { isPublic: true, op: 'checkout_js' } };
  app.get('/v1/checkout.js', script, (_request, reply) =>
    reply.header('cross-origin-resource-policy', 'cross-origin').type('text/javascript').send(CHECKOUT_JS),
  );
  app.get('/v1/checkout/page.js', open, (_request, reply) => reply.type('text/javascript').send(PAGE_JS));
  app.get('/v1/checkout/page.css', open, (_request, reply) => reply.type('text/css').send(STYLE));
  app.get<{ Querystring: PageQuery }>('/v1/checkout/page', open, (request, reply) => {
    const { key, order_id: orderId = '' } = request.query;
    const order = key === KEY_ID ? books.orders.find(orderId) : undefined;
    if (order)
      return reply
        .type('text/html')
        .send((order.registration ? approvalPage : checkoutPage)(order, request.query));
    const body = html`<main class="sheet"><p class="card">This order does not exist.</p></main>`;
    return reply
      .code(400)
      .type('text/html')
      .send(page('Payment', body, { styles: ['page.css'] }));
  });
  app.post('/v1/checkout/pay', { config: { isPublic: true, op: 'pay' } }, (request, reply) => {
    const body = asObject(request.body);
    const order = books.orders.find(textOf(body.order_id) ?? '');
    if (body.key !== KEY_ID || !order)
      return reply
        .code(400)
        .send({ error: { code: 'BAD_REQUEST_ERROR', description: 'This order does not exist.' } });
    const instrument = readInstrument(textOf(body.instrument) ?? '');
    if (!instrument)
      return reply
        .code(400)
        .send({ error: { code: 'BAD_REQUEST_ERROR', description: 'Check what you typed.' } });
    const payer = {
      email: textOf(body.email) || undefined,
      contact: textOf(body.contact) || undefined,
      fault: request.fault,
    };
    if (!order.registration) return answerOf(order, collections.pay(order.id, instrument, payer));
    const approver = instrument.method === 'upi' ? instrument.vpa : 'ok@razorpay';
    return answerOf(order, mandates.approve(order, approver, payer));
  });
}
