import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { controlRoutes } from './control/index.ts';
import { createWorld } from './core/world.ts';
import { pageRoutes } from './page/index.ts';
import { createMail } from './smtp/index.ts';
import { createTwins, pluginsOf } from './twins.ts';
import type { Twins } from './twins.ts';

export type SandboxOptions = {
  /** 0 picks a free port. */
  port?: number;
  smtpPort?: number;
  /** A SQLite file, or `:memory:`. */
  dbPath?: string;
  /** Base address that webhooks go to, without a trailing slash. */
  webhookTarget?: string;
  /** The time for which a socket is held in silence before it is cut, in real milliseconds. */
  holdMs?: number;
  /**
   * The longest that a move of the clock waits for a follower to come back, in real milliseconds. A second if left out: a
   * person who moves it waits no longer for a product that was stopped meanwhile.
   */
  acknowledgeMs?: number;
  /** Told path and body of each request that gets no answer, the moment that is decided. */
  onSilence?: (path: string, body: unknown) => void;
  logger?: boolean;
};

export type Sandbox = {
  url: string;
  smtpPort: number;
  /** Whether nothing is under way by itself: no webhook is being delivered, no timer is due. */
  isAtRest(): boolean;
  close(): Promise<void>;
};

const LOOPBACK = '127.0.0.1';
const DEFAULT_TARGET = 'http://127.0.0.1:3000/api/v1/webhooks';

async function mount(app: FastifyInstance, twins: Twins): Promise<void> {
  for (const [prefix, plugin] of pluginsOf(twins)) await app.register(plugin, { prefix });
  pageRoutes(app, twins);
  await app.register(async (scope) => controlRoutes(scope, twins), { prefix: '/control' });
}

const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Any page a person has open may send requests to this machine. A name of another's that leads here (rebinding) is
 * refused everywhere, and another site's page cannot act upon the world.
 */
function keepStrangersOut(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { host = '', 'sec-fetch-site': site } = request.headers;
    // The route, not the address: that may be spelt in many ways.
    const isAct = request.method !== 'GET' && request.routeOptions.url?.startsWith('/control') === true;
    if (LOOPBACK_HOST.test(host) && !(isAct && site === 'cross-site')) return undefined;
    return reply.code(403).send({ error: 'the sandbox answers this machine alone' });
  });
}

/** Starts the outside world on the loopback interface. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const world = createWorld({
    dbPath: options.dbPath ?? ':memory:',
    webhookTarget: (options.webhookTarget ?? DEFAULT_TARGET).replace(/\/$/, ''),
    holdMs: options.holdMs ?? 35_000,
    acknowledgeMs: options.acknowledgeMs ?? 1_000,
    ...(options.onSilence ? { onSilence: options.onSilence } : {}),
  });
  const twins = createTwins(world);
  const app = Fastify({ logger: options.logger ?? false, forceCloseConnections: true });
  // Control calls without a body often carry the JSON header all the same.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, String(body), done),
  );
  keepStrangersOut(app);
  await mount(app, twins);
  const mail = createMail(world);
  const smtpPort = await mail.listen(options.smtpPort ?? 0, LOOPBACK);
  const url = await app.listen({ port: options.port ?? 0, host: LOOPBACK });
  return {
    url,
    smtpPort,
    isAtRest() {
      world.timers.runDue();
      return world.webhooks.isAtRest();
    },
    async close() {
      world.holds.close();
      world.faults.remove();
      world.clock.close();
      await Promise.all([app.close(), mail.close()]);
      world.close();
    },
  };
}
