import { expect, it } from 'vitest';
import type { RawWebhook } from '../call-context.ts';
import { parseBillPayWebhook } from './webhook.ts';

const TOKEN = 'unguessable';
const body = { event: 'BILL_PAY', traceId: 't', data: { refId: 'BPR1', status: 'Success' } };

const aWebhook = (path: string, rawBody = JSON.stringify(body)): RawWebhook => ({
  path,
  headers: {},
  rawBody: Buffer.from(rawBody),
  receivedAt: new Date('2026-04-01T00:00:00Z'),
});

it('is a hint that names what to enquire about', () => {
  const event = parseBillPayWebhook(
    TOKEN,
    aWebhook(`/api/v1/webhooks/setu-billpay/${TOKEN}/bills/payment/response`),
  );
  expect(event).toMatchObject({ type: 'BILL_PAY', trust: 'hint', payload: { kind: 'pay', ref: 'BPR1' } });
});

it('has the same event id when the same body comes again', () => {
  const path = `/setu-billpay/${TOKEN}/bills/fetch/response`;
  const [a, b] = [parseBillPayWebhook(TOKEN, aWebhook(path)), parseBillPayWebhook(TOKEN, aWebhook(path))];
  expect(a.eventId).toBe(b.eventId);
});

it.each([
  ['token_wrong', aWebhook('/setu-billpay/guess/bills/payment/response')],
  ['unknown_route', aWebhook(`/setu-billpay/${TOKEN}/bills/secret/response`)],
  ['body_malformed', aWebhook(`/setu-billpay/${TOKEN}/bills/payment/response`, '<html>')],
  ['body_malformed', aWebhook(`/setu-billpay/${TOKEN}/bills/payment/response`, '{"data":{}}')],
])('is refused as %s', (reason, webhook) => {
  expect(() => parseBillPayWebhook(TOKEN, webhook)).toThrow(
    expect.objectContaining({ name: 'WebhookRejected', reason }),
  );
});
