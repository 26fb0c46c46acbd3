import type { RawWebhook, WebhookEvent } from '../call-context.ts';
import { WebhookRejected } from '../errors.ts';
import { bodyHash, isSameSecret, jsonObject } from '../webhook-proof.ts';
import { webhookBody } from './wire.ts';

type BillPayHint = WebhookEvent<{ kind: 'fetch' | 'pay' | 'dispute' | 'other'; ref: string }>;

const ROUTE = /\/setu-billpay\/([^/?]+)\/bills\/(fetch|validate|payment|dispute)\/response\/?$/;
const KINDS = { fetch: 'fetch', validate: 'fetch', payment: 'pay', dispute: 'dispute' } as const;

/** Nothing is signed here: the secret in the path only keeps strangers from making us ask. */
export function parseBillPayWebhook(callbackToken: string, w: RawWebhook): BillPayHint {
  const route = ROUTE.exec(w.path);
  if (!route) throw new WebhookRejected('setu_billpay', 'unknown_route');
  const [, token = '', kind = ''] = route;
  if (!isSameSecret(token, callbackToken)) throw new WebhookRejected('setu_billpay', 'token_wrong');
  const parsed = webhookBody.safeParse(jsonObject(w.rawBody));
  if (!parsed.success) throw new WebhookRejected('setu_billpay', 'body_malformed');
  const ref = parsed.data.data?.refId ?? '';
  return {
    provider: 'setu_billpay',
    eventId: bodyHash(w.rawBody),
    type: parsed.data.event,
    subjectRef: ref,
    payload: { kind: KINDS[kind as keyof typeof KINDS], ref },
    trust: 'hint',
  };
}
