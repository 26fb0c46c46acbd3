import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { z } from 'zod';
import type { Database } from '#platform/db/database.ts';
import type { EndpointRegistry } from './endpoints.ts';
import { declaredErrors } from './endpoints.ts';
import { openApiDocument } from './openapi.ts';

interface Parts {
  readonly api: Database;
  readonly endpoints: EndpointRegistry;
}

/** Liveness, readiness, metrics, and the API's own description. */
export async function registerOperations(app: FastifyInstance, { api, endpoints }: Parts): Promise<void> {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [metrics],
  });
  app.addHook('onResponse', async (request, reply) => {
    seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });

  app.get('/healthz', async () => ({ status: 'alive' }));
  app.get('/readyz', async (_, reply) => {
    try {
      await api.once('select 1 from settings limit 1', []);
      return { status: 'ready' };
    } catch {
      return reply.status(503).send({ status: 'not ready', reason: 'the database does not answer' });
    }
  });
  app.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.metrics()));
  app.get('/api/v1/openapi.json', async () =>
    openApiDocument(endpoints.declarations, declaredErrors, z.toJSONSchema),
  );
}
