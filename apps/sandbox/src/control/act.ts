import type { FastifyInstance, FastifyReply } from 'fastify';
import { POLICIES } from '../review-desk/desk.ts';
import type { Twins } from '../twins.ts';
import { asObject, textOf } from '../core/json.ts';
import type { Json } from '../core/json.ts';
import { readInstrument } from '../razorpay/instrument-magic.ts';
import { STEPS } from '../setu-billpay/pay-magic.ts';
import type { ConsentChoice } from '../setu-data/sessions.ts';
import { refuse } from './errors.ts';

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
    const hint = {
      pan: textOf(body.pan),
      aadhaarLast4: textOf(body.aadhaarLast4),
      digilockerId: textOf(body.digilockerId),
    };
    return { sessionId: session.id, redirectUrl: setuData.sessions.choose(session, choice, hint) };
  };
}

/** Without it the page shows the person whose PAN was checked first of those who wait. */
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

/**
 * The agent of a video call, or the auditor who looks afterwards: `{verificationId?, verdict, remarks?}`; without an
 * id the newest call that waits for this word.
 */
function callVerdict(forWhom: 'agent' | 'auditor') {
  return ({ cashfree }: Twins, body: Json, reply: FastifyReply) => {
    const { verdict } = body;
    if (verdict !== 'approve' && verdict !== 'reject')
      return refuse(reply, 'verdict must be approve or reject');
    const { calls } = cashfree;
    const call = calls.waiting(textOf(body.verificationId), forWhom);
    if (!call) return refuse(reply, `no video call waits for an ${forWhom}`, 404);
    const speak = forWhom === 'agent' ? calls.agentVerdict : calls.auditorVerdict;
    speak(call, verdict, textOf(body.remarks));
    return { verificationId: call.verificationId, status: calls.find(call.verificationId)?.status };
  };
}

/**
 * The auditor: of the review desk with `{reviewId? | kind?, verdict, remarks?}`, of a video call with a `verificationId`. Without
 * either, the newest review at the desk; where none waits there, the newest call.
 */
function auditorVerdict(twins: Twins, body: Json, reply: FastifyReply) {
  const { desk } = twins.reviewDesk;
  const review =
    body.verificationId === undefined ? desk.waiting(textOf(body.reviewId), textOf(body.kind)) : undefined;
  if (!review && body.reviewId === undefined && body.kind === undefined)
    return callVerdict('auditor')(twins, body, reply);
  const { verdict } = body;
  if (verdict !== 'approve' && verdict !== 'reject')
    return refuse(reply, 'verdict must be approve or reject');
  if (!review) return refuse(reply, 'no such review waits at the desk', 404);
  const { reviewId, status } = desk.decide(review, verdict, textOf(body.remarks));
  return { reviewId, status };
}

/** Sets what the auditor of the desk does unasked, ten seconds after a review came in: `{policy, kind?}`. */
function auditorPolicy({ reviewDesk }: Twins, body: Json, reply: FastifyReply) {
  const policy = POLICIES.find((one) => one === body.policy);
  if (!policy) return refuse(reply, `policy must be one of ${POLICIES.join(', ')}`);
  reviewDesk.desk.setPolicy(policy, textOf(body.kind));
  return { policy };
}

/** A payer pays the merchant without being asked: `{amountPaise, with?, receipt?}`, on an order the merchant never made. */
function strayPayment({ razorpay }: Twins, body: Json, reply: FastifyReply) {
  const amount = Number(body.amountPaise);
  const instrument = readInstrument(textOf(body.with) ?? 'success@razorpay');
  if (!Number.isSafeInteger(amount) || amount < 100) return refuse(reply, 'amountPaise must be 100 or more');
  if (!instrument) return refuse(reply, 'with must be a UPI id, a card number or netbanking');
  const order = razorpay.collections.createOrder({
    amount,
    currency: 'INR',
    notes: {},
    isAutoCapture: true,
    receipt: textOf(body.receipt) ?? null,
  });
  const result = razorpay.collections.pay(order.id, instrument);
  if (result.kind === 'refused') return refuse(reply, result.reason, 409);
  return { orderId: order.id, paymentId: result.payment.id };
}

/** The payer's bank demands money back: `{paymentId, amountPaise?, deductAtOnce?}`. */
function disputePayment({ razorpay }: Twins, body: Json, reply: FastifyReply) {
  const payment = razorpay.books.payments.find(textOf(body.paymentId) ?? '');
  if (payment?.capturedAt == null) return refuse(reply, 'no such captured payment', 404);
  const amount = body.amountPaise === undefined ? undefined : Number(body.amountPaise);
  if (amount !== undefined && !(amount > 0 && amount <= payment.amount))
    return refuse(reply, 'amountPaise must be at most what was paid');
  const dispute = razorpay.disputes.open(payment, { amount, isDeductedAtOnce: body.deductAtOnce === true });
  return { disputeId: dispute.id, status: dispute.status };
}

/** The card network decides: `{disputeId, verdict}` with verdict `won` or `lost`, as seen by the merchant. */
function disputeVerdict({ razorpay }: Twins, body: Json, reply: FastifyReply) {
  const dispute = razorpay.books.disputes.find(textOf(body.disputeId) ?? '');
  if (!dispute) return refuse(reply, 'no such dispute', 404);
  if (dispute.endedAt !== null) return refuse(reply, `this dispute is ${dispute.status}`, 409);
  const { verdict } = body;
  if (verdict !== 'won' && verdict !== 'lost') return refuse(reply, 'verdict must be won or lost');
  return { disputeId: dispute.id, status: razorpay.disputes.end(dispute, verdict).status };
}

/** The payer's bank sends a payment back that had succeeded: `{paymentId}`. */
function returnPayment({ world, razorpay }: Twins, body: Json, reply: FastifyReply) {
  const payment = razorpay.books.payments.find(textOf(body.paymentId) ?? '');
  if (payment?.status !== 'captured') return refuse(reply, 'no such captured payment', 404);
  const returnedAt = world.clock.now();
  razorpay.books.payments.put(payment.id, { ...payment, status: 'failed', returnedAt }, payment.orderId);
  return { paymentId: payment.id, status: 'failed' };
}
