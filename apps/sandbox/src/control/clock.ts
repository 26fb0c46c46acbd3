import type { FastifyInstance } from 'fastify';
import { asObject } from '../core/json.ts';
import type { Json } from '../core/json.ts';
import { parseDuration } from '../core/time.ts';
import type { World } from '../core/world.ts';
import { refuse } from './errors.ts';

function readTarget(body: Json): { now: number | null } | { advanceMs: number } | undefined {
  if (typeof body.advance === 'string') {
    const advanceMs = parseDuration(body.advance);
    return advanceMs === undefined ? undefined : { advanceMs };
  }
  if (body.now === null) return { now: null };
  const now = typeof body.now === 'string' ? Date.parse(body.now) : Number.NaN;
  return Number.isNaN(now) ? undefined : { now };
}

export function clockRoutes(app: FastifyInstance, world: World): void {
  app.get('/clock', () => world.clock.state());
  app.get<{ Querystring: { seen?: string } }>('/clock/next', (request, reply) =>
    world.clock.next(Number(request.query.seen ?? 0) || 0, (leave) => reply.raw.once('close', leave)),
  );
  app.post('/clock', async (request, reply) => {
    const target = readTarget(asObject(request.body));
    if (!target) return refuse(reply, 'send {"now": "…Z"}, {"now": null} or {"advance": "PT10M"}');
    return world.clock.move(target);
  });
}
