import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { installFaults } from '../core/fault-hook.ts';
import { asObject, textOf } from '../core/json.ts';
import { SECOND_MS } from '../core/time.ts';
import type { World } from '../core/world.ts';
import { createDesk } from './desk.ts';
import type { Desk, DeskReview } from './desk.ts';

const KEY = 'sandbox-review-desk';
const WEBHOOK_SECRET = 'sandbox-review-desk-webhook-secret';
const DECIDES_AFTER_MS = 10 * SECOND_MS;

export type ReviewDeskTwin = { desk: Desk; plugin: (app: FastifyInstance) => Promise<void> };

const WORDS: Record<number, string> = {
  400: 'the request is not valid',
  401: 'the key is wrong',
  404: 'no such review',
  429: 'too many requests',
};

function failure(status: number) {
  return { error: { code: `desk_${status}`, message: WORDS[status] ?? 'the desk is closed' } };
}

function toWire({ reviewId, kind, status, remarks, decidedAt }: DeskReview) {
  return { reviewId, kind, status, remarks, decidedAt };
}

function sign(raw: string, mistake: unknown): string {
  const secret = mistake === 'wrong' ? 'not-the-secret' : WEBHOOK_SECRET;
  return createHmac('sha256', secret)
    .update(raw)
    .digest(mistake === 'hex_vs_base64' ? 'base64' : 'hex');
}

/** People who look at recordings and papers all day; here one auditor who is content after ten seconds. */
export function createReviewDesk(world: World): ReviewDeskTwin {
  const desk = createDesk(world, DECIDES_AFTER_MS);
  world.webhooks.signer('review_desk', (raw, eventId, mistake) => ({
    'x-desk-event-id': eventId,
    ...(mistake === 'missing' ? {} : { 'x-desk-signature': sign(raw, mistake) }),
  }));
  return {
    desk,
    async plugin(app) {
      installFaults(app, world, 'review_desk', failure);
      app.addHook('onRequest', async (request, reply) => {
        if (request.headers.authorization !== `Bearer ${KEY}`) return reply.code(401).send(failure(401));
      });
      app.post('/reviews', { config: { op: 'review_open' } }, (request, reply) => {
        const body = asObject(request.body);
        const reviewId = textOf(body.reviewId);
        const kind = textOf(body.kind);
        if (!reviewId || !/^[\w-]{8,64}$/.test(reviewId) || !kind) return reply.code(400).send(failure(400));
        return reply.code(201).send(toWire(desk.open(reviewId, kind)));
      });
      app.get<{ Params: { id: string } }>(
        '/reviews/:id',
        { config: { op: 'review_get' } },
        (request, reply) => {
          const review = desk.find(request.params.id);
          return review ? toWire(review) : reply.code(404).send(failure(404));
        },
      );
    },
  };
}
