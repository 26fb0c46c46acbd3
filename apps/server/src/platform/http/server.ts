import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { ERRORS, type ErrorCode } from '@mohlat/contract';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import { openTrail, type OpenTrail } from '#platform/tracing/trail.ts';
import { DomainError } from './domain-error.ts';
import { UNKNOWN_PATH } from '@mohlat/platform/http/unknown-path.ts';
import { boundArrival, WHOLE_MS } from './arrival.ts';
import { boundConnections } from './connections.ts';
import { PROBLEM_TYPE, problemOf, sendProblem } from './problem.ts';
import { securityHeaders } from './security-headers.ts';
import { acceptUploads } from './uploads.ts';

/** Pages and what operators ask are not traced: they say nothing of a payment. */
const TRACED = /^\/(api|auth)\/v1\//;

/**
 * Makes a trail of each request to the API and to the auth server, under its route and never its address: an address may hold a
 * name or a code. It is entered once the body is here, for a body's events belong to a connection and not to a request.
 */
function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const trails = new WeakMap<FastifyRequest, OpenTrail>();
  app.addHook('onRequest', (request, _, done) => {
    if (TRACED.test(request.url))
      trails.set(request, openTrail({ name: request.method, kind: 'server' }, tracing.deliver));
    done();
  });
  app.addHook('preValidation', (request, _, done) => {
    const trail = trails.get(request);
    if (trail) trail.enter(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    trails.get(request)?.end({
      name: `${request.method} ${route}`,
      facts: {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'mohlat.request_id': request.id,
      },
      error: reply.statusCode >= 500 ? String(reply.statusCode) : undefined,
    });
    done();
  });
}

export interface HttpOptions {
  readonly log: Log;
  /** Dates answers to pages; without it the machine's clock does. */
  readonly clock?: Pick<Clock, 'now'>;
  readonly isHttps: boolean;
  /** Proxies whose word on a client's address is taken: addresses, ranges, or `loopback`. */
  readonly trustedProxies: readonly string[];
  /** Connections open at a time, live events included; further ones are closed. */
  readonly connectionsMax?: number;
  /** Connections of one client address open at a time; behind a trusted proxy its requests under way. */
  readonly connectionsPerAddressMax?: number;
  /** The time in which headers and a body must arrive whole, in milliseconds; an upload must move on in each such time. */
  readonly requestMs?: number;
  readonly tracing?: Tracing | undefined;
}

const BODY_BYTES_MAX = 1024 * 1024;
const REQUEST_MS = 30_000;
const HEADERS_MS = 15_000;
const LET_GO_EVERY_MS = 100;
/** Addresses of the protocol of sign-in, which has answers of its own. */
const AUTH = /^\/auth\/v1\//;
/** Answers about a person. */
const PRIVATE = /^\/(api|auth)\/v1(\/|$)/;
/** Nothing a page of ours has a use for; the app's own page says what it needs (platform/http/web.ts). */
const NO_DEVICES =
  'camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=(), midi=()';
const REQUEST_ID = /^[\w-]{8,64}$/;

/** The HTTP server with what holds for every route: ids, headers, limits, problem documents. */
export async function createHttpServer({
  log,
  clock,
  isHttps,
  trustedProxies,
  connectionsMax,
  connectionsPerAddressMax,
  requestMs = REQUEST_MS,
  tracing,
}: HttpOptions): Promise<FastifyInstance> {
  const ofEach = { ...securityHeaders(isHttps), 'permissions-policy': NO_DEVICES };
  const app = Fastify({
    loggerInstance: log,
    bodyLimit: BODY_BYTES_MAX,
    // The last bound of all. Bodies have a nearer one (boundArrival), which knows their routes.
    requestTimeout: Math.max(WHOLE_MS, requestMs),
    http: {
      headersTimeout: Math.min(HEADERS_MS, requestMs),
      connectionsCheckingInterval: Math.ceil(requestMs / 6),
    },
    trustProxy: [...trustedProxies],
    clientErrorHandler: answerBroken(log, ofEach),
    // An address that cannot be read passes by every hook: it is answered as any other that there is not.
    frameworkErrors: (_, request, reply) => {
      reply.headers(ofEach).header('x-request-id', request.id);
      sendNotFound(request, reply);
    },
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    routerOptions: { maxParamLength: 300 },
  }) as unknown as FastifyInstance;
  if (connectionsMax !== undefined) app.server.maxConnections = connectionsMax;

  boundArrival(app, requestMs);
  if (tracing) traceRequests(app, tracing);
  if (connectionsPerAddressMax !== undefined)
    boundConnections(app, { perAddressMax: connectionsPerAddressMax, trustedProxies });
  acceptEmptyJson(app);
  await acceptUploads(app);
  letGoWhenClosing(app);
  if (clock) tellTime(app, clock);
  markAndLog(app, ofEach);
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  app.setNotFoundHandler(sendNotFound);
  return app;
}

/** Each part of the server says in its own way that there is no such address. */
function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (AUTH.test(request.url)) return reply.status(404).type('text/plain').send(UNKNOWN_PATH);
  return sendProblem(new DomainError('not_found'), request, reply);
}

const API = /^\/api\/v1\//;
const AS_FILE = 'attachment; filename="api.json"';

/** Dates what is asked by a page: it counts the days that are left by this clock, and not by the one of its device. */
function tellTime(app: FastifyInstance, clock: Pick<Clock, 'now'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (PRIVATE.test(request.url)) reply.header('date', clock.now().toUTCString());
    done();
  });
}

/** Every answer names its request, and every request but a good look is a line of the log without what was sent. */
function markAndLog(app: FastifyInstance, ofEach: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(ofEach).header('x-request-id', request.id);
    // An answer that every visitor may share sets its own caching.
    if (PRIVATE.test(request.url)) reply.header('cache-control', 'no-store');
    done();
  });
  // Opened as a page by a link, an answer of the API is a file and draws nothing.
  app.addHook('onSend', (request, reply, payload, done) => {
    const isJson = API.test(request.url) && String(reply.getHeader('content-type')).includes('json');
    if (isJson && !reply.hasHeader('content-disposition')) reply.header('content-disposition', AS_FILE);
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.isLook === true && reply.statusCode < 400) return done();
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    done();
  });
}

/** Closes keep-alive connections as soon as they are idle, also those that were being answered as the server closed. */
function letGoWhenClosing(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const timer = setInterval(() => app.server.closeIdleConnections(), LET_GO_EVERY_MS);
    timer.unref();
    app.server.once('close', () => clearInterval(timer));
  });
}

/** Clients of the auth protocol send a JSON content type with an empty body on logout and deletes. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Signatures of webhooks are over the bytes as they came.
    request.rawBody = body;
    if (body.length === 0) return done(null, undefined);
    try {
      done(null, JSON.parse(body.toString('utf8')));
    } catch {
      done(new DomainError('bad_json'));
    }
  });
}

/** Codes of Node's parser that have an answer of their own; the others are all bad requests. */
const BROKEN_CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** The answer that Node has begun on a socket, if any; no public name tells. */
function isAnswering(socket: Socket & { readonly _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}

/**
 * Answers bytes that never became a request: malformed HTTP, headers without end, a request that does not arrive. The framework has no
 * request and no reply for them, so the same document is written to the socket by hand; then the connection ends.
 */
function answerBroken(log: Log, headers: Readonly<Record<string, string>>) {
  return ({ code: reason }: { readonly code: string }, socket: Socket): void => {
    if (reason === 'ECONNRESET' || socket.destroyed) return;
    const code = BROKEN_CODES[reason] ?? 'bad_request';
    const requestId = randomUUID();
    log.info({ code, requestId }, 'request refused');
    // A second head within an answer that is under way would be read as its content. Node's own handler looks the same way.
    if (!socket.writable || isAnswering(socket)) return void socket.destroy();
    const { status } = ERRORS[code];
    const body = JSON.stringify(problemOf({ code }, 'en', requestId));
    const lines = Object.entries({
      ...headers,
      'x-request-id': requestId,
      'cache-control': 'no-store',
      'content-type': `${PROBLEM_TYPE}; charset=utf-8`,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
    socket.end(head + body, () => socket.destroy());
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Balancers and Prometheus ask it many times a minute: a good answer is no news. */
    readonly isLook?: boolean;
  }
  interface FastifyRequest {
    rawBody?: Buffer;
  }
}
