import type { FastifyInstance } from 'fastify';
import type { FeatureContext } from '#features/context.ts';
import type { Authenticate } from '#platform/http/endpoints.ts';

const HEARTBEAT_MS = 20_000;

/**
 * Server-sent events of one person: that something changed, never what. A page that missed some simply asks again, so
 * resuming needs no memory; the first event after `Last-Event-ID` says so.
 */
export function registerLive(
  app: FastifyInstance,
  { events, api, clock }: Pick<FeatureContext, 'events' | 'api' | 'clock'>,
  authenticate: Authenticate,
): void {
  const open = new Set<() => void>();
  app.addHook('preClose', async () => {
    for (const end of open) end();
  });

  app.get('/api/v1/events', async (request, reply) => {
    const actor = await authenticate(request);
    await api.asUser(actor, async () => {});
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    });
    let sequence = clock.now().getTime();
    const send = (event: string, data: object) => {
      sequence += 1;
      raw.write(`id: ${sequence}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    };
    raw.write('retry: 2000\n\n');
    if (request.headers['last-event-id'] !== undefined) send('payment', { id: null, resumed: true });
    const stop = events.listen(actor.userId, ({ type, id }) => send(type, { id }));
    const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS);
    const end = () => {
      clearInterval(heartbeat);
      stop();
      open.delete(end);
      raw.end();
    };
    open.add(end);
    request.raw.on('close', end);
    return reply;
  });
}
