import { applyMismatch } from './drift.ts';
import { asObject, isObject } from './json.ts';
import type { Json } from './json.ts';
import type { Clock } from './clock.ts';
import { createSender } from './webhook-sender.ts';
import type { Sender, Webhook } from './webhook-sender.ts';
import type { Fault, Faults } from './faults.ts';
import type { Store } from './store.ts';
import type { Timers } from './timers.ts';
import { DAY_MS, parseDuration } from './time.ts';

const SOON_MS = 15;
/** After a restart, at most this many of the newest webhooks are looked at for one that was not delivered. */
const UNSENT_MAX = 500;
const REORDER_WINDOW_MS = 300;

/** A provider's proof that a webhook is its own, with the ways to get that wrong. */
type WebhookSigner = (raw: string, eventId: string, mistake: unknown) => Record<string, string>;

export type Webhooks = {
  signer(provider: string, sign: WebhookSigner): void;
  emit(
    provider: string,
    event: string,
    path: string,
    body: Json,
    options?: { beforeResponse?: boolean; copies?: number },
  ): void;
  /** Waits for the webhooks that must arrive before the answer that caused them. */
  settleUrgent(): Promise<void>;
  list(limit?: number): Webhook[];
  send(id: string): Promise<Webhook | undefined>;
  policy(): Json;
  setPolicy(input: Json): Json;
  resetPolicy(): void;
  /** Whether none is being delivered or about to be; one that is tried again later does not count. */
  isAtRest(): boolean;
  close(): void;
};

type Parts = { store: Store; clock: Clock; timers: Timers; faults: Faults; target: string };

function disfigure(body: Json, effects: Fault, clock: Clock): Json {
  const copy = structuredClone(body);
  if (effects.unknown_event) copy['event_type' in copy ? 'event_type' : 'event'] = 'something.new';
  if (effects.other_account) {
    if ('account_id' in copy) copy.account_id = 'acc_SBXOTHER000001';
    else applyMismatch(copy, 'ref');
  }
  if (effects.stale_timestamp) {
    const past = clock.now() - 2 * DAY_MS;
    if ('created_at' in copy) copy.created_at = Math.floor(past / 1000);
    else if ('event_time' in copy) copy.event_time = new Date(past).toISOString();
    else copy.timeStamp = new Date(past).toISOString();
  }
  if (effects.mismatch) applyMismatch(copy, effects.mismatch);
  return copy;
}

function compose(
  sign: WebhookSigner | undefined,
  eventId: string,
  body: Json,
  effects: Fault,
): { raw: string; headers: Record<string, string> } {
  let raw = JSON.stringify(body);
  if (effects.malformed) raw = raw.slice(0, Math.floor(raw.length / 2));
  const headers = sign?.(raw, eventId, effects.signature) ?? {};
  if (effects.signature === 'body_tampered') {
    applyMismatch(body, 'amount');
    raw = JSON.stringify({ ...body, tampered: true });
  }
  return { raw, headers };
}

/** Decides when and how often a webhook leaves. */
function createCourier(parts: Parts, sender: Sender) {
  const urgent = new Set<Promise<unknown>>();
  let held: string[] = [];

  const deliverAll = (id: string, total: number) => {
    for (let copy = 0; copy < total; copy += 1) sender.deliver(id);
  };
  const route = (id: string, effects: Fault, copies: number, isUrgent: boolean) => {
    if (effects.drop) {
      const hook = sender.book.find(id);
      if (hook) sender.book.put(id, { ...hook, status: 'dropped' });
      return;
    }
    const total = Math.max(copies, Number(effects.duplicate ?? 1), Number(effects.burst ?? 1));
    const virtualDelay = typeof effects.delay === 'string' ? parseDuration(effects.delay) : undefined;
    if (isUrgent || effects.before_response) {
      const first = sender.attempt(id).finally(() => urgent.delete(first));
      urgent.add(first);
      deliverAll(id, total - 1);
    } else if (effects.reorder) {
      if (held.length === 0)
        sender.later(() => {
          const batch = held.reverse();
          held = [];
          for (const next of batch) sender.deliver(next);
        }, REORDER_WINDOW_MS);
      held.push(id);
    } else if (virtualDelay !== undefined) {
      parts.timers.schedule(parts.clock.now() + virtualDelay, 'webhook.send', { id, total });
    } else {
      sender.later(() => deliverAll(id, total), typeof effects.delay === 'number' ? effects.delay : SOON_MS);
    }
  };
  parts.timers.on('webhook.send', (body: { id: string; total: number }) => deliverAll(body.id, body.total));

  return {
    route,
    async settleUrgent() {
      if (urgent.size > 0) await Promise.allSettled(urgent);
    },
  };
}

/** The twin's own post office: every webhook is written down first, then delivered as the policy says. */
export function createWebhooks(parts: Parts): Webhooks {
  const signers = new Map<string, WebhookSigner>();
  let target = parts.target;
  let policy: Json = {};
  const sender = createSender(parts, () => target);
  const courier = createCourier(parts, sender);
  for (const hook of sender.book.list(UNSENT_MAX))
    if (hook.status === 'waiting') sender.later(() => sender.deliver(hook.id), REORDER_WINDOW_MS);

  return {
    signer: (provider, sign) => void signers.set(provider, sign),
    emit(provider, event, path, original, options = {}) {
      const now = parts.clock.now();
      const fault = parts.faults.take('webhook', provider, event, original, now) ?? {};
      const forProvider = asObject(asObject(policy.providers)[provider]);
      const effects: Fault = { ...policy, ...forProvider, ...fault };
      const number = parts.store.nextNumber();
      const id = `evt_${String(number).padStart(14, '0')}`;
      const { raw, headers } = compose(
        signers.get(provider),
        id,
        disfigure(original, effects, parts.clock),
        effects,
      );
      const hook: Webhook = {
        id,
        provider,
        event,
        path,
        headers,
        body: raw,
        status: 'waiting',
        createdAt: new Date(now).toISOString(),
        attempts: [],
      };
      sender.book.put(id, hook, provider);
      courier.route(id, effects, options.copies ?? 1, options.beforeResponse ?? false);
    },
    settleUrgent: () => courier.settleUrgent(),
    list: (limit = 500) => sender.book.list(limit),
    async send(id) {
      if (!sender.book.find(id)) return undefined;
      await sender.attempt(id);
      return sender.book.find(id);
    },
    policy: () => ({ target, ...policy }),
    setPolicy(input) {
      const { target: newTarget, provider, ...rest } = input;
      if (typeof newTarget === 'string') target = newTarget.replace(/\/$/, '');
      if (typeof provider === 'string') {
        const providers = isObject(policy.providers) ? policy.providers : {};
        policy = {
          ...policy,
          providers: { ...providers, [provider.toLowerCase().replaceAll('-', '_')]: rest },
        };
      } else if (Object.keys(rest).length > 0 || newTarget === undefined) {
        policy = rest;
      }
      return { target, ...policy };
    },
    resetPolicy: () => {
      policy = {};
    },
    isAtRest: sender.isAtRest,
    close: () => sender.close(),
  };
}
