import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createAuthFeature } from '#features/auth/index.ts';
import {
  bankAccountJobs,
  bankAccountReview,
  createBankAccountsService,
  registerBankAccounts,
  sweepBankAccounts,
} from '#features/bank-accounts/index.ts';
import { createBillerDirectory, createCardsService, registerCards } from '#features/cards/index.ts';
import type { FeatureContext } from '#features/context.ts';
import {
  createCreditService,
  createEvidenceService,
  createIncomeReview,
  createStandingSweep,
  registerCredit,
} from '#features/credit/index.ts';
import {
  createDocumentsService,
  createReceiptLinksService,
  createStatementsService,
  registerDocuments,
  sweepTaxDocuments,
} from '#features/documents/index.ts';
import { endOfDayJobs, sweepEndOfDay } from '#features/end-of-day/index.ts';
import {
  createKycService,
  createVideoReview,
  createVideoService,
  kycJobs,
  panReviewHandler,
  registerKyc,
  registerVideo,
  sweepKyc,
  sweepVideoParts,
} from '#features/kyc/index.ts';
import { registerLive } from '#features/live/index.ts';
import {
  createMandatesService,
  mandateJobs,
  registerMandates,
  sweepMandates,
} from '#features/mandates/index.ts';
import { createMeService, registerMe } from '#features/me/index.ts';
import {
  createMessenger,
  createNotifier,
  notificationJobs,
  registerNotifications,
} from '#features/notifications/index.ts';
import {
  createPaymentsService,
  paymentJobs,
  registerPayments,
  sweepPayments,
  takeUpJob,
} from '#features/payments/index.ts';
import { createPreferencesService, registerPreferences } from '#features/preferences/index.ts';
import { registerPricing } from '#features/pricing/index.ts';
import {
  createClosureService,
  createConsentsService,
  createExportService,
  privacyJobs,
  registerPrivacy,
  retentionCron,
} from '#features/privacy/index.ts';
import { refundJobs, sweepRefunds } from '#features/refunds/index.ts';
import {
  createRepaymentsService,
  registerRepayments,
  repaymentJobs,
  sweepRepayments,
} from '#features/repayments/index.ts';
import {
  createReviewsService,
  registerReviews,
  type ReviewHandler,
  reviewJobs,
  sweepReviews,
} from '#features/reviews/index.ts';
import { readLender } from '#features/settings/index.ts';
import { createSupportService, registerSupport } from '#features/support/index.ts';
import { registerWebhooks } from '#features/webhooks/index.ts';
import { type Clock, createClock, type TrialClock } from '#platform/clock/clock.ts';
import { type Config, ConfigError } from '#platform/config/config.ts';
import { openVault } from '#platform/crypto/key-ring.ts';
import { createDatabase, type Database } from '#platform/db/database.ts';
import { createPool, type DatabaseRole } from '#platform/db/pool.ts';
import { createEventBus } from '#platform/events/bus.ts';
import { openDisk } from '#platform/files/disk.ts';
import { createFileStore } from '#platform/files/files.ts';
import { EndpointRegistry } from '#platform/http/endpoints.ts';
import { registerOperations } from '#platform/http/operations.ts';
import { createHttpServer } from '#platform/http/server.ts';
import { serveWeb } from '#platform/http/web.ts';
import { purgeCron, purgeJob } from '#platform/idempotency/purge.ts';
import { startSweeper } from '#platform/jobs/sweeper.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import { createCallLimiter } from '#platform/limits/limits.ts';
import type { Log } from '#platform/log/log.ts';
import {
  createProviders,
  type ProvidersConfig,
  providersConfigFromEnv,
  sandboxProvidersConfig,
  timeoutsFromEnv,
} from '#providers/index.ts';

export interface RunningServer {
  readonly http: FastifyInstance | undefined;
  readonly clock: TrialClock;
  readonly endpoints: EndpointRegistry | undefined;
  close(): Promise<void>;
}

interface Overrides {
  readonly providers?: Partial<ProvidersConfig>;
  readonly heartbeatMs?: number;
}

const AUTH_POOL_MAX = 8;
const STAFF_POOL_MAX = 4;
const WEB_DIST = join(import.meta.dirname, '../../web/dist');

/** Builds one process of the product: the API, the worker, or both, over one database. Migrations are already applied. */
export async function startServer(
  config: Config,
  log: Log,
  overrides: Overrides = {},
): Promise<RunningServer> {
  const vault = await openVault(config.databaseUrl, config.masterKeys);
  const clock = createClock(log);
  const { api, worker, staff, authDb, ...databases } = openDatabases(config, clock);
  const providersConfig = { ...readProviders(config), ...overrides.providers };
  const providers = createProviders(providersConfig, {
    now: clock.now,
    onCall: (record) => log.debug({ call: record }, 'provider call'),
  });
  const events = createEventBus(config.databaseUrl, log);
  const limits = createCallLimiter(api, clock, config);
  const files = createFileStore({ disk: await openDisk(config), vault, clock, api, worker, log });
  const context: FeatureContext = {
    config,
    clock,
    vault,
    api,
    worker,
    staff,
    files,
    providers,
    events,
    limits,
    log,
  };
  const messenger = createMessenger(vault);
  const notifier = createNotifier(vault, messenger);
  const parts = {
    ...context,
    messenger,
    notifier,
    billers: createBillerDirectory(providers.billPayment),
    lender: readLender(config.env, config.sandboxUrl !== undefined),
    handlers: reviewHandlers({ config, vault, notifier }),
  };
  if (config.sandboxUrl) {
    await clock.follow(config.sandboxUrl, async ({ version, movedByMs }) => {
      if (config.role !== 'api') await worker.once('select shift_jobs($1, $2)', [version, movedByMs]);
      await sweeper?.now();
    });
  }

  const sweeper = config.role === 'api' ? undefined : startSweeper(sweepsOf(parts), log);
  const queue = config.role === 'api' ? undefined : await startQueue(parts, config, log);
  const served =
    config.role === 'worker'
      ? undefined
      : await startHttp(
          { ...parts, authDb, heartbeatMs: overrides.heartbeatMs },
          new URL(providersConfig.razorpay.checkoutJsUrl).origin,
        );

  return {
    http: served?.http,
    endpoints: served?.endpoints,
    clock,
    async close() {
      clock.stop();
      await served?.http.close();
      await sweeper?.stop();
      await queue?.stop();
      await events.close();
      await providers.close();
      await databases.close();
    },
  };
}

/** Who carries out what a person decides about, by the kind of review. */
function reviewHandlers({
  config,
  vault,
  notifier,
}: Pick<Parts, 'config' | 'vault' | 'notifier'>): ReviewHandler[] {
  return [
    panReviewHandler({ config, vault, notifier }),
    createVideoReview({ vault, config, notifier }),
    createIncomeReview({ notifier }),
    bankAccountReview({ notifier }),
  ];
}

/** One pool for each role, so that a connection can do what its work needs and no more. */
function openDatabases(config: Config, clock: Clock) {
  const open = (role: DatabaseRole, max: number) =>
    createDatabase(createPool(config.roleUrls[role] ?? config.databaseUrl, role, max), clock);
  const api = open('mohlat_api', config.databasePoolMax);
  const worker = open('mohlat_worker', config.databasePoolMax);
  const authDb = open('mohlat_auth', AUTH_POOL_MAX);
  const staff = open('mohlat_staff', STAFF_POOL_MAX);
  const close = () => Promise.all([api, worker, authDb, staff].map((one) => one.close()));
  return { api, worker, authDb, staff, close };
}

type Parts = FeatureContext & {
  readonly messenger: ReturnType<typeof createMessenger>;
  readonly notifier: ReturnType<typeof createNotifier>;
  readonly billers: ReturnType<typeof createBillerDirectory>;
  readonly lender: ReturnType<typeof readLender>;
  /** What a verdict of each kind of review means. */
  readonly handlers: readonly ReviewHandler[];
};

/** One line per feature. */
async function startHttp(
  parts: Parts & { readonly authDb: Database; readonly heartbeatMs: number | undefined },
  checkoutOrigin: string,
) {
  const { config, log } = parts;
  const http = await createHttpServer({
    log,
    checkoutOrigins: [checkoutOrigin],
    isHttps: config.publicUrl.startsWith('https:'),
    trustedProxies: config.trustedProxies,
    connectionsMax: config.connectionsMax,
  });
  const auth = createAuthFeature({ ...parts, db: parts.authDb });
  await auth.register(http);
  const endpoints = new EndpointRegistry(http, auth.authenticate, (actor) =>
    parts.staff.asStaff(actor, () => Promise.resolve()),
  );
  registerMe(endpoints, createMeService({ ...parts, startContactChange: auth.startContactChange }));
  registerKyc(endpoints, createKycService(parts));
  registerVideo(endpoints, createVideoService(parts));
  registerCredit(endpoints, createCreditService(parts), createEvidenceService(parts));
  registerBankAccounts(endpoints, parts, createBankAccountsService(parts));
  registerCards(endpoints, createCardsService(parts));
  registerPayments(endpoints, createPaymentsService(parts));
  registerRepayments(endpoints, createRepaymentsService(parts));
  registerMandates(endpoints, createMandatesService(parts));
  registerDocuments(endpoints, {
    documents: createDocumentsService(parts),
    statements: createStatementsService(parts),
    links: createReceiptLinksService(parts),
  });
  registerReviews(endpoints, createReviewsService(parts));
  registerNotifications(endpoints, parts);
  registerPricing(endpoints, parts);
  registerPreferences(endpoints, createPreferencesService(parts));
  registerPrivacy(endpoints, {
    consents: createConsentsService(parts),
    copies: createExportService(parts),
    closure: createClosureService(parts),
  });
  endpoints.refuseOtherMethods();
  registerSupport(endpoints, createSupportService(parts));
  registerLive(http, parts, auth.authenticate);
  registerWebhooks(http, parts);
  await registerOperations(http, { ...parts, endpoints });
  await serveWeb(http, WEB_DIST);
  return { http, endpoints };
}

/** What is looked for every few seconds: one line per feature. */
function sweepsOf(parts: Parts): (() => Promise<number>)[] {
  return [
    () => sweepPayments(parts),
    () => sweepRepayments(parts),
    () => sweepMandates(parts),
    () => sweepRefunds(parts),
    () => sweepEndOfDay(parts),
    createStandingSweep(parts),
    () => sweepBankAccounts(parts),
    () => parts.files.sweep(),
    () => sweepReviews(parts),
    () => sweepKyc(parts),
    () => sweepVideoParts(parts),
    () => sweepTaxDocuments(parts),
  ];
}

function startQueue(parts: Parts, config: Config, log: Log) {
  const payments = { ...parts, remitterName: parts.lender.name };
  return startWorker({
    databaseUrl: config.databaseUrl,
    jobs: [
      ...notificationJobs(parts),
      ...paymentJobs(payments),
      takeUpJob(payments),
      ...repaymentJobs(parts),
      ...mandateJobs(parts),
      ...refundJobs(parts),
      ...endOfDayJobs(parts),
      ...reviewJobs(parts),
      ...kycJobs(parts),
      ...bankAccountJobs(parts),
      purgeJob(parts),
      ...privacyJobs(parts),
    ],
    cron: [purgeCron, retentionCron],
    concurrency: config.workerConcurrency,
    log,
  });
}

function readProviders(config: Config): ProvidersConfig {
  const timeouts = timeoutsFromEnv({ ...config.env });
  if (!timeouts) throw new ConfigError('PROVIDER_TIMEOUT_MS is not usable: give 100 to 40000 milliseconds');
  if (config.sandboxUrl)
    return { ...sandboxProvidersConfig(config.sandboxUrl, config.sandboxSmtpPort), timeouts };
  const read = providersConfigFromEnv({ ...config.env });
  if ('missing' in read) throw new ConfigError(`missing or unusable: ${read.missing.join(', ')}`);
  return { ...read.config, timeouts };
}
