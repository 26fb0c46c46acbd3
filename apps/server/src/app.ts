import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { FEATURES, FIGURES } from '#features/all.ts';
import { SMS_CODES, SMS_TEMPLATES } from '#features/notifications/index.ts';
import type { HashCost } from '@mohlat/auth';
import type { FeatureContext } from '#features/context.ts';
import type { Parts, ServedParts } from '#features/feature.ts';
import { createSignIn } from '#features/sign-in/index.ts';
import {
  type Clock,
  createClock,
  machineClock,
  type MachineClock,
  type TrialClock,
} from '#platform/clock/clock.ts';
import { type Config, ConfigError } from '#platform/config/config.ts';
import { openVault } from '#platform/crypto/key-ring.ts';
import { createDatabase, type Database } from '#platform/db/database.ts';
import { LivingSessions } from '@mohlat/platform/db/living-sessions.ts';
import {
  createPool,
  type DatabaseRole,
  LOOKS_PATIENCE,
  LOOKS_POOL_MAX,
  type Patience,
} from '#platform/db/pool.ts';
import { createEventBus } from '#platform/events/bus.ts';
import { openDisk } from '#platform/files/disk.ts';
import { registerFigures } from '#platform/figures/figure-metrics.ts';
import { createFileStore } from '#platform/files/files.ts';
import { boundRequests } from '#platform/http/bounds.ts';
import { EndpointRegistry, type Refusal } from '#platform/http/endpoints.ts';
import { LongFiles } from '#platform/http/long-files.ts';
import { type Readiness, registerLooks, registerOperations } from '#platform/http/operations.ts';
import { createHttpServer } from '#platform/http/server.ts';
import { linedUp } from '#platform/http/staff-door.ts';
import { type CheckoutSources, serveWeb } from '#platform/http/web.ts';
import { createCallBook } from '#platform/outbound/call-book.ts';
import { createPurse } from '#platform/outbound/purse.ts';
import type { CallRecord, TimeLimit } from '#platform/outbound/http-client.ts';
import { startSweeper, type Sweeping } from '#platform/jobs/sweeper.ts';
import { createWaker } from '#platform/jobs/waker.ts';
import { createCallLimiter } from '#platform/limits/limits.ts';
import type { Log } from '#platform/log/log.ts';
import { noteSpan } from '#platform/tracing/trail.ts';
import { openTracing } from '#platform/tracing/open-tracing.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import {
  budgetsFromEnv,
  checkoutSources,
  createProviders,
  type ProvidersConfig,
  providersConfigFromEnv,
  sandboxProvidersConfig,
  timeoutsFromEnv,
  isRegistered,
} from '#providers/index.ts';
import { partsOf } from './parts.ts';
import { startQueue, sweepsOf } from './work.ts';

export interface RunningServer {
  readonly http: FastifyInstance | undefined;
  /** The health of a worker that has an address for it. */
  readonly health: FastifyInstance | undefined;
  readonly clock: TrialClock;
  readonly endpoints: EndpointRegistry | undefined;
  /** The dependencies of all features of this server. */
  readonly parts: Parts;
  /** Does at once what timers do every second or few: looks for due work, and writes down the calls of providers. */
  sweep(): Promise<void>;
  /** Tells balancers to send nothing more; what arrives all the same is answered until `close`. */
  refuseNew(): void;
  close(): Promise<void>;
}

/** Whether the runner of this process takes jobs; undefined where it has none. */
type TakesJobs = (() => boolean) | undefined;

interface Overrides {
  readonly providers?: Partial<ProvidersConfig>;
  readonly heartbeatMs?: number;
  readonly timeLimit?: TimeLimit;
  readonly pause?: Clock['pause'];
  readonly machineClock?: MachineClock;
  /** When sweeps come by themselves: a test asks for them as it waits. */
  readonly sweeping?: Sweeping;
  /** The timeouts of the database: a trial on a slow machine gives nothing up. */
  readonly patience?: Patience;
  /** Cost of a password's hash, for tests alone. */
  readonly hashCost?: HashCost;
  /** The time-out of providers of sign-in and of the captcha, in seconds, for tests alone. */
  readonly outsideSeconds?: number;
  /** Hears of every refusal of a declared endpoint. */
  readonly onRefusal?: (refusal: Refusal) => void;
  /** Stands between the features and what they work with, for instance to hold each call until it may go on. */
  readonly around?: (context: FeatureContext) => FeatureContext;
}

const AUTH_POOL_MAX = 8;
const STAFF_POOL_MAX = 4;
const HEALTH_CONNECTIONS_MAX = 64;
const WEB_DIST = join(import.meta.dirname, '../../web/dist');

/** Builds one process of the product: the API, the worker, or both, over one database. Migrations are already applied. */
export async function startServer(
  config: Config,
  log: Log,
  overrides: Overrides = {},
): Promise<RunningServer> {
  const tracing = await openTracing(config.env, config.role);
  const vault = await openVault(config.databaseUrl ?? config.directUrl, config.masterKeys);
  const clock = createClock(log, overrides.pause);
  const clocks = { clock, machineClock: overrides.machineClock ?? machineClock };
  const { api, worker, staff, door, ...databases } = openDatabases(config, clocks, log, overrides.patience);
  const providersConfig = { ...readProviders(config, log), ...overrides.providers };
  const outside = openOutside(providersConfig, { ...overrides, worker, clock, log });
  const events = createEventBus(config.directUrl, log);
  const limits = createCallLimiter(api, clock, config);
  const files = createFileStore({ disk: await openDisk(config), vault, clock, api, worker, log });
  const around = overrides.around ?? ((given: FeatureContext) => given);
  const context = around({
    config,
    ...clocks,
    vault,
    api,
    worker,
    staff,
    files,
    providers: outside.providers,
    events,
    limits,
    waker: createWaker(api, log),
    figures: FIGURES,
    log,
  });
  const parts = partsOf(context);
  if (config.sandboxUrl)
    await clock.follow(config.sandboxUrl, async ({ version, movedByMs }) => {
      if (config.role !== 'api') await worker.once('select shift_jobs($1, $2)', [version, movedByMs]);
      // Aside: a sweep may last, and whoever moved the clock waits for the jobs alone.
      void sweeper?.now();
    });

  const sweeper = config.role === 'api' ? undefined : startSweeper(sweepsOf(parts), log, overrides.sweeping);
  const queue = config.role === 'api' ? undefined : await startQueue(parts, config, log, { tracing });
  const served = await startHttp({ ...parts, ...door }, checkoutSources(providersConfig.razorpay), {
    ...overrides,
    tracing,
    takesJobs: queue?.isWorking,
  });
  const watched = await startHealth({ ...parts, ...door }, queue?.isWorking);

  return {
    http: served?.http,
    health: watched?.http,
    endpoints: served?.endpoints,
    parts,
    clock,
    async sweep() {
      await sweeper?.now();
      await outside.writeCalls();
    },
    refuseNew: () => (served ?? watched)?.refuseNew(),
    async close() {
      clock.stop();
      await Promise.all([served?.http.close(), watched?.http.close()]);
      await sweeper?.stop();
      await queue?.stop();
      await events.close();
      await outside.close();
      await databases.close();
      await tracing?.close();
    },
  };
}

/** The providers, with a book of what they are asked. */
function openOutside(
  config: ProvidersConfig,
  deps: { worker: Database; clock: Clock; log: Log; timeLimit?: TimeLimit },
) {
  const callBook = createCallBook(deps);
  const providers = createProviders(config, {
    now: deps.clock.now,
    onCall: (record) => {
      deps.log.debug({ call: record }, 'provider call');
      callBook.note(record);
      noteCall(record);
    },
    onCircuit: callBook.noteCircuit,
    mayBuy: createPurse(config.budgets ?? {}, deps).take,
    ...(deps.timeLimit ? { timeLimit: deps.timeLimit } : {}),
  });
  const close = async () => {
    await providers.close();
    await callBook.close();
  };
  return { providers, writeCalls: callBook.write, close };
}

/** A call of a provider on the trail of the request or job that made it. */
function noteCall({ provider, op, result, attempt, durationMs, status }: CallRecord): void {
  noteSpan(`${provider} ${op}`, 'client', durationMs, {
    facts: {
      'mohlat.provider': provider,
      'mohlat.attempt': attempt,
      'mohlat.result': result,
      ...(status === undefined ? {} : { 'http.response.status_code': status }),
    },
    error: result === 'ok' ? undefined : result,
  });
}

/** One pool for each role, so that a connection can do what its work needs and no more. */
function openDatabases(
  config: Config,
  { clock, machineClock: sessionClock }: Pick<FeatureContext, 'clock' | 'machineClock'>,
  log: Log,
  patience?: Patience,
) {
  const sessions = new LivingSessions();
  const open = (role: DatabaseRole, max: number, of?: Patience) => {
    const pool = createPool(config.roleUrls[role], role, max, { ...of, ...patience });
    return createDatabase(pool, clock, { log, lockMs: patience?.lockMs, sessionClock, sessions });
  };
  const api = open('mohlat_api', config.databasePoolMax);
  const worker = open('mohlat_worker', config.databasePoolMax);
  const authDb = open('mohlat_auth', AUTH_POOL_MAX);
  const staff = open('mohlat_staff', STAFF_POOL_MAX);
  const looks = open('mohlat_api', LOOKS_POOL_MAX, LOOKS_PATIENCE);
  const close = () => Promise.all([api, worker, authDb, staff, looks].map((one) => one.close()));
  return { api, worker, staff, door: { authDb, sessions, looks }, close };
}

/** Registers the endpoints of all features, and answers 405 for other methods of their addresses. */
export function registerEndpoints(endpoints: EndpointRegistry, parts: ServedParts): void {
  for (const { routes } of FEATURES) routes?.(endpoints, parts);
  endpoints.refuseOtherMethods();
}

type ServeOptions = Pick<Overrides, 'heartbeatMs' | 'onRefusal' | 'hashCost' | 'outsideSeconds'> & {
  readonly tracing: Tracing | undefined;
  readonly takesJobs: TakesJobs;
};

/** Serves the API, the protocol of sign-in and the pages; undefined in a worker. */
async function startHttp(
  parts: Parts & { readonly authDb: Database; readonly sessions: LivingSessions; readonly looks: Database },
  checkout: CheckoutSources,
  { heartbeatMs, onRefusal, hashCost, outsideSeconds, tracing, takesJobs }: ServeOptions,
) {
  const { config, log } = parts;
  if (config.role === 'worker') return undefined;
  const http = await createHttpServer({
    log,
    clock: parts.clock,
    isHttps: config.publicUrl.startsWith('https:'),
    trustedProxies: config.trustedProxies,
    connectionsMax: config.connectionsMax,
    connectionsPerAddressMax: config.connectionsPerAddressMax,
    tracing,
  });
  const auth = createSignIn({ ...parts, db: parts.authDb, hashCost, outsideSeconds });
  boundRequests(http, {
    ...auth,
    connections: { api: config.databasePoolMax, staff: STAFF_POOL_MAX },
  });
  await auth.register(http);
  const endpoints = new EndpointRegistry(
    http,
    auth.authenticate,
    linedUp(parts.sessions, (actor) => parts.staff.asStaff(actor, () => Promise.resolve())),
    {
      isStrict: config.sandboxUrl !== undefined,
      isStepUpAsked: config.isStepUpAsked,
      onRefusal,
    },
  );
  const served = {
    ...parts,
    authenticate: auth.authenticate,
    startContactChange: auth.startContactChange,
    longFiles: new LongFiles(),
    heartbeatMs,
  };
  auth.registerDevices(endpoints);
  registerEndpoints(endpoints, served);
  for (const { outside } of FEATURES) outside?.(http, served);
  const readiness: Readiness = { isStopping: false };
  const looking = { ...parts, api: parts.looks };
  registerOperations(http, {
    ...looking,
    endpoints,
    described: FEATURES.flatMap(({ described = [] }) => described),
    readiness,
    takesJobs,
    gauges: gaugesOf(looking),
    registerMetrics: (metrics) => {
      auth.registerMetrics(metrics);
      registerFigures(metrics, FIGURES, looking);
    },
  });
  await serveWeb(http, WEB_DIST, { checkout, sources: auth.pageSources });
  const refuseNew = () => {
    readiness.isStopping = true;
  };
  return { http, endpoints, refuseNew };
}

/** Serves the health and the figures of a worker, to those who watch it; undefined where none was asked for. */
async function startHealth(parts: Parts & { readonly looks: Database }, takesJobs: TakesJobs) {
  const { config, log } = parts;
  if (config.role !== 'worker' || config.healthPort === undefined) return undefined;
  const http = await createHttpServer({
    log,
    isHttps: false,
    trustedProxies: config.trustedProxies,
    connectionsMax: HEALTH_CONNECTIONS_MAX,
  });
  const readiness: Readiness = { isStopping: false };
  const looking = { ...parts, api: parts.looks };
  registerLooks(http, {
    ...looking,
    readiness,
    takesJobs,
    gauges: gaugesOf(looking),
    registerMetrics: (metrics) => registerFigures(metrics, FIGURES, looking),
  });
  const refuseNew = () => {
    readiness.isStopping = true;
  };
  return { http, refuseNew };
}

const gaugesOf = (looking: Parts) => FEATURES.flatMap(({ gauges }) => gauges?.(looking) ?? []);

function readProviders(config: Config, log: Log): ProvidersConfig {
  const timeouts = timeoutsFromEnv({ ...config.env });
  if (!timeouts) throw new ConfigError('PROVIDER_TIMEOUT_MS is not usable: give 100 to 40000 milliseconds');
  const budgets = budgetsFromEnv({ ...config.env });
  if (!budgets) throw new ConfigError('PROVIDER_BUDGETS is not usable: see docs/configuration.md');
  if (config.sandboxUrl)
    return { ...sandboxProvidersConfig(config.sandboxUrl, config.sandboxSmtpPort), timeouts, budgets };
  const read = providersConfigFromEnv({ ...config.env }, SMS_CODES);
  if ('missing' in read) throw new ConfigError(`missing or unusable: ${read.missing.join(', ')}`);
  const { templateIds = {} } = read.config.msg91;
  const unregistered = SMS_TEMPLATES.filter((name) => !isRegistered(templateIds, name));
  if (unregistered.length > 0)
    log.warn({ unregistered }, 'texts by SMS without a registered id are not sent: see MSG91_TEMPLATE_IDS');
  return { ...read.config, timeouts, budgets };
}
