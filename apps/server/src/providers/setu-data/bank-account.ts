import type { RawWebhook, WebhookEvent } from '../call-context.ts';
import type { SetuDataConfig } from '../config.ts';
import { ProviderContractDrift, WebhookRejected } from '../errors.ts';
import { present } from '../present.ts';
import { assertEcho, readWire, REPEAT_READ } from '../transport.ts';
import type { Transport } from '../transport.ts';
import { isSameSecret, jsonObject } from '../webhook-proof.ts';
import { setuDataDialect } from './dialect.ts';
import type { BankAccountAnswer, BankAccountPort } from './port.ts';
import * as wire from './wire.ts';

const at = (op: string) => ({ provider: 'setu_data', op }) as const;
const VALID = new Set(['BAV00', 'BAVM0']);

/** The meaning of each refusal for the account. A code that is missing here says nothing lasting: it is technical. */
const REFUSALS: Readonly<Record<string, Omit<BankAccountAnswer, 'code'>>> = {
  BAVM1: { state: 'bad_details' },
  BAV52: { state: 'bad_details' },
  BAV92: { state: 'bad_details' },
  BAVMJ: { state: 'bad_details' },
  BAVM3: { state: 'unusable', why: 'frozen' },
  BAVM4: { state: 'unusable', why: 'nre' },
  BAVM5: { state: 'unusable', why: 'closed' },
  BAV84: { state: 'unusable', why: 'closed' },
  BAV34: { state: 'unusable', why: 'refused' },
  BAVMP: { state: 'unusable', why: 'refused' },
  BAV78: { state: 'technical', why: 'limit' },
  BAV17: { state: 'technical', why: 'limit' },
  BAVM2: { state: 'technical', why: 'limit' },
  BAVM6: { state: 'technical', why: 'limit' },
  BAVM8: { state: 'technical', why: 'limit' },
  BAVMI: { state: 'technical', why: 'limit' },
};

/** Setu BAV, asynchronous: one rupee goes to the account, and the bank says whose it is. */
export function createSetuBankAccount(
  config: SetuDataConfig,
  deps: { transport: Transport },
): BankAccountPort {
  const dialect = setuDataDialect(config, config.productInstanceIds.bankAccount);
  return {
    async start(i, c) {
      const { json } = await deps.transport.call(dialect, {
        op: 'startBankAccount',
        // A rupee leaves: what may have been done is sent again only by a caller that keeps count.
        kind: 'write',
        timeout: 'read',
        repeats: { notDone: 1, unknown: 0 },
        method: 'POST',
        path: '/api/verify/ban/async',
        body: {
          ifsc: i.ifsc,
          accountNumber: i.accountNumber,
          narration: `Account check ${i.key.slice(-8)}`,
        },
        context: c,
      });
      return {
        ref: readWire(wire.bankAccountStarted, json, { ...at('startBankAccount'), isWrite: true }).id,
      };
    },
    async get(ref, c) {
      const { json } = await deps.transport.call(dialect, {
        op: 'getBankAccount',
        kind: 'enquiry',
        timeout: 'read',
        repeats: REPEAT_READ,
        method: 'GET',
        path: `/api/verify/ban/async/${encodeURIComponent(ref)}`,
        context: c,
      });
      const answer = readWire(wire.bankAccountAnswer, json, at('getBankAccount'));
      assertEcho(at('getBankAccount'), 'id', ref, answer.id);
      return classify(answer);
    },
    parseWebhook: (w) => parseBankAccountWebhook(config.callbackToken, w),
  };
}

/** A good answer without a name, or with a code we do not know, proves nothing. Throws: ProviderContractDrift. */
function classify({ verification, code, data }: wire.WireBankAccount): BankAccountAnswer {
  if (verification === 'pending') return { state: 'pending' };
  if (verification === 'failed')
    return { ...(REFUSALS[code ?? ''] ?? { state: 'technical' }), ...present({ code }) };
  const nameAtBank = data?.name;
  if (!VALID.has(code ?? '') || !nameAtBank) {
    const field = nameAtBank ? 'code' : 'data.name';
    throw new ProviderContractDrift({ ...at('getBankAccount'), field, message: `${field}: not usable` });
  }
  return { state: 'valid', nameAtBank, ...present({ code }) };
}

const ROUTE = /\/setu-data\/([^/?]+)\/bav\/?$/;

/** No proof covers the body: the secret in the path only keeps strangers from making us ask. */
function parseBankAccountWebhook(callbackToken: string, w: RawWebhook): WebhookEvent<{ ref: string }> {
  const [, token] = ROUTE.exec(w.path) ?? [];
  if (token === undefined) throw new WebhookRejected('setu_data', 'unknown_route');
  if (!isSameSecret(token, callbackToken)) throw new WebhookRejected('setu_data', 'token_wrong');
  const parsed = wire.bankAccountWebhook.safeParse(jsonObject(w.rawBody));
  if (!parsed.success) throw new WebhookRejected('setu_data', 'body_malformed');
  const { event, data } = parsed.data;
  const isOurs = event === 'BAV_WEBHOOK_NOTIFICATION';
  const ref = isOurs ? (data?.bav?.id ?? '') : '';
  return {
    provider: 'setu_data',
    eventId: `${event}:${ref}:${data?.bav?.verification ?? ''}`,
    type: event,
    subjectRef: ref,
    payload: { ref },
    trust: 'hint',
  };
}
