import type { FastifyInstance } from 'fastify';
import { asObject } from '../core/json.ts';
import { SECOND_MS } from '../core/time.ts';
import type { World } from '../core/world.ts';
import { billPayError, traceId } from './errors.ts';

const CLIENT_ID = 'sandbox-billpay';
const SECRET = 'sandbox-billpay-secret';
const PARTNER_ID = '4211';
export const AGENT_ID = 'MO01MO02INTU00000001';
const TOKEN_SECONDS = 600;

type Token = { token: string; issuedAtMs: number };

/** Issues bearer tokens of ten real minutes and asks for one, with the partner id, on every other call. */
export function authRoutes(app: FastifyInstance, world: World): void {
  const tokens = world.store.book<Token>('billpay_token');
  app.post('/api/v2/auth/token', { config: { op: 'token' } }, (request, reply) => {
    const { clientID, secret } = asObject(request.body);
    if (typeof clientID !== 'string' || typeof secret !== 'string')
      return reply.code(400).send(billPayError(world, 400, 'clientID and secret are required'));
    if (clientID !== CLIENT_ID || secret !== SECRET)
      return reply.code(401).send(billPayError(world, 401, 'clientID or secret is wrong'));
    const token = world.id('billpay-token-', 20);
    tokens.put(token, { token, issuedAtMs: world.clock.realNow() });
    return { success: true, traceId: traceId(world), token, expiresIn: TOKEN_SECONDS };
  });
  app.addHook('onRequest', async (request, reply) => {
    const { op } = request.routeOptions.config;
    if (op === 'token' || op === 'health' || op === undefined) return;
    const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    const known = bearer === undefined ? undefined : tokens.find(bearer);
    // A token lives in real time: a jump of the virtual clock must not look like an expiry storm.
    if (!known || world.clock.realNow() - known.issuedAtMs > TOKEN_SECONDS * SECOND_MS)
      return reply.code(401).send(billPayError(world, 401));
    if (request.headers['x-partner-id'] !== PARTNER_ID)
      return reply.code(403).send(billPayError(world, 403, 'X-PARTNER-ID is missing or wrong'));
  });
}
