import { isObject, readPath, textOf } from './json.ts';
import type { Json } from './json.ts';

/** Keys that act on a webhook the twin sends and not on an answer it gives. */
const WEBHOOK_KEYS = [
  'drop',
  'duplicate',
  'delay',
  'reorder',
  'before_response',
  'burst',
  'signature',
  'stale_timestamp',
  'unknown_event',
  'other_account',
];
const ANSWER_KEYS = [
  'latency',
  'held',
  'slow_body',
  'refuse_connect',
  'reset_before',
  'http',
  'reply',
  'timeout',
  'rate_limit',
  'unauthorized',
  'token_expired',
  'malformed',
  'drift',
  'mismatch',
  'idem',
  'flip',
  'outage',
];

export type Fault = Json;

export type FaultRule = {
  id: string;
  provider: string;
  op: string;
  match: Json;
  skip: number;
  times: number | 'always';
  fault: Fault;
  seenCount: number;
  hits: { at: string; op: string }[];
};

export type Faults = {
  add(input: unknown, id: string): FaultRule;
  list(): FaultRule[];
  remove(id?: string): void;
  /** Settles when the rule of this fault is removed; at once where that has happened. */
  removed(fault: Fault): Promise<void>;
  /** The fault of the first rule that answers to this call, counted as a hit. */
  take(
    target: 'answer' | 'webhook',
    provider: string,
    op: string,
    subject: unknown,
    at: number,
  ): Fault | undefined;
};

export class FaultRefused extends Error {}

/** Short names people use for the two calls that matter most. */
const ALIASES: Record<string, string> = {
  'setu_billpay.pay': 'pay_start',
  'setu_billpay.fetch': 'fetch_start',
};

const plain = (name: string) => name.toLowerCase().replaceAll('-', '_');

/** Reads `http: 500, commit: after`, as a person would write it. */
function readWords(text: string): Fault {
  const parts = text.split(',').map((part) => {
    const [name = '', ...rest] = part.split(':');
    const value = rest.join(':').trim();
    const isNumber = value !== '' && !Number.isNaN(Number(value));
    return [plain(name.trim()), value === '' ? true : isNumber ? Number(value) : value];
  });
  return Object.fromEntries(parts) as Fault;
}

function normaliseFault(input: unknown): Fault {
  const fault = typeof input === 'string' ? readWords(input) : input;
  if (!isObject(fault))
    throw new FaultRefused('fault must be an object such as {"http": 500, "commit": "after"}');
  const known = [...WEBHOOK_KEYS, ...ANSWER_KEYS];
  if (!Object.keys(fault).some((key) => known.includes(key)))
    throw new FaultRefused(`fault must name one of ${known.join(', ')}`);
  return fault;
}

function isWebhookRule(rule: FaultRule): boolean {
  return rule.op === 'webhook' || Object.keys(rule.fault).some((key) => WEBHOOK_KEYS.includes(key));
}

function isOutOver(fault: Fault, at: number): boolean {
  if (!isObject(fault.outage)) return false;
  const from = Date.parse(textOf(fault.outage.from) ?? '1970-01-01T00:00:00Z');
  const to = Date.parse(textOf(fault.outage.to) ?? '9999-12-31T00:00:00Z');
  return at < from || at >= to;
}

function answersTo(rule: FaultRule, provider: string, op: string, subject: unknown): boolean {
  if (rule.provider !== '*' && rule.provider !== plain(provider)) return false;
  if (rule.op !== '*' && rule.op !== 'webhook' && plain(rule.op) !== plain(op)) return false;
  return Object.entries(rule.match).every(
    ([path, value]) => String(readPath(subject, path)) === String(value),
  );
}

/** The list of fault rules; each hit is logged on its rule. */
export function createFaults(): Faults {
  let rules: FaultRule[] = [];
  const held = new Map<Fault, PromiseWithResolvers<void>>();
  return {
    add(input, id) {
      if (!isObject(input)) throw new FaultRefused('a fault rule is an object {provider, op, fault}');
      const fault = normaliseFault(input.fault);
      const times = input.times ?? ('outage' in fault ? 'always' : 1);
      if (times !== 'always' && !(Number.isInteger(times) && Number(times) > 0))
        throw new FaultRefused('times must be a positive whole number or "always"');
      const provider = plain(textOf(input.provider) ?? '*');
      const op = textOf(input.op) ?? '*';
      const rule: FaultRule = {
        id,
        provider,
        op: ALIASES[`${provider}.${op}`] ?? op,
        match: isObject(input.match) ? input.match : {},
        skip: Number(input.skip ?? 0),
        times: times === 'always' ? 'always' : Number(times),
        fault,
        seenCount: 0,
        hits: [],
      };
      rules.push(rule);
      return rule;
    },
    list: () => rules,
    remove(id) {
      rules = id === undefined ? [] : rules.filter((rule) => rule.id !== id);
      for (const [fault, { resolve }] of held) {
        if (rules.some((rule) => rule.fault === fault)) continue;
        held.delete(fault);
        resolve();
      }
    },
    removed(fault) {
      if (!rules.some((rule) => rule.fault === fault)) return Promise.resolve();
      const removal = held.get(fault) ?? Promise.withResolvers<void>();
      held.set(fault, removal);
      return removal.promise;
    },
    take(target, provider, op, subject, at) {
      for (const rule of rules) {
        if (isWebhookRule(rule) !== (target === 'webhook')) continue;
        if (!answersTo(rule, provider, op, subject) || isOutOver(rule.fault, at)) continue;
        if (rule.times !== 'always' && rule.hits.length >= rule.times) continue;
        rule.seenCount += 1;
        if (rule.seenCount <= rule.skip) continue;
        rule.hits.push({ at: new Date(at).toISOString(), op });
        return rule.fault;
      }
      return undefined;
    },
  };
}
