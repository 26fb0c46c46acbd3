import { setTimeout as sleep } from 'node:timers/promises';
import type { ZodType, output } from 'zod';
import { fullJitterMs } from '#platform/outbound/back-off.ts';
import type { BackOff } from '#platform/outbound/back-off.ts';
import { OutboundFailure } from '#platform/outbound/http-client.ts';
import type {
  CallOutcome,
  CallRecord,
  HttpClient,
  HttpMethod,
  OutboundResponse,
} from '#platform/outbound/http-client.ts';
import { outside } from '#platform/pools/outside.ts';
import {
  type OnCircuit,
  createResilience,
  LocalRefusal,
  type Resilience,
} from '#platform/outbound/resilience.ts';
import type { CallContext, ProviderId } from './call-context.ts';
import type { ProvidersConfig, TimeoutClass, Timeouts } from './config.ts';
import {
  outcomeOf,
  ProviderAuthError,
  ProviderContractDrift,
  ProviderError,
  ProviderMalformed,
  ProviderRateLimited,
  ProviderRejected,
  ProviderServerError,
  ProviderTimeout,
  ProviderUnreachable,
} from './errors.ts';
import type { ProviderErrorDetails } from './errors.ts';
import { present } from './present.ts';

/** The retries that a call has, by the outcome at the far side: surely not done, or unknown. */
export interface Repeats {
  notDone: number;
  unknown: number;
}

export const REPEAT_READ: Repeats = { notDone: 4, unknown: 4 };
/** Money writes: only the job that holds the attempt may send again. */
export const REPEAT_NEVER: Repeats = { notDone: 0, unknown: 0 };

export interface Call {
  op: string;
  /** Enquiries have no circuit breaker; a write's lost answer is an unknown outcome. */
  kind: 'enquiry' | 'read' | 'write';
  timeout: TimeoutClass;
  repeats: Repeats;
  method: HttpMethod;
  path: string;
  query?: Record<string, string | undefined>;
  headers?: Record<string, string>;
  body?: unknown;
  /** A multipart form instead of a JSON body. */
  form?: Form;
  /** Statuses outside 2xx whose JSON body is an answer, not an error. */
  alsoGood?: number[];
  context?: CallContext | undefined;
}

/** Text fields, and one file in a field of its own. */
export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: {
    readonly field: string;
    readonly name: string;
    readonly type: string;
    readonly content: Buffer;
  };
}

/** An HTTP answer that could be read. `json` is undefined when the body is no JSON. */
export interface Answer {
  status: number;
  json: unknown;
  raw: Buffer;
}

/** The differences of one provider from plain HTTP. */
export interface Dialect {
  provider: ProviderId;
  baseUrl: string;
  headers: () => Record<string, string>;
  /** Turns a non-2xx answer with a business meaning into its error; undefined: the general rules apply. */
  refuse?: (answer: Answer, details: ProviderErrorDetails, call: Call) => ProviderError | undefined;
  /** Turns an answer with a good status whose body says that it is a refusal into its error; it is recorded as one. */
  refuseGood?: (answer: Answer, details: ProviderErrorDetails, call: Call) => ProviderError | undefined;
  codeOf: (json: unknown) => string | undefined;
  traceOf: (json: unknown) => string | undefined;
}

export interface Transport {
  /** The whole call with its repeats; answers with a 2xx JSON body. Throws: ProviderError. */
  call(dialect: Dialect, call: Call): Promise<Answer>;
  /** True while the circuit of an operation is open: nothing of it would be sent. Also while one call tries it again. */
  isOpen(provider: ProviderId, op: string): boolean;
  /** True for who may begin what ends in a call of the operation: of a circuit that was open, one at a time. */
  mayTry(provider: ProviderId, op: string): boolean;
}

export interface TransportOptions {
  http: HttpClient;
  timeouts: Timeouts;
  backoff: BackOff;
  breaker: { failures: number; halfOpenAfterMs: number };
  bulkhead: { concurrent: number; queued: number };
  onCall: (record: CallRecord) => void;
  onCircuit?: OnCircuit;
  /** Asked before each exchange, once lane and circuit let it pass; false: its price is not to be had, and nothing is sent. */
  mayBuy?: (provider: ProviderId, op: string) => Promise<boolean>;
}

const DEFAULT_TIMEOUTS: Timeouts = {
  read: { connectMs: 2_000, totalMs: 10_000 },
  moneyWrite: { connectMs: 2_000, totalMs: 30_000 },
  slow: { connectMs: 2_000, totalMs: 45_000 },
  sms: { connectMs: 2_000, totalMs: 8_000 },
  ifsc: { connectMs: 1_000, totalMs: 3_000 },
};
const DEADLINE_MS = { user: 20_000, job: 60_000, operator: 60_000 } as const;

export function resolveTimeouts(overrides: ProvidersConfig['timeouts'] = {}): Timeouts {
  const pick = (name: TimeoutClass) => ({ ...DEFAULT_TIMEOUTS[name], ...overrides[name] });
  return {
    read: pick('read'),
    moneyWrite: pick('moneyWrite'),
    slow: pick('slow'),
    sms: pick('sms'),
    ifsc: pick('ifsc'),
  };
}

/** Carries calls to providers: time-outs, circuits, lanes, repeats, and the one mapping of failures to errors. */
export function createTransport(options: TransportOptions): Transport {
  const resilience = createGuards(options);
  const attempt = createAttempt(options, resilience);
  return {
    isOpen: (provider, op) => resilience.isOpen(circuitOf(provider, op)),
    mayTry: (provider, op) => resilience.mayTry(circuitOf(provider, op)),
    async call(dialect, call) {
      const deadlineMs = call.context?.deadlineMs ?? DEADLINE_MS[call.context?.actor ?? 'user'];
      const startedAt = performance.now();
      const leftMs = (): number => deadlineMs - (performance.now() - startedAt);
      const used: Repeats = { notDone: 0, unknown: 0 };
      let lost: ProviderError | undefined;
      // A repeat that was not done does not undo an earlier try that may have been.
      const verdict = (error: unknown): unknown =>
        lost && error instanceof ProviderError && error.outcome === 'not_done' ? lost : error;
      for (let count = 1; ; count += 1) {
        try {
          return await attempt(dialect, call, leftMs(), count);
        } catch (error) {
          if (error instanceof ProviderError && error.outcome === 'unknown') lost ??= error;
          const bucket = repeatBucket(error);
          if (bucket === undefined || used[bucket] >= call.repeats[bucket]) throw verdict(error);
          used[bucket] += 1;
          const jitterMs = fullJitterMs(count, options.backoff);
          const waitMs = error instanceof ProviderRateLimited ? error.retryAfterMs + jitterMs : jitterMs;
          if (waitMs >= leftMs()) throw verdict(error);
          await sleep(waitMs);
        }
      }
    },
  };
}

type Attempt = (dialect: Dialect, call: Call, leftMs: number, count: number) => Promise<Answer>;

const circuitOf = (provider: ProviderId, op: string): string => `${provider}:${op}`;

function createGuards(options: TransportOptions): Resilience {
  return createResilience({
    breaker: options.breaker,
    bulkhead: options.bulkhead,
    onCircuit: options.onCircuit ?? (() => {}),
    isOutage: (e) =>
      e instanceof ProviderUnreachable ||
      e instanceof ProviderTimeout ||
      e instanceof ProviderServerError ||
      e instanceof ProviderMalformed,
  });
}

/** One try, guarded and recorded. */
function createAttempt(options: TransportOptions, resilience: Resilience): Attempt {
  return async (dialect, call, leftMs, count) => {
    const startedAt = performance.now();
    const note = (outcome: CallOutcome, result: string, status?: number, trace?: string): void =>
      options.onCall({
        provider: dialect.provider,
        op: call.op,
        result,
        outcome,
        attempt: count,
        durationMs: Math.round(performance.now() - startedAt),
        ...present({ requestId: call.context?.requestId, status, trace }),
      });
    // Hanging writes must not keep enquiries waiting, nor people who only want to look.
    const lane = `${dialect.provider}:${call.kind}`;
    const circuit = call.kind === 'enquiry' ? {} : { circuit: circuitOf(dialect.provider, call.op) };
    try {
      const answer = await outside(dialect.provider, () =>
        resilience.run({ lane, ...circuit }, async () => {
          if ((await options.mayBuy?.(dialect.provider, call.op)) === false)
            throw new LocalRefusal('budget_spent');
          return judge(dialect, call, await exchange(options, dialect, call, leftMs));
        }),
      );
      note('ok', 'ok', answer.status, dialect.traceOf(answer.json));
      return answer;
    } catch (error) {
      const known = asProviderError(error, dialect, call);
      note(outcomeOf(known), known.name, known.httpStatus, known.providerTrace);
      throw known;
    }
  };
}

async function exchange(
  { http, timeouts }: TransportOptions,
  dialect: Dialect,
  call: Call,
  leftMs: number,
): Promise<OutboundResponse> {
  const { connectMs, totalMs } = timeouts[call.timeout];
  const packed = await pack(call);
  return http.send({
    method: call.method,
    url: urlOf(dialect.baseUrl, call),
    headers: {
      accept: 'application/json',
      ...(packed ? { 'content-type': packed.type } : {}),
      ...dialect.headers(),
      ...call.headers,
    },
    ...(packed ? { body: packed.body } : {}),
    connectMs,
    isFresh: call.kind === 'write',
    mayLeave: call.context?.mayLeave,
    // A write is given its full time: cutting it short would only turn an answer into an unknown.
    totalMs: call.kind === 'write' ? totalMs : Math.max(1, Math.min(totalMs, leftMs)),
  });
}

async function pack({ body, form }: Call): Promise<{ type: string; body: string | Buffer } | undefined> {
  if (!form) return body === undefined ? undefined : { type: 'application/json', body: JSON.stringify(body) };
  const data = new FormData();
  for (const [name, value] of Object.entries(form.fields)) data.set(name, value);
  const { field, name, type, content } = form.file;
  data.set(field, new Blob([Uint8Array.from(content)], { type }), name);
  const packed = new Response(data);
  const written = Buffer.from(await packed.arrayBuffer());
  return { type: packed.headers.get('content-type') ?? 'multipart/form-data', body: written };
}

function repeatBucket(error: unknown): keyof Repeats | undefined {
  if (error instanceof ProviderRateLimited || error instanceof ProviderServerError) return bucketOf(error);
  if (error instanceof ProviderMalformed || error instanceof ProviderTimeout) return bucketOf(error);
  // An open circuit stays open for longer than any back-off of ours.
  if (error instanceof ProviderUnreachable && !(error.cause instanceof LocalRefusal)) return bucketOf(error);
  return undefined;
}

function bucketOf(error: ProviderError): keyof Repeats {
  return error.outcome === 'not_done' ? 'notDone' : 'unknown';
}

function urlOf(baseUrl: string, call: Call): string {
  const url = new URL(baseUrl.replace(/\/+$/, '') + call.path);
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}

function judge(dialect: Dialect, call: Call, response: OutboundResponse): Answer {
  const isWrite = call.kind === 'write';
  const answer: Answer = { status: response.status, json: readJson(response), raw: response.body };
  const isSuccess = response.status >= 200 && response.status < 300;
  const isAnswer = isSuccess || (answer.json !== undefined && call.alsoGood?.includes(response.status));
  const details = detailsOf(dialect, call, answer, `HTTP ${response.status}`);
  if (isAnswer) {
    if (answer.json === undefined)
      throw new ProviderMalformed({ ...details, message: 'body is no JSON', isWrite });
    const refusal = dialect.refuseGood?.(answer, details, call);
    if (refusal) throw refusal;
    return answer;
  }
  if (answer.json !== undefined) {
    const refusal = dialect.refuse?.(answer, details, call);
    if (refusal) throw refusal;
  }
  const { status } = response;
  if (status === 429) {
    throw new ProviderRateLimited({ ...details, retryAfterMs: retryAfterMs(response) });
  }
  if (status === 401 || status === 403) throw new ProviderAuthError(details);
  if (status === 408) throw new ProviderTimeout(details);
  if (status >= 500) throw new ProviderServerError({ ...details, isWrite });
  if (status >= 400 && details.providerCode !== undefined) throw new ProviderRejected(details);
  // A refusal without a code of theirs may come from anything on the way: it is no verdict.
  throw new ProviderContractDrift({ ...details, field: status >= 400 ? 'error.code' : 'status', isWrite });
}

function asProviderError(error: unknown, dialect: Dialect, call: Call): ProviderError {
  if (error instanceof ProviderError) return error;
  const base = { provider: dialect.provider, op: call.op, cause: error };
  if (error instanceof LocalRefusal) return new ProviderUnreachable({ ...base, message: error.reason });
  if (error instanceof OutboundFailure) {
    return error.kind === 'unreachable'
      ? new ProviderUnreachable({ ...base, message: error.message })
      : new ProviderTimeout({ ...base, message: error.message });
  }
  throw error;
}

function detailsOf(dialect: Dialect, call: Call, answer: Answer, message: string): ProviderErrorDetails {
  const code = dialect.codeOf(answer.json);
  const trace = dialect.traceOf(answer.json);
  return {
    provider: dialect.provider,
    op: call.op,
    message: code === undefined ? message : `${message} ${code}`,
    httpStatus: answer.status,
    ...(code === undefined ? {} : { providerCode: code }),
    ...(trace === undefined ? {} : { providerTrace: trace }),
  };
}

function readJson(response: OutboundResponse): unknown {
  const type = response.headers['content-type'];
  if (!String(type ?? '').includes('json')) return undefined;
  try {
    const json: unknown = JSON.parse(response.body.toString('utf8'));
    return json;
  } catch {
    return undefined;
  }
}

function retryAfterMs(response: OutboundResponse): number {
  const seconds = Number(response.headers['retry-after']);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : 1_000;
}

/**
 * Reads a body by its schema: strict on what we know, tolerant of extra fields.
 * Throws: ProviderContractDrift naming the first field that is missing or unknown.
 */
export function readWire<S extends ZodType>(
  schema: S,
  value: unknown,
  at: { provider: ProviderId; op: string; isWrite?: boolean; trace?: string | undefined },
): output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.map(String).join('.') || '(body)';
  throw new ProviderContractDrift({
    provider: at.provider,
    op: at.op,
    message: `${field}: ${issue?.code ?? 'unreadable'}`,
    field,
    isWrite: at.isWrite ?? false,
    ...(at.trace === undefined ? {} : { providerTrace: at.trace }),
  });
}

/** Compares what the provider echoes with what we asked. Throws: ProviderContractDrift. */
export function assertEcho(
  at: { provider: ProviderId; op: string },
  field: string,
  expected: string | number,
  actual: string | number,
): void {
  if (expected === actual) return;
  throw new ProviderContractDrift({ ...at, field, message: `${field} is not what was asked` });
}

/** A nested string of an answer, if it is there. */
export function stringAt(json: unknown, ...path: string[]): string | undefined {
  let value: unknown = json;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return typeof value === 'string' ? value : undefined;
}
