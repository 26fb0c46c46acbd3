import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureContext } from '#features/context.ts';
import { sha256 } from '#platform/crypto/vault.ts';
import type { Database } from '#platform/db/database.ts';
import { exactAddress, isWithin } from '#platform/http/client-address.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { DescribedPath } from '#platform/http/openapi.ts';
import { hintKey } from '#platform/jobs/hint-key.ts';
import {
  type RawWebhook,
  type RazorpayPayload,
  type WebhookEvent,
  WebhookRejected,
} from '#providers/index.ts';
import { readSetuAddresses } from './webhooks.config.ts';

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'providers' | 'log' | 'config'>;

/** The event of a provider, and the job that looks into it. */
interface Received {
  readonly event: WebhookEvent<unknown>;
  readonly hint: Hint | undefined;
}

interface Hint {
  readonly task: string;
  /** The reference to ask the provider about. */
  readonly reference: string;
  readonly payload: object;
}

type Reader = (webhook: RawWebhook) => Received;

/** The parties that call back, as their addresses name them. */
const WEBHOOKS = [
  'setu-billpay',
  'razorpay',
  'setu-data',
  'cashfree',
  'review-desk',
  'msg91',
  'smtp',
] as const;
type WebhookName = (typeof WEBHOOKS)[number];

/** A mail that came back, as the mailbox has it; and the form in which an operator may report. */
const RAW_TYPES = ['message/rfc822', 'application/x-www-form-urlencoded'];

export const WEBHOOKS_PATH: DescribedPath = {
  path: '/api/v1/webhooks/{provider}',
  method: 'post',
  operation: {
    operationId: 'receiveWebhook',
    summary:
      'Call-backs of providers. Each proves itself in its own way, over the bytes as they were sent; duplicates and late ones change nothing twice. Some providers add a path of their own',
    parameters: [
      { name: 'provider', in: 'path', required: true, schema: { type: 'string', enum: WEBHOOKS } },
    ],
    requestBody: {
      required: true,
      content: Object.fromEntries(
        ['application/json', ...RAW_TYPES].map((type) => [
          type,
          { schema: type.endsWith('json') ? {} : { type: 'string' } },
        ]),
      ),
    },
    responses: {
      200: {
        description: 'Taken in, now or before',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { received: { const: true } },
              required: ['received'],
            },
          },
        },
      },
    },
  },
  errors: ['bad_json', 'unauthorized', 'not_found', 'payload_too_large', 'busy', 'internal'],
};

/**
 * Takes call-backs in: proof first, then the inbox, then 2xx. What they say is only a hint: the job asks the provider.
 * An event seen before is answered and changes nothing. Rule: LEND-20.
 */
export function registerWebhooks(app: FastifyInstance, deps: Deps): void {
  const { providers } = deps;
  const setuAddresses = readSetuAddresses(deps.config.env);
  const readers: Readonly<Record<WebhookName, Reader>> = {
    'setu-billpay': (webhook) => {
      const event = providers.billPayment.parseWebhook(webhook);
      const isPayment = event.payload.kind === 'pay' && event.subjectRef !== '';
      return {
        event,
        hint: isPayment
          ? {
              task: 'payments.hint',
              reference: event.subjectRef,
              payload: { reference: event.subjectRef },
            }
          : undefined,
      };
    },
    razorpay: (webhook) => {
      const event = providers.collection.parseWebhook(webhook);
      return { event, hint: collectionHint(event) };
    },
    'setu-data': (webhook) => {
      const event = providers.bankAccount.parseWebhook(webhook);
      const reference = event.subjectRef;
      return {
        event,
        hint: reference ? { task: 'bank_accounts.hint', reference, payload: { reference } } : undefined,
      };
    },
    cashfree: (webhook) => {
      if (!providers.videoKyc) throw new DomainError('not_found');
      const event = providers.videoKyc.parseWebhook(webhook);
      const sessionId = event.subjectRef;
      return {
        event,
        hint: sessionId
          ? {
              task: 'kyc.video_hint',
              reference: sessionId,
              payload: { sessionId, happenedAt: event.occurredAt?.toISOString() },
            }
          : undefined,
      };
    },
    'review-desk': (webhook) => {
      if (!providers.reviewDesk) throw new DomainError('not_found');
      const event = providers.reviewDesk.parseWebhook(webhook);
      const reference = event.subjectRef;
      return { event, hint: { task: 'reviews.hint', reference, payload: { reviewId: reference } } };
    },
    ...messageReaders(providers),
  };

  // A scope of its own: nothing else of the product takes these types.
  void app.register(async (scope) => {
    scope.addContentTypeParser(RAW_TYPES, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
      request.rawBody = body;
      done(null);
    });
    for (const [name, read] of Object.entries(readers)) {
      const addresses = name.startsWith('setu-') ? setuAddresses : undefined;
      const handler = (request: FastifyRequest, reply: FastifyReply) =>
        take(deps, { name, read, addresses }, request, reply);
      for (const path of [`/api/v1/webhooks/${name}`, `/api/v1/webhooks/${name}/*`])
        scope.post(path, { config: { bound: 'webhooks' } }, handler);
    }
  });
}

/** Reads delivery reports: the outcome of mails and SMS after they were taken. */
function messageReaders({
  sms,
  email,
}: Deps['providers']): Readonly<Record<Extract<WebhookName, 'msg91' | 'smtp'>, Reader>> {
  const reported = (
    provider: 'msg91' | 'smtp',
    event: WebhookEvent<unknown>,
    deliveries: readonly object[],
  ): Received => {
    const { eventId: reference, subjectRef } = event;
    const payload = { deliveries, report: { provider, reference } };
    return { event, hint: subjectRef ? { task: 'notifications.reported', reference, payload } : undefined };
  };
  return {
    msg91: (webhook) => {
      const event = sms.parseReport(webhook);
      return reported('msg91', event, event.payload);
    },
    smtp: (webhook) => {
      const event = email.parseBounce(webhook);
      const { messageId: providerRef, status: detail } = event.payload;
      return reported('smtp', event, [{ providerRef, status: 'bounced', detail }]);
    },
  };
}

/** A refund is looked up by its payment, a payment by its order, a mandate by its token. */
function collectionHint({ type, payload }: WebhookEvent<RazorpayPayload>): Hint | undefined {
  const { orderRef, paymentRef, tokenRef, disputeRef } = payload;
  if (disputeRef) return { task: 'collections.dispute', reference: disputeRef, payload: { disputeRef } };
  if (paymentRef && type.startsWith('refund.'))
    return { task: 'refunds.hint', reference: paymentRef, payload: { paymentRef } };
  if (orderRef) return { task: 'repayments.hint', reference: orderRef, payload: { orderRef } };
  return tokenRef ? { task: 'mandates.hint', reference: tokenRef, payload: { tokenRef } } : undefined;
}

interface Caller {
  readonly name: string;
  readonly read: Reader;
  /** The addresses that may call; undefined for any. */
  readonly addresses: readonly string[] | undefined;
}

async function take(
  deps: Deps,
  { name, read, addresses }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // The answer is that to a wrong token: it tells a stranger nothing.
  if (addresses !== undefined && !isWithin(exactAddress(request), addresses)) {
    request.log.warn({ provider: name, reason: 'address_unknown' }, 'webhook refused');
    throw unproven();
  }
  const rawBody = request.rawBody ?? Buffer.alloc(0);
  let received: Received;
  try {
    received = read({
      path: request.url.split('?')[0] ?? '',
      headers: request.headers,
      rawBody,
      receivedAt: deps.clock.now(),
    });
  } catch (error) {
    if (!(error instanceof WebhookRejected)) throw error;
    request.log.warn({ provider: name, reason: error.reason }, 'webhook refused');
    if (error.httpStatus === 401) throw unproven();
    throw new DomainError('bad_json', { detail: 'This call-back could not be read.' });
  }
  await store(deps.api, received, sha256(rawBody), deps.clock.now());
  return reply.status(200).send({ received: true });
}

const unproven = () => new DomainError('unauthorized', { detail: 'This call-back carries no valid proof.' });

const EVENT_ID_MAX = 200;
/** They last for half an hour: so long a rail may be silent about what it hinted at. */
const HINT_TRIES = 8;

/**
 * Keeps an event once. Its id stands in a header that is not signed, so the same body under another id is the same
 * event; hints about one reference that still wait become one job. One without a hint is marked as processed at once.
 */
async function store(db: Database, { event, hint }: Received, bodyHash: Buffer, now: Date): Promise<void> {
  const eventId = event.eventId.length > EVENT_ID_MAX ? bodyHash.toString('hex') : event.eventId;
  await db.plain(async (tx) => {
    const inserted = await tx.call(
      `insert into webhook_inbox (provider, event_id, type, trust, subject_ref, received_at, body_hash, processed_at, outcome)
       values ($1, $2, $3, $4, $5, $6, $7, case when $8 then $6::timestamptz end, case when $8 then 'ignored' end)
       on conflict do nothing returning event_id`,
      [
        event.provider,
        eventId,
        event.type,
        event.trust,
        (hint?.reference ?? event.subjectRef) || null,
        now,
        bodyHash,
        hint === undefined,
      ],
    );
    if (inserted.length > 0 && hint)
      await tx.enqueue(hint.task, hint.payload, {
        key: hintKey(hint.task, hint.reference),
        attemptsMax: HINT_TRIES,
      });
  });
}
