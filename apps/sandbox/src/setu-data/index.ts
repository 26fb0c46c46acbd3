import type { FastifyInstance } from 'fastify';
import { installFaults } from '../core/fault-hook.ts';
import type { Book } from '../core/store.ts';
import type { World } from '../core/world.ts';
import { bankAccountRoutes, type PennyDrop } from './bank-account.ts';
import { consentPages } from './consent-page.ts';
import { digilockerRoutes } from './digilocker.ts';
import { refuse, setuError } from './errors.ts';
import { nameMatchRoutes } from './name-match.ts';
import { panRoutes } from './pan.ts';
import { createSessions, type Sessions } from './sessions.ts';

export type SetuDataTwin = {
  sessions: Sessions;
  pennyDrops: Book<PennyDrop>;
  plugin: (app: FastifyInstance) => Promise<void>;
};

/** Identity checks: Setu PAN, name match, bank accounts and DigiLocker. */
export function createSetuData(world: World): SetuDataTwin {
  const sessions = createSessions(world);
  const pennyDrops = world.store.book<PennyDrop>('penny_drop');
  return {
    sessions,
    pennyDrops,
    async plugin(app) {
      installFaults(app, world, 'setu_data', (status) => setuError(world, status));
      requireProduct(app, world);
      panRoutes(app, world);
      nameMatchRoutes(app, world);
      bankAccountRoutes(app, world, pennyDrops);
      digilockerRoutes(app, world, sessions);
      consentPages(app, sessions);
    },
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The product instance whose id the call must carry. */
    product?: 'sandbox-pan' | 'sandbox-name-match' | 'sandbox-digilocker' | 'sandbox-bav';
  }
}

/** Asks for client id, secret and the product instance of the route. */
function requireProduct(app: FastifyInstance, world: World): void {
  app.addHook('onRequest', async (request, reply) => {
    const { product } = request.routeOptions.config;
    if (product === undefined) return;
    const { headers } = request;
    const isKnown =
      headers['x-client-id'] === 'sandbox-data' && headers['x-client-secret'] === 'sandbox-data-secret';
    if (!isKnown || headers['x-product-instance-id'] !== product) return refuse(world, reply, 'unauthorized');
  });
}
