import type { FastifyInstance } from 'fastify';
import { createHmac } from 'node:crypto';
import { installFaults } from '../core/fault-hook.ts';
import type { World } from '../core/world.ts';
import { callPages } from './call-page.ts';
import { createVideoCalls, type VideoCalls } from './calls.ts';
import { cashfreeError, CLIENT_SECRET, requireClient } from './errors.ts';
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

/** The time of the event, in milliseconds: a webhook that is sent again keeps it. */
function timestampOf(raw: string, now: number): string {
  const written = /"event_time":"([^"]+)"/.exec(raw)?.[1];
  const at = written === undefined ? Number.NaN : Date.parse(written);
  return String(Number.isNaN(at) ? now : at);
}

/** base64 HMAC-SHA256 over timestamp and body, with the client secret. */
function installSigner(world: World): void {
  world.webhooks.signer('cashfree_vrs', (raw, _eventId, mistake) => {
    const timestamp = timestampOf(raw, world.clock.now());
    const secret = mistake === 'wrong' || mistake === 'old_secret' ? 'not-the-secret' : CLIENT_SECRET;
    const signature = createHmac('sha256', secret)
      .update(timestamp + raw)
      .digest(mistake === 'hex_vs_base64' ? 'hex' : 'base64');
    return {
      'x-webhook-timestamp': timestamp,
      'x-webhook-attempt': '1',
      'x-webhook-version': '2024-12-01',
      ...(mistake === 'missing' ? {} : { 'x-webhook-signature': signature }),
    };
  });
}
