import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Twins } from '../twins.ts';
import { asObject, textOf } from '../core/json.ts';
import type { Json } from '../core/json.ts';
import { readInstrument } from '../razorpay/instrument-magic.ts';
import { STEPS } from '../setu-billpay/pay-magic.ts';
import type { ConsentChoice } from '../setu-data/sessions.ts';
import { disputePayment, disputeVerdict, returnPayment, strayPayment } from './collections.ts';
import { refuse } from './errors.ts';
import { auditorPolicy, auditorVerdict, callVerdict } from './verdicts.ts';

type Act = (twins: Twins, body: Json, reply: FastifyReply) => unknown;

const payOrder: Act = ({ world, razorpay }, body, reply) => {
  const instrument = readInstrument(textOf(body.with) ?? 'success@razorpay');
  if (!instrument) return refuse(reply, 'with must be a UPI id, a card number or netbanking');
  const fault = world.faults.take('answer', 'razorpay', 'pay', body, world.clock.now()) ?? {};
  const payer = { email: textOf(body.email), contact: textOf(body.contact), fault };
  const orderId = textOf(body.orderId) ?? '';
  const order = razorpay.books.orders.find(orderId);
  const result =
    order?.registration && instrument.method === 'upi'
      ? razorpay.mandates.approve(order, instrument.vpa, payer)
      : razorpay.collections.pay(orderId, instrument, payer);
  if (result.kind === 'refused') return refuse(reply, result.reason, 409);
  return {
    paymentId: result.payment.id,
    signature: result.signature,
    status: razorpay.books.payments.find(result.payment.id)?.status,
    error: result.payment.error,
  };
};

function consent(choice: ConsentChoice): Act {
  return ({ setuData }, body, reply) => {
    const session = setuData.sessions.search(textOf(body.sessionId) ?? '');
    if (!session) return refuse(reply, 'no such consent session', 404);
    if (session.state !== 'waiting') return refuse(reply, `this session is ${session.state}`, 409);
    const hint = { pan: textOf(body.pan), aadhaarLast4: textOf(body.aadhaarLast4) };
    return { sessionId: session.id, redirectUrl: setuData.sessions.choose(session, choice, hint) };
  };
}

/** Without it the page shows whoever's PAN was checked first of those who wait. */
const consentOf: Act = ({ world, setuData }, body, reply) => {
  const session = setuData.sessions.search(textOf(body.sessionId) ?? '');
  const person = world.people.byPan(textOf(body.pan) ?? '');
  if (!session || !person) return refuse(reply, 'no such consent session, or nobody has this pan', 404);
  if (session.state !== 'waiting') return refuse(reply, `this session is ${session.state}`, 409);
  setuData.sessions.seat(session, person);
  return { sessionId: session.id };
};

const billPayment: Act = ({ world, billPay }, body, reply) => {
  const step = STEPS.find((name) => name === body.step);
  const key = textOf(body.paymentRefId);
  const refId =
    textOf(body.refId) ??
    (key === undefined ? undefined : billPay.books.paymentsByKey.listByRef(key)[0]?.refId);
  if (!step || refId === undefined) return refuse(reply, `step must be one of ${STEPS.join(', ')}`);
  const record = billPay.ledger.step(refId, step, world.clock.now());
  return record ? { refId, status: record.status } : refuse(reply, 'no such bill payment', 404);
};

function mandate(status: 'cancelled' | 'paused' | 'confirmed'): Act {
  return ({ razorpay }, body, reply) => {
    const token = razorpay.books.tokens.find(textOf(body.tokenId) ?? '');
    if (!token) return refuse(reply, 'no such mandate', 404);
    if (token.status === 'rejected' || token.status === 'cancelled')
      return refuse(reply, `this mandate is ${token.status}`, 409);
    razorpay.mandates.change(token, status);
    return { tokenId: token.id, status };
  };
}

const ACTS: Record<string, Act> = {
  pay_order: payOrder,
  stray_payment: strayPayment,
  dispute_payment: disputePayment,
  dispute_verdict: disputeVerdict,
  return_payment: returnPayment,
  consent_of: consentOf,
  approve_consent: consent('approve'),
  deny_consent: consent('deny'),
  expire_consent: consent('expire'),
  consent_aadhaar_not_linked: consent('aadhaar_not_linked'),
  consent_upstream_down: consent('upstream_down'),
  consent_name_mismatch: consent('name_mismatch'),
  consent_dob_mismatch: consent('dob_mismatch'),
  cancel_mandate: mandate('cancelled'),
  pause_mandate: mandate('paused'),
  resume_mandate: mandate('confirmed'),
  bill_payment: billPayment,
  agent_verdict: callVerdict('agent'),
  auditor_verdict: auditorVerdict,
  auditor_policy: auditorPolicy,
};

/** Plays the human or the bank. */
export function actRoutes(app: FastifyInstance, twins: Twins): void {
  app.post('/act', (request, reply) => {
    const body = asObject(request.body);
    const act = ACTS[textOf(body.what) ?? ''];
    if (!act) return refuse(reply, `what must be one of ${Object.keys(ACTS).join(', ')}`);
    return act(twins, body, reply);
  });
}
