import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { z } from 'zod';
import { type Config, readSecret } from '#platform/config/config.ts';
import { sameSecret } from '#platform/crypto/vault.ts';
import type { Database } from '#platform/db/database.ts';
import type { Sample } from '#platform/figures/figures.ts';
import type { EndpointRegistry } from './endpoints.ts';
import { declaredErrors } from './endpoints.ts';
import { DOCS_CSS, docsPage } from './docs-page.ts';
import { DomainError } from './domain-error.ts';
import { type DescribedPath, openApiDocument } from './openapi.ts';
import { createLook } from './readiness.ts';

/** Whether the process is about to stop. */
export interface Readiness {
  isStopping: boolean;
}

/** A figure of the business, read when the metrics are. */
export interface BusinessGauge {
  readonly name: string;
  readonly help: string;
  /** The name of its label, where it has several values. */
  readonly label?: string;
  read(): Promise<number | readonly Sample[]>;
}

interface LookParts {
  readonly gauges: readonly BusinessGauge[];
  readonly readiness: Readiness;
  /** Whether the runner of this process takes jobs; left out where it has none. */
  readonly takesJobs?: (() => boolean) | undefined;
  /** With connections that no request waits for. */
  readonly api: Database;
  /** The machine's time without jumps, in milliseconds. */
  readonly nowMs?: () => number;
  readonly config: Config;
  /** Adds the figures of features. */
  readonly registerMetrics: (metrics: Registry) => void;
}

interface Parts extends LookParts {
  readonly endpoints: EndpointRegistry;
  /** The addresses of the API beside its endpoints. */
  readonly described?: readonly DescribedPath[];
}

/** Answered from memory, or by a look that all callers share; figures only to who may read them. */
const LOOK = { config: { bound: 'none', isLook: true } } as const;

/** Liveness, readiness, metrics, and the API's own description. */
export function registerOperations(app: FastifyInstance, { endpoints, described, ...parts }: Parts): void {
  registerLooks(app, parts);
  describeApi(app, endpoints, described);
}

/** Liveness, readiness and metrics alone. */
export function registerLooks(
  app: FastifyInstance,
  {
    api,
    config,
    readiness,
    takesJobs = () => true,
    gauges,
    registerMetrics,
    nowMs = () => performance.now(),
  }: LookParts,
): void {
  const metricsToken = readSecret(config.env, 'METRICS_TOKEN');
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  registerMetrics(metrics);
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [metrics],
  });
  app.addHook('onResponse', (request, reply, done) => {
    seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });

  for (const { name, help, label, read } of gauges)
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [metrics],
      async collect() {
        // Without the database it is no number, for an alert would believe the former one; the others are told all the same.
        const told = await read().catch(() => NaN);
        if (typeof told === 'number') return this.set(told);
        this.reset();
        for (const { of = '', value } of told) this.set({ [label ?? 'of']: of }, value);
      },
    });
  app.get('/healthz', LOOK, async () => ({ status: 'alive' }));
  // Connections that are kept alive are let go with their next answer, so that none is cut off at the end.
  app.addHook('onSend', (_, reply, payload, done) => {
    if (readiness.isStopping) reply.header('connection', 'close');
    done(null, payload);
  });
  const isWritable = createLook(() => api.once(WRITABLE, []), nowMs);
  app.get('/readyz', LOOK, async (_, reply) => {
    if (readiness.isStopping) return reply.status(503).send({ status: 'not ready', reason: 'stopping' });
    const reason = !(await isWritable())
      ? 'the database does not answer, or only reads'
      : takesJobs()
        ? undefined
        : 'this process takes no jobs';
    return reason === undefined
      ? { status: 'ready' }
      : reply.status(503).send({ status: 'not ready', reason });
  });
  app.get('/metrics', LOOK, async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) throw new DomainError('not_found');
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}

/**
 * Reads a row, and asks for a lock on none: a database that only reads refuses that with its own code (25006), and the
 * connection is given up with it. One statement, one round trip.
 */
const WRITABLE =
  'select 1 from settings where not exists (select 1 from idempotency_keys where false for update) limit 1';

/** The API's description for machines and for people, each written at its first reading and kept. */
function describeApi(
  app: FastifyInstance,
  { declarations }: EndpointRegistry,
  described: readonly DescribedPath[] | undefined,
): void {
  const serve = (path: string, type: string, write: () => string): void => {
    let text: string | undefined;
    app.get(path, async (_, reply) => {
      text ??= write();
      return reply.header('cache-control', 'public, max-age=300').type(type).send(text);
    });
  };
  serve('/api/v1/openapi.json', 'application/json; charset=utf-8', () =>
    JSON.stringify(openApiDocument(declarations, declaredErrors, z.toJSONSchema, described)),
  );
  serve('/api/docs', 'text/html; charset=utf-8', () =>
    docsPage(declarations, declaredErrors, z.toJSONSchema),
  );
  serve('/api/docs.css', 'text/css; charset=utf-8', () => DOCS_CSS);
}

/** Figures about the business are not public: only this machine reads them, or the holder of the token. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const given = request.headers.authorization?.replace(/^Bearer /, '');
  if (token) return given !== undefined && sameSecret(given, token);
  return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip);
}
