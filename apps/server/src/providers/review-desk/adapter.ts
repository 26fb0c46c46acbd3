import type { RawWebhook } from '../call-context.ts';
import type { ReviewDeskConfig } from '../config.ts';
import { WebhookRejected } from '../errors.ts';
import { assertEcho, readWire, REPEAT_READ, stringAt } from '../transport.ts';
import type { Dialect, Transport } from '../transport.ts';
import { bodyHash, hmacSha256Hex, isSameSecret, jsonObject } from '../webhook-proof.ts';
import type { ReviewDeskPort } from './port.ts';
import * as wire from './wire.ts';

const opening = { provider: 'review_desk', op: 'openReview' } as const;
const reading = { provider: 'review_desk', op: 'readVerdict' } as const;
const REMARKS_MAX = 500;

/** A desk of people who judge reviews, by HTTP. */
export function createReviewDesk(
  config: ReviewDeskConfig,
  { transport }: { transport: Transport },
): ReviewDeskPort {
  const dialect: Dialect = {
    provider: 'review_desk',
    baseUrl: config.url,
    headers: () => ({ authorization: `Bearer ${config.key}` }),
    codeOf: (json) => stringAt(json, 'error', 'code'),
    traceOf: () => undefined,
  };
  return {
    async open(body, context) {
      // The review's id is the key: telling twice is telling once.
      const call = {
        kind: 'read',
        timeout: 'read',
        repeats: REPEAT_READ,
        method: 'POST',
        path: '/reviews',
      } as const;
      const { json } = await transport.call(dialect, { ...call, op: opening.op, body, context });
      assertEcho(opening, 'reviewId', body.reviewId, readWire(wire.reviewAnswer, json, opening).reviewId);
    },
    async verdict(reviewId) {
      const { json, status } = await transport.call(dialect, {
        op: reading.op,
        kind: 'enquiry',
        timeout: 'read',
        repeats: REPEAT_READ,
        method: 'GET',
        path: `/reviews/${encodeURIComponent(reviewId)}`,
        alsoGood: [404],
      });
      if (status === 404) return undefined;
      const answer = readWire(wire.reviewAnswer, json, reading);
      assertEcho(reading, 'reviewId', reviewId, answer.reviewId);
      if (answer.status !== 'rejected') return { state: answer.status };
      return { state: 'rejected', remarks: answer.remarks?.trim().slice(0, REMARKS_MAX) || undefined };
    },
    parseWebhook: (w) => parseDeskWebhook(config, w),
  };
}

function parseDeskWebhook(config: ReviewDeskConfig, w: RawWebhook) {
  const signature = w.headers['x-desk-signature'];
  if (typeof signature !== 'string' || signature === '')
    throw new WebhookRejected('review_desk', 'signature_missing');
  if (!isSameSecret(hmacSha256Hex(config.webhookSecret, w.rawBody), signature))
    throw new WebhookRejected('review_desk', 'signature_wrong');
  const body = wire.webhook.safeParse(jsonObject(w.rawBody));
  if (!body.success) throw new WebhookRejected('review_desk', 'body_malformed');
  const eventId = w.headers['x-desk-event-id'];
  return {
    provider: 'review_desk' as const,
    eventId: typeof eventId === 'string' && eventId !== '' ? eventId : bodyHash(w.rawBody),
    type: body.data.event,
    subjectRef: body.data.reviewId,
    payload: {},
    trust: 'verified' as const,
  };
}
