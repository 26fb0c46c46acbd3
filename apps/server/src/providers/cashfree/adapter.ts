import { createHmac } from 'node:crypto';
import type { CallContext, RawWebhook, WebhookEvent } from '../call-context.ts';
import type { CashfreeVrsConfig } from '../config.ts';
import { ProviderAuthError, ProviderDuplicate, ProviderError, WebhookRejected } from '../errors.ts';
import { present } from '../present.ts';
import { assertEcho, readWire, REPEAT_READ, stringAt } from '../transport.ts';
import type { Call, Dialect, Transport } from '../transport.ts';
import { isSameSecret, jsonObject } from '../webhook-proof.ts';
import { VideoSessionNotFound } from './port.ts';
import type {
  VideoKycPhase,
  VideoKycPort,
  VideoKycSession,
  VideoKycStart,
  VideoKycState,
  VideoKycTrouble,
} from './port.ts';
import * as wire from './wire.ts';

const PROVIDER = 'cashfree_vrs';
/** A resent webhook keeps its time, so a replay within a day is told by its event id and an older one is refused. */
const AGE_MAX_MS = 24 * 60 * 60 * 1_000;

/** Base64 HMAC-SHA256 over the timestamp's header and the raw bytes. */
function parseVideoWebhook(clientSecret: string, w: RawWebhook): WebhookEvent<{ ref: string }> {
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

const at = (op: string) => ({ provider: 'cashfree_vrs', op }) as const;

/** Cashfree's video desk: an agent meets the person, an auditor decides. */
export function createCashfree(config: CashfreeVrsConfig, deps: { transport: Transport }): VideoKycPort {
  const dialect = dialectOf(config);
  const call = (parts: Pick<Call, 'op' | 'kind' | 'method' | 'path'> & Partial<Call>) =>
    deps.transport.call(dialect, { timeout: 'read', repeats: { notDone: 2, unknown: 0 }, ...parts });
  const post = async (op: string, path: string, body: unknown, context: CallContext) =>
    (await call({ op, kind: 'write', method: 'POST', path, body, context })).json;

  const read = async (ref: string, context?: CallContext): Promise<wire.WireSession> => {
    const query = { verification_id: ref };
    const op = 'getVideoSession';
    const repeats = REPEAT_READ;
    const answer = await call({ op, kind: 'enquiry', method: 'GET', path: '/vkyc', query, repeats, context });
    return readOf(op, ref, answer.json);
  };
  const ask = async (i: VideoKycStart, c: CallContext): Promise<VideoKycSession> =>
    linkOf(
      readOf('startVideoSession', i.ref, await post('startVideoSession', '/vkyc', askBody(config, i), c)),
    );

  return {
    async start(i, c) {
      await register(() => post('registerVideoUser', '/user', userBody(i), c));
      try {
        return await ask(i, c);
      } catch (error) {
        if (!(error instanceof ProviderError) || error.outcome !== 'unknown') throw error;
        const existing = await orUndefined(read(i.ref, c));
        return existing ? linkOf(existing) : ask(i, c);
      }
    },
    get: async (ref, c) => stateOf(await read(ref, c)),
    parseWebhook: (w) => parseVideoWebhook(config.clientSecret, w),
  };
}

function dialectOf(config: CashfreeVrsConfig): Dialect {
  return {
    provider: 'cashfree_vrs',
    baseUrl: config.url,
    headers: () => ({
      'x-client-id': config.clientId,
      'x-client-secret': config.clientSecret,
      'x-api-version': config.apiVersion,
    }),
    codeOf: (json) => stringAt(json, 'code'),
    traceOf: () => undefined,
    refuse: (answer, details, { op }) => {
      if (answer.status === 409) return new ProviderDuplicate(details);
      const isUnknown = answer.status === 404 && op === 'getVideoSession';
      return isUnknown && details.providerCode !== undefined ? new VideoSessionNotFound(details) : undefined;
    },
  };
}

/** A person who is known already is as good as a new one; sessions name them by our id. */
async function register(post: () => Promise<unknown>): Promise<void> {
  try {
    await post();
  } catch (error) {
    if (!(error instanceof ProviderError) || error.outcome !== 'unknown') throw error;
  }
}

async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof VideoSessionNotFound) return undefined;
    throw error;
  }
}

function userBody(i: VideoKycStart): unknown {
  return { phone: i.phone, name: i.name, user_id: i.userRef };
}

function askBody(config: CashfreeVrsConfig, i: VideoKycStart): unknown {
  return {
    verification_id: i.ref,
    user_id: i.userRef,
    user_template: config.userTemplate,
    agent_template: config.agentTemplate,
    // The person comes from our own page: no message has to be sent.
    notification_types: [],
  };
}

function readOf(op: string, ref: string, json: unknown): wire.WireSession {
  const session = readWire(wire.session, json, { ...at(op), isWrite: op === 'startVideoSession' });
  assertEcho(at(op), 'verification_id', ref, session.verification_id);
  return session;
}

/** Throws: ProviderAuthError when our wallet there is empty, or there is no link to go to. */
function linkOf(session: wire.WireSession): VideoKycSession {
  const { vkyc_link: url, link_expiry: expiresAt } = session;
  if (session.status !== 'REJECTED' && url && expiresAt) return { url, expiresAt };
  throw new ProviderAuthError({
    ...at('startVideoSession'),
    message: session.sub_status ?? session.status,
    ...present({ providerCode: session.sub_status }),
  });
}

const PHASES: Readonly<Record<string, VideoKycPhase>> = {
  RECEIVED: 'link',
  PRE_VIDEO_CALL: 'precheck',
  VIDEO_CALL: 'call',
  POST_VIDEO_CALL: 'review',
  SUCCESS: 'approved',
  FAILURE: 'rejected',
  EXPIRED: 'expired',
  // Their refusal to serve us, such as an empty wallet: it says nothing about the person.
  REJECTED: 'expired',
};
const QUEUED = new Set([
  'USER_QUEUED',
  'SCHEDULED_USER_QUEUED',
  'AGENT_ASSIGNED_TO_USER',
  'USER_MEETING_SCHEDULED',
  'NO_AGENT_FOUND',
]);
const TROUBLES: Readonly<Record<string, VideoKycTrouble>> = {
  NO_AGENT_FOUND: 'no_agent',
  USER_DROPPED_OFF: 'dropped_off',
  USER_LOCATION_OUTSIDE_INDIA: 'outside_india',
  USER_PROXY_DETECTED: 'proxy',
  USER_LOCATION_PERMISSION_DISABLED: 'location_off',
  USER_AUDIO_CHECK_FAILED: 'device',
  USER_VIDEO_CHECK_FAILED: 'device',
  TECHNICAL_FAILURE: 'at_provider',
  INSUFFICIENT_BALANCE: 'at_provider',
};

function stateOf(session: wire.WireSession): VideoKycState {
  const step = session.sub_status ?? '';
  return {
    phase: phaseOf(session.status, step),
    ...present({
      trouble: TROUBLES[step],
      remarks: session.auditor_remarks ?? session.agent_remarks,
      url: session.vkyc_link,
      expiresAt: session.link_expiry,
    }),
  };
}

function phaseOf(status: string, step: string): VideoKycPhase {
  if (status === 'PRE_VIDEO_CALL' && QUEUED.has(step)) return 'queued';
  if (status === 'POST_VIDEO_CALL' && step === 'AGENT_REJECTED') return 'rejected';
  return Object.hasOwn(PHASES, status) ? PHASES[status]! : 'call';
}
