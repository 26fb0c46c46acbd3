import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RawWebhook } from '../call-context.ts';
import { parseRazorpayWebhook } from './webhook.ts';

const config = { webhookSecret: 'new-secret', previousWebhookSecret: 'old-secret' };

const captured = {
  entity: 'event',
  account_id: 'acc_1',
  event: 'payment.captured',
  contains: ['payment'],
  payload: {
    payment: {
      entity: {
        id: 'pay_1',
        order_id: 'order_1',
        status: 'captured',
        amount: 50_000,
        currency: 'INR',
        method: 'upi',
        upi: { payer_account_type: 'bank_account', vpa: 'a@b' },
        acquirer_data: { rrn: '412345678901' },
        created_at: 1_775_000_000,
      },
    },
  },
  created_at: 1_775_000_001,
};

function aWebhook(
  over: { body?: string; secret?: string; signature?: string | null; eventId?: string } = {},
) {
  const rawBody = Buffer.from(over.body ?? JSON.stringify(captured));
  const made = createHmac('sha256', over.secret ?? 'new-secret')
    .update(rawBody)
    .digest('hex');
  const signature = over.signature === undefined ? made : over.signature;
  const webhook: RawWebhook = {
    path: '/api/v1/webhooks/razorpay',
    headers: {
      ...(signature === null ? {} : { 'x-razorpay-signature': signature }),
      ...(over.eventId === undefined ? {} : { 'x-razorpay-event-id': over.eventId }),
    },
    rawBody,
    receivedAt: new Date('2026-04-01T00:00:00Z'),
  };
  return webhook;
}

const refusal = (webhook: RawWebhook): string => {
  try {
    parseRazorpayWebhook(config, webhook);
    return 'accepted';
  } catch (error) {
    return error instanceof Error && 'reason' in error ? String(error.reason) : 'other';
  }
};

describe('a Razorpay webhook', () => {
  it('is verified by its hex signature and names what to enquire about', () => {
    const event = parseRazorpayWebhook(config, aWebhook({ eventId: 'evt_1' }));
    expect(event).toMatchObject({
      eventId: 'evt_1',
      type: 'payment.captured',
      subjectRef: 'pay_1',
      trust: 'verified',
      isKnown: true,
      occurredAt: new Date(1_775_000_001_000),
      payload: { orderRef: 'order_1', payment: { amount: 50_000, bankRef: '412345678901' } },
    });
  });

  it('is accepted under the previous secret while keys are changing', () => {
    expect(refusal(aWebhook({ secret: 'old-secret' }))).toBe('accepted');
  });

  it('is refused with a wrong, a base64 or no signature', () => {
    const base64 = createHmac('sha256', 'new-secret').update(JSON.stringify(captured)).digest('base64');
    expect(refusal(aWebhook({ secret: 'someone-else' }))).toBe('signature_wrong');
    expect(refusal(aWebhook({ signature: base64 }))).toBe('signature_wrong');
    expect(refusal(aWebhook({ signature: null }))).toBe('signature_missing');
  });

  it('is refused when one byte of the body was changed', () => {
    const genuine = aWebhook();
    const tampered = {
      ...genuine,
      rawBody: Buffer.from(genuine.rawBody.toString().replace('50000', '50001')),
    };
    expect(refusal(tampered)).toBe('signature_wrong');
  });

  it('is refused when its genuine body is no event', () => {
    expect(refusal(aWebhook({ body: '[1]' }))).toBe('body_malformed');
  });

  it('goes by the hash of its body when it has no event id', () => {
    expect(parseRazorpayWebhook(config, aWebhook()).eventId).toMatch(/^[0-9a-f]{64}$/);
  });

  it('of an unknown type is accepted and carries nothing to act on', () => {
    const body = JSON.stringify({ ...captured, event: 'invoice.paid' });
    expect(parseRazorpayWebhook(config, aWebhook({ body }))).toMatchObject({
      isKnown: false,
      subjectRef: '',
      payload: {},
    });
  });

  it('still names the payment when its entity has a shape we do not know', () => {
    const body = JSON.stringify(captured).replace('"captured"', '"levitating"');
    const event = parseRazorpayWebhook(config, aWebhook({ body }));
    expect(event.subjectRef).toBe('pay_1');
    expect(event.payload.payment).toBeUndefined();
  });
});
