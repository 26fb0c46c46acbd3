import type { RawWebhook, WebhookEvent } from '../call-context.ts';
import type { Msg91Config } from '../config.ts';
import { ProviderAuthError, ProviderRejected, WebhookRejected } from '../errors.ts';
import type { ProviderErrorDetails } from '../errors.ts';
import { present } from '../present.ts';
import { readWire, stringAt } from '../transport.ts';
import type { Dialect, Transport } from '../transport.ts';
import { bodyHash, isSameSecret } from '../webhook-proof.ts';
import { registeredId } from './registered.ts';
import type { SmsDelivery, SmsPort } from './port.ts';
import { coded, flowAnswer, reportEntry } from './wire.ts';

/** The address we call from is not allow-listed; it may come under any status. */
const NOT_ALLOW_LISTED = '418';
/**
 * Codes about our account and not about the message: keys that are missing or wrong (106, 201, 207, 401), addresses (208, 418), no balance,
 * an account that is over or banned (301 to 303). All but 418 are those of its older documents, to be confirmed before going live.
 */
const OF_ACCOUNT = new Set(['106', '201', '207', '208', '301', '302', '303', '401', NOT_ALLOW_LISTED]);
const ROUTE = /\/msg91\/([^/?]+)\/?$/;
const DELIVERIES: Record<string, SmsDelivery['status']> = {
  '1': 'delivered',
  '2': 'failed',
  '9': 'blocked',
  '16': 'rejected',
  '17': 'blocked',
  '25': 'rejected',
};
const at = { provider: 'msg91', op: 'sendSms', isWrite: true } as const;

/** MSG91: every message, one-time codes too, is one of our registered templates. */
export function createMsg91(config: Msg91Config, deps: { transport: Transport }): SmsPort {
  const dialect: Dialect = {
    provider: 'msg91',
    baseUrl: config.url,
    headers: () => ({ authkey: config.authKey }),
    codeOf: (json) => coded.safeParse(json).data?.code ?? (isError(json) ? 'error' : undefined),
    traceOf: (json) => stringAt(json, 'request_id'),
    refuse: ({ status }, details) =>
      String(status) === NOT_ALLOW_LISTED || isOfAccount(details)
        ? new ProviderAuthError(details)
        : undefined,
    refuseGood: ({ json }, details) => {
      if (!isError(json)) return undefined;
      return isOfAccount(details) ? new ProviderAuthError(details) : new ProviderRejected(details);
    },
  };
  return {
    async send(m, c) {
      const mobiles = m.to.replace(/\D/g, '');
      if (!/^91\d{10}$/.test(mobiles)) {
        throw new ProviderRejected({ ...at, message: 'not an Indian mobile number' });
      }
      const templateId = config.templateIds ? registeredId(config.templateIds, m) : m.template;
      if (templateId === undefined)
        throw new ProviderRejected({
          ...at,
          message: `no registered id of ${m.template}`,
          providerCode: 'no_registered_id',
        });
      const { json } = await deps.transport.call(dialect, {
        op: at.op,
        kind: 'write',
        timeout: 'sms',
        repeats: { notDone: 1, unknown: 0 },
        method: 'POST',
        path: '/api/v5/flow',
        body: {
          template_id: templateId,
          recipients: [{ ...m.vars, mobiles, TEXT: m.text }],
        },
        context: c,
      });
      const answer = readWire(flowAnswer, json, at);
      return present({ providerRef: answer.request_id ?? answer.message });
    },
    parseReport: (w) => parseReport(config.callbackToken, w),
  };
}

const isError = (json: unknown) => stringAt(json, 'type') === 'error';
const isOfAccount = ({ providerCode }: ProviderErrorDetails) => OF_ACCOUNT.has(providerCode ?? '');

/** Unsigned: the secret in the path is all there is, and no money hangs on it. */
function parseReport(callbackToken: string, w: RawWebhook): WebhookEvent<SmsDelivery[]> {
  const token = ROUTE.exec(w.path)?.[1];
  if (token === undefined) throw new WebhookRejected('msg91', 'unknown_route');
  if (!isSameSecret(token, callbackToken)) throw new WebhookRejected('msg91', 'token_wrong');
  const deliveries = readBody(w.rawBody).flatMap((entry) => {
    const parsed = reportEntry.safeParse(entry);
    if (!parsed.success) throw new WebhookRejected('msg91', 'body_malformed');
    const { requestId, status, report } = parsed.data;
    const codes = report.length > 0 ? report.map((line) => line.status) : [status ?? ''];
    return codes.map((code): SmsDelivery => ({
      providerRef: requestId,
      status: DELIVERIES[code] ?? 'unknown',
    }));
  });
  return {
    provider: 'msg91',
    eventId: bodyHash(w.rawBody),
    type: 'delivery_report',
    subjectRef: deliveries[0]?.providerRef ?? '',
    payload: deliveries,
    trust: 'hint',
  };
}

/** The body is JSON, or a form whose field `data` is JSON; an object stands for a list of one. */
function readBody(rawBody: Buffer): unknown[] {
  const text = rawBody.toString('utf8');
  const json = text.startsWith('data=') ? (new URLSearchParams(text).get('data') ?? '') : text;
  try {
    const parsed: unknown = JSON.parse(json);
    return Array.isArray(parsed) ? parsed : [parsed];
  } catch {
    throw new WebhookRejected('msg91', 'body_malformed');
  }
}
