import type { FastifyInstance } from 'fastify';
import { installFaults } from '../core/fault-hook.ts';
import type { World } from '../core/world.ts';
import { requireProduct } from './auth.ts';
import { consentPages } from './consent-page.ts';
import { digilockerRoutes } from './digilocker.ts';
import { setuError } from './errors.ts';
import { nameMatchRoutes } from './name-match.ts';
import { panRoutes } from './pan.ts';
import { createSessions } from './sessions.ts';
import type { Sessions } from './sessions.ts';

export type SetuDataTwin = { sessions: Sessions; plugin(app: FastifyInstance): Promise<void> };

/** Identity checks: Setu PAN, name match and DigiLocker. */
export function createSetuData(world: World): SetuDataTwin {
  const sessions = createSessions(world);
  return {
    sessions,
    async plugin(app) {
      installFaults(app, world, 'setu_data', (status) => setuError(world, status));
      requireProduct(app, world);
      panRoutes(app, world);
      nameMatchRoutes(app, world);
      digilockerRoutes(app, world, sessions);
      consentPages(app, sessions);
    },
  };
}
