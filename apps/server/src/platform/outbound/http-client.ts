import { Agent, DecoratorHandler, type Dispatcher, request } from 'undici';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface OutboundRequest {
  method: HttpMethod;
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  connectMs: number;
  totalMs: number;
  /**
   * True: a connection of its own. A kept one may be closing at the far end at this very moment, which would
   * make an unknown outcome out of a request that was not received.
   */
  isFresh?: boolean;
  /** Asked once the connection stands, in the turn that writes the first byte; false: nothing is sent (`unreachable`). */
  mayLeave?: (() => boolean) | undefined;
}

export interface OutboundResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Tells what a call came to. `failed` counts against the provider: it got no clear answer, and it was not we who held it back. */
export type CallOutcome = 'ok' | 'refused' | 'failed' | 'not_sent';

/** The loggable facts of one exchange: names, codes and times, never addresses or bodies. */
export interface CallRecord {
  provider: string;
  op: string;
  requestId?: string;
  status?: number;
  /** `ok`, or the name of the error the caller gets. */
  result: string;
  outcome: CallOutcome;
  durationMs: number;
  attempt: number;
  trace?: string;
}

/**
 * The exchange failed below HTTP. `unreachable`: no connection was made, so nothing was sent. `no_answer`: the
 * request may have been received, but no complete answer came back.
 */
export class OutboundFailure extends Error {
  readonly kind: 'unreachable' | 'no_answer';

  constructor(kind: 'unreachable' | 'no_answer', cause: unknown) {
    super(kind === 'unreachable' ? 'no connection' : 'no complete answer', { cause });
    this.name = 'OutboundFailure';
    this.kind = kind;
  }
}

export interface HttpClient {
  /** One exchange, never repeated. Throws: OutboundFailure. */
  send(r: OutboundRequest): Promise<OutboundResponse>;
  close(): Promise<void>;
}

const ANSWER_MAX_BYTES = 20 * 1024 * 1024;

const HELD_UP = 'HELD_UP';

// Errors that can only happen before the first byte of the request left. A reset or a closed socket is not one
// of them: a kept-alive connection may die after the far side has read everything.
const BEFORE_SENDING = new Set([
  HELD_UP,
  'UND_ERR_CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/**
 * Gives a call its time limit: the signal aborts once `ms` have passed. `end` is called when the call is over. The default
 * is the machine's own time; a trial clock may end a call as soon as it is known that no answer comes.
 */
export type TimeLimit = (
  ms: number,
  call: Pick<OutboundRequest, 'url' | 'body'>,
) => { readonly signal: AbortSignal; end(): void };

const machineTimeLimit: TimeLimit = (ms) => ({ signal: AbortSignal.timeout(ms), end: () => {} });

/** An HTTP client with kept-alive connections. Plain HTTP is refused except on loopback. */
export function createHttpClient(timeLimit: TimeLimit = machineTimeLimit): HttpClient {
  const agents = new Map<string, Agent>();

  // The connect time-out and the keeping of connections belong to the pool, so there is one pool per pair.
  const agentFor = (connectMs: number, isFresh: boolean): Agent => {
    const name = `${connectMs}:${isFresh}`;
    const known = agents.get(name);
    if (known) return known;
    const agent = new Agent({
      connect: { timeout: connectMs },
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 30_000,
      // Zero closes each connection after its one request.
      pipelining: isFresh ? 0 : 1,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    agents.set(name, agent);
    return agent;
  };

  return {
    async send(r) {
      assertTransport(r.url);
      const limit = timeLimit(Math.max(1, Math.ceil(r.totalMs)), r);
      try {
        const answer = await request(r.url, {
          method: r.method,
          headers: r.headers,
          ...(r.body === undefined ? {} : { body: r.body }),
          signal: limit.signal,
          dispatcher: askingBefore(agentFor(r.connectMs, r.isFresh ?? false), r.mayLeave),
        });
        return { status: answer.statusCode, headers: answer.headers, body: await readBody(answer.body) };
      } catch (error) {
        throw new OutboundFailure(wasSent(error) ? 'no_answer' : 'unreachable', error);
      } finally {
        limit.end();
      }
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
      agents.clear();
    },
  };
}

/** undici starts a request in the same turn in which it writes it, on a connection that stands. */
function askingBefore(agent: Agent, mayLeave: (() => boolean) | undefined): Dispatcher {
  if (!mayLeave) return agent;
  return agent.compose((dispatch) => (options, handler) => dispatch(options, new Asking(handler, mayLeave)));
}

class Asking extends DecoratorHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #mayLeave: () => boolean;

  constructor(handler: Dispatcher.DispatchHandler, mayLeave: () => boolean) {
    super(handler);
    this.#handler = handler;
    this.#mayLeave = mayLeave;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    if (this.#mayLeave()) this.#handler.onRequestStart?.(controller, context);
    else controller.abort(Object.assign(new Error('held up for too long'), { code: HELD_UP }));
  }
}

async function readBody(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > ANSWER_MAX_BYTES) throw new Error('answer too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function wasSent(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return !BEFORE_SENDING.has(code);
  return true;
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  // Several addresses were tried and each failed: they share their reason.
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return 'cause' in error ? codeOf(error.cause) : undefined;
}

function assertTransport(url: string): void {
  const { protocol, hostname } = new URL(url);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  if (protocol !== 'https:' && !isLoopback) throw new TypeError('plain HTTP is for loopback addresses only');
}
