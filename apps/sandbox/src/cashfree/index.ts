import type { FastifyInstance } from 'fastify';
import { installFaults } from '../core/fault-hook.ts';
import type { World } from '../core/world.ts';
import { callPages } from './call-page.ts';
import { createVideoCalls } from './calls.ts';
import type { VideoCalls } from './calls.ts';
import { cashfreeError, requireClient } from './errors.ts';
import { installSigner } from './signer.ts';
import { vkycRoutes } from './vkyc.ts';

export type CashfreeTwin = { calls: VideoCalls; plugin: (app: FastifyInstance) => Promise<void> };

/** The video desk: Cashfree VKYC with the page a person opens. */
export function createCashfree(world: World): CashfreeTwin {
  const calls = createVideoCalls(world);
  installSigner(world);
  return {
    calls,
    async plugin(app) {
      installFaults(app, world, 'cashfree_vrs', cashfreeError);
      requireClient(app);
      vkycRoutes(app, world, calls);
      callPages(app, calls);
    },
  };
}
