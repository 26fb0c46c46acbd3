import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureContext } from '#features/context.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { type RawWebhook, type WebhookEvent, WebhookRejected } from '#providers/index.ts';

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'providers' | 'log'>;

/** What a provider told us, and the job that looks into it. */
interface Received {
  readonly event: WebhookEvent<unknown>;
  readonly follow: ((tx: Tx) => Promise<void>) | undefined;
}

type Reader = (webhook: RawWebhook) => Received;

/**
 * Takes call-backs in: proof first, then the inbox, then 2xx. What they say is only a hint: the job asks the provider.
 * An event seen before is answered and changes nothing. Rule: LEND-20.
 */
export function registerWebhooks(app: FastifyInstance, deps: Deps): void {
  const { providers } = deps;
  const readers: Readonly<Record<string, Reader>> = {
    'setu-billpay': (webhook) => {
      const event = providers.billPayment.parseWebhook(webhook);
      const isPayment = event.payload.kind === 'pay' && event.subjectRef !== '';
      return {
        event,
        follow: isPayment ? hint('payments.hint', { reference: event.subjectRef }) : undefined,
      };
    },
    razorpay: (webhook) => {
      const event = providers.collection.parseWebhook(webhook);
      const orderRef = event.payload.payment?.orderRef ?? event.payload.order?.orderRef;
      return { event, follow: orderRef ? hint('repayments.hint', { orderRef }) : undefined };
    },
    msg91: (webhook) => ({ event: providers.sms.parseReport(webhook), follow: undefined }),
  };

  for (const [name, read] of Object.entries(readers)) {
    const handler = (request: FastifyRequest, reply: FastifyReply) => take(deps, name, read, request, reply);
    app.post(`/api/v1/webhooks/${name}`, handler);
    app.post(`/api/v1/webhooks/${name}/*`, handler);
  }
}

function hint(task: string, payload: object): (tx: Tx) => Promise<void> {
  return (tx) => tx.enqueue(task, payload, { attemptsMax: 3 });
}

async function take(
  deps: Deps,
  name: string,
  read: Reader,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let received: Received;
  try {
    received = read({
      path: request.url.split('?')[0] ?? '',
      headers: request.headers,
      rawBody: request.rawBody ?? Buffer.alloc(0),
      receivedAt: deps.clock.now(),
    });
  } catch (error) {
    if (!(error instanceof WebhookRejected)) throw error;
    request.log.warn({ provider: name, reason: error.reason }, 'webhook refused');
    if (error.httpStatus === 401)
      throw new DomainError('unauthorized', { detail: 'This call-back carries no valid proof.' });
    throw new DomainError('bad_json', { detail: 'This call-back could not be read.' });
  }
  await store(deps.api, received, deps.clock.now());
  return reply.status(200).send({ received: true });
}

async function store(db: Database, { event, follow }: Received, now: Date): Promise<void> {
  await db.plain(async (tx) => {
    const inserted = await tx.call(
      `insert into webhook_inbox (provider, event_id, type, trust, subject_ref, received_at)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning event_id`,
      [event.provider, event.eventId, event.type, event.trust, event.subjectRef || null, now],
    );
    if (inserted.length > 0) await follow?.(tx);
  });
}
