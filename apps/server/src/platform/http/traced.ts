import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openTrail, type OpenTrail } from '#platform/tracing/trail.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';

/** Pages and what operators ask are not traced: they say nothing of a payment. */
const TRACED = /^\/(api|auth)\/v1\//;

/**
 * Makes a trail of each request to the API and to the auth server, under its route and never its address: an address may hold a
 * name or a code. It is entered once the body is here, for a body's events belong to a connection and not to a request.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
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
