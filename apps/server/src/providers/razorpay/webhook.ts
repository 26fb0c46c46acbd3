import { COLLECTION_EVENTS } from '@mohlat/contract';
import type { RawWebhook } from '../call-context.ts';
import type { RazorpayConfig } from '../config.ts';
import { WebhookRejected } from '../errors.ts';
import { present } from '../present.ts';
import { stringAt } from '../transport.ts';
import { bodyHash, hmacSha256Hex, isSameSecret, jsonObject } from '../webhook-proof.ts';
import type { CollectionEvent, RazorpayPayload } from './port.ts';
import { toOrder, toPayment, toRefund } from './read.ts';
import * as wire from './wire.ts';

const KNOWN_EVENTS: ReadonlySet<string> = new Set(COLLECTION_EVENTS);

/**
 * Checks the signature over the raw bytes with the current secret, then with the previous one: an event sent
 * before a rotation keeps its old signature through all its retries.
 */
export function parseRazorpayWebhook(
  config: Pick<RazorpayConfig, 'webhookSecret' | 'previousWebhookSecret'>,
  w: RawWebhook,
): CollectionEvent {
  assertSigned(config, w);
  const envelope = wire.webhook.safeParse(jsonObject(w.rawBody));
  if (!envelope.success) throw new WebhookRejected('razorpay', 'body_malformed');
  const { event, payload, created_at: createdAt } = envelope.data;
  const read = readPayload(payload);
  const subject = event.startsWith('refund.')
    ? read.refundRef
    : (read.paymentRef ?? read.orderRef ?? read.tokenRef);
  const isKnown = KNOWN_EVENTS.has(event);
  return {
    provider: 'razorpay',
    eventId: header(w, 'x-razorpay-event-id') ?? bodyHash(w.rawBody),
    type: event,
    subjectRef: (isKnown && subject) || '',
    payload: isKnown ? read : {},
    trust: 'verified',
    isKnown,
    ...(createdAt === undefined ? {} : { occurredAt: new Date(createdAt * 1_000) }),
  };
}

function assertSigned(
  config: Pick<RazorpayConfig, 'webhookSecret' | 'previousWebhookSecret'>,
  w: RawWebhook,
): void {
  const signature = header(w, 'x-razorpay-signature');
  if (signature === undefined) throw new WebhookRejected('razorpay', 'signature_missing');
  const secrets = [config.webhookSecret, config.previousWebhookSecret];
  const isGenuine = secrets.some(
    (secret) => secret !== undefined && isSameSecret(hmacSha256Hex(secret, w.rawBody), signature),
  );
  if (!isGenuine) throw new WebhookRejected('razorpay', 'signature_wrong');
}

function header(w: RawWebhook, name: string): string | undefined {
  const value = w.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** An entity in a shape we do not know is left out: its id is enough to enquire about it. */
function readPayload(payload: Record<string, unknown>): RazorpayPayload {
  const entity = (name: string): unknown => {
    const wrapper = payload[name];
    return typeof wrapper === 'object' && wrapper !== null ? Reflect.get(wrapper, 'entity') : undefined;
  };
  const payment = wire.payment.safeParse(entity('payment'));
  const refund = wire.refund.safeParse(entity('refund'));
  const order = wire.order.safeParse(entity('order'));
  return present({
    paymentRef: stringAt(entity('payment'), 'id') ?? stringAt(entity('refund'), 'payment_id'),
    orderRef: stringAt(entity('order'), 'id') ?? stringAt(entity('payment'), 'order_id'),
    refundRef: stringAt(entity('refund'), 'id'),
    tokenRef: stringAt(entity('token'), 'id'),
    disputeRef: stringAt(entity('dispute'), 'id'),
    payment: payment.success ? toPayment(payment.data) : undefined,
    refund: refund.success ? toRefund(refund.data) : undefined,
    order: order.success ? toOrder(order.data) : undefined,
  });
}
