import type { FastifyInstance } from 'fastify';
import { installFaults } from '../core/fault-hook.ts';
import type { World } from '../core/world.ts';
import { requireProduct } from './auth.ts';
import type { Book } from '../core/store.ts';
import { bankAccountRoutes } from './bank-account.ts';
import type { PennyDrop } from './bank-account.ts';
import { consentPages } from './consent-page.ts';
import { digilockerRoutes } from './digilocker.ts';
import { setuError } from './errors.ts';
import { nameMatchRoutes } from './name-match.ts';
import { panRoutes } from './pan.ts';
import { createSessions } from './sessions.ts';
import type { Sessions } from './sessions.ts';

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
