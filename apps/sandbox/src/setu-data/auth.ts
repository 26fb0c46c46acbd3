import type { FastifyInstance } from 'fastify';
import type { World } from '../core/world.ts';
import { refuse } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The product instance whose id the call must carry. */
    product?: 'sandbox-pan' | 'sandbox-name-match' | 'sandbox-digilocker' | 'sandbox-bav';
  }
}

/** Asks for client id, secret and the product instance of the route. */
export function requireProduct(app: FastifyInstance, world: World): void {
  app.addHook('onRequest', async (request, reply) => {
    const { product } = request.routeOptions.config;
    if (product === undefined) return;
    const { headers } = request;
    const isKnown =
      headers['x-client-id'] === 'sandbox-data' && headers['x-client-secret'] === 'sandbox-data-secret';
    if (!isKnown || headers['x-product-instance-id'] !== product) return refuse(world, reply, 'unauthorized');
  });
}
