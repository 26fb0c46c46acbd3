import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { World } from '../core/world.ts';
import { razorpayError } from './errors.ts';

export const KEY_ID = 'rzp_test_sandbox';
export const ACCOUNT_ID = 'acc_SBX00000000001';
const KEY_SECRET = 'sandbox-razorpay-secret';
const WEBHOOK_SECRET = 'sandbox-razorpay-webhook-secret';
const OLD_WEBHOOK_SECRET = 'sandbox-razorpay-webhook-old';

function hmac(text: string, secret: string, encoding: 'hex' | 'base64' = 'hex'): string {
  return createHmac('sha256', secret).update(text).digest(encoding);
}

/** Signs the proof of a payment on an order, which Checkout hands to the merchant's page. */
export function checkoutSignature(orderId: string, paymentId: string): string {
  return hmac(`${orderId}|${paymentId}`, KEY_SECRET);
}

/** A signature of the right shape that proves nothing. */
export function forgedSignature(orderId: string, paymentId: string): string {
  return hmac(`${orderId}|${paymentId}`, 'not-the-secret');
}

function webhookSignature(raw: string, mistake: unknown): string {
  if (mistake === 'wrong') return hmac(raw, 'not-the-secret');
  if (mistake === 'old_secret') return hmac(raw, OLD_WEBHOOK_SECRET);
  if (mistake === 'hex_vs_base64') return hmac(raw, WEBHOOK_SECRET, 'base64');
  return hmac(raw, WEBHOOK_SECRET);
}

export function installSigner(world: World): void {
  world.webhooks.signer('razorpay', (raw, eventId, mistake) => ({
    'x-razorpay-event-id': eventId.replace('evt_', ''),
    ...(mistake === 'missing' ? {} : { 'x-razorpay-signature': webhookSignature(raw, mistake) }),
  }));
}

/** Every API route asks for Basic authentication with the exact key; what a browser loads does not. */
export function requireKey(app: FastifyInstance): void {
  const expected = `Basic ${Buffer.from(`${KEY_ID}:${KEY_SECRET}`).toString('base64')}`;
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isPublic) return;
    if (request.headers.authorization !== expected) return reply.code(401).send(razorpayError(401));
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Loaded by a browser, without the merchant's key. */
    isPublic?: boolean;
  }
}
