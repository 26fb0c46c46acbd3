import { createHmac } from 'node:crypto';
import type { RawWebhook, WebhookEvent } from '../call-context.ts';
import { WebhookRejected } from '../errors.ts';
import { isSameSecret, jsonObject } from '../webhook-proof.ts';
import * as wire from './wire.ts';

const PROVIDER = 'cashfree_vrs';
/** What is sent again keeps its time, so a replay within a day is told by its event id and an older one is refused. */
const AGE_MAX_MS = 24 * 60 * 60 * 1_000;

/** Base64 HMAC-SHA256 over the timestamp's header and the raw bytes. */
export function parseVideoWebhook(clientSecret: string, w: RawWebhook): WebhookEvent<{ ref: string }> {
  const signature = header(w, 'x-webhook-signature');
  const timestamp = header(w, 'x-webhook-timestamp');
  if (signature === undefined || timestamp === undefined)
    throw new WebhookRejected(PROVIDER, 'signature_missing');
  const expected = createHmac('sha256', clientSecret).update(timestamp).update(w.rawBody).digest('base64');
  if (!isSameSecret(expected, signature)) throw new WebhookRejected(PROVIDER, 'signature_wrong');
  const sentAt = millisecondsOf(timestamp);
  if (sentAt === undefined || w.receivedAt.getTime() - sentAt > AGE_MAX_MS)
    throw new WebhookRejected(PROVIDER, 'timestamp_stale');
  const envelope = wire.webhook.safeParse(jsonObject(w.rawBody));
  if (!envelope.success) throw new WebhookRejected(PROVIDER, 'body_malformed');
  const { event_type: type, event_time: occurredAt, data } = envelope.data;
  const ref = data.verification_id;
  return {
    provider: PROVIDER,
    eventId: `${type}:${ref}:${occurredAt.toISOString()}`,
    type,
    occurredAt,
    subjectRef: type.startsWith('VKYC_') ? ref : '',
    payload: { ref },
    trust: 'verified',
  };
}

/** Seconds or milliseconds since 1970; no date of ours is near the border between the two. */
function millisecondsOf(timestamp: string): number | undefined {
  if (!/^\d{9,14}$/.test(timestamp)) return undefined;
  const value = Number(timestamp);
  return value < 100_000_000_000 ? value * 1_000 : value;
}

function header(w: RawWebhook, name: string): string | undefined {
  const value = w.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
