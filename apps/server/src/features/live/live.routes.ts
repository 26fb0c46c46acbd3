import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureContext } from '#features/context.ts';
import type { Actor } from '#platform/db/database.ts';
import { LIVE_EVENTS } from '#platform/events/bus.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Authenticate } from '#platform/http/endpoints.ts';
import { Busy } from '#platform/pools/semaphore.ts';

const HEARTBEAT_MS = 20_000;
/** Tabs and devices of one person that this process serves at a time. */
const STREAMS_MAX = 5;
/** The largest backlog of unsent bytes for a slow reader (back-pressure); beyond it the stream ends. */
const WAITING_BYTES_MAX = 64 * 1024;
/** Refusals after which the stream ends: its reader may be told nothing more. */
const OVER: readonly string[] = ['unauthorized', 'session_ended', 'account_blocked', 'mfa_required'];

type Deps = Pick<FeatureContext, 'events' | 'api' | 'clock'> & {
  /** The interval at which a stream sends a heartbeat and its session is proven again. */
  readonly heartbeatMs?: number | undefined;
  /** Streams this process holds at a time, so that connections are left for everything else. */
  readonly streamsMax: number;
};

/**
 * Server-sent events of one person: that something changed, never what. A page that missed some simply asks again: after
 * `Last-Event-ID` each kind of event is told once, and what happened since the page asked, `X-Page-Age` milliseconds ago, is
 * told again. A stream outlives neither its session nor the token it was opened with.
 */
export function registerLive(app: FastifyInstance, deps: Deps, authenticate: Authenticate): void {
  const { events, api, clock, heartbeatMs = HEARTBEAT_MS } = deps;
  const open = new OpenStreams(deps.streamsMax);
  app.addHook('preClose', async () => open.endAll());

  /** Proves the listener's session, again and again for as long as the stream is open. */
  const prove = async (request: FastifyRequest) => {
    const actor = await authenticate(request);
    await api.asUser(actor, async () => {});
    return actor;
  };

  const listeners = new WeakMap<FastifyRequest, Actor>();
  const options = {
    config: { isStream: true, bound: 'people' },
    preValidation: async (request: FastifyRequest) => {
      listeners.set(request, await prove(request));
    },
  } as const;
  app.get('/api/v1/events', options, async (request, reply) => {
    const { userId } = listeners.get(request)!;
    if (!open.hasRoom(userId)) throw new Busy();
    reply.hijack();
    const { raw } = reply;
    begin(reply);
    let sequence = clock.now().getTime();
    const send = (event: string, data: object) => {
      sequence += 1;
      raw.write(`id: ${sequence}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    };
    const sendAll = () => {
      for (const any of LIVE_EVENTS) send(any, { id: null, resumed: true });
    };
    if (request.headers['last-event-id'] !== undefined) sendAll();
    const look = () =>
      void prove(request).catch((error: unknown) => {
        if (error instanceof DomainError && OVER.includes(error.code)) end();
      });
    const pageAgeMs = Number(request.headers['x-page-age'] ?? 0);
    if (pageAgeMs > 0)
      for (const type of events.lately(userId, pageAgeMs)) send(type, { id: null, resumed: true });
    const stop = events.listen(userId, ({ type, id }) => {
      if (type === 'session') return look();
      if (type !== 'missed') return send(type, { id });
      look();
      sendAll();
    });
    const heartbeat = setInterval(() => {
      // A reader who left while the session was being proven raised no close event that we could hear.
      if (raw.destroyed || raw.writableLength > WAITING_BYTES_MAX) return end();
      raw.write(': still here\n\n');
      return look();
    }, heartbeatMs);
    const end = () => {
      clearInterval(heartbeat);
      stop();
      open.remove(userId, end);
      raw.end();
    };
    open.add(userId, end);
    request.raw.on('close', end);
    return reply;
  });
}

function begin(reply: FastifyReply): void {
  const { raw } = reply;
  // Headers that every answer has: the framework does not write them once the reply is ours.
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  raw.write('retry: 2000\n\n');
}

/** The streams this process holds, by person, oldest first. */
class OpenStreams {
  readonly #byUser = new Map<string, Set<() => void>>();
  readonly #max: number;
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Whether one more of a person fits; one who has their share replaces one of their own. */
  hasRoom(userId: string): boolean {
    return this.#count < this.#max || (this.#byUser.get(userId)?.size ?? 0) >= STREAMS_MAX;
  }

  /** One too many ends the oldest: a page that is looked at was opened last. */
  add(userId: string, end: () => void): void {
    const mine = this.#byUser.get(userId) ?? new Set();
    this.#byUser.set(userId, mine.add(end));
    this.#count += 1;
    const [oldest] = mine;
    if (mine.size > STREAMS_MAX) oldest?.();
  }

  remove(userId: string, end: () => void): void {
    const mine = this.#byUser.get(userId);
    if (mine?.delete(end)) this.#count -= 1;
    if (mine?.size === 0) this.#byUser.delete(userId);
  }

  endAll(): void {
    for (const end of [...this.#byUser.values()].flatMap((mine) => [...mine])) end();
  }
}
