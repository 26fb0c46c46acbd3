import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApprovalsService, registerApprovals } from '#features/approvals/index.ts';
import { createAuditService, registerAudit } from '#features/audit/index.ts';
import { createAuthFeature, type HashCost } from '#features/auth/index.ts';
import { createBankAccountsService, registerBankAccounts } from '#features/bank-accounts/index.ts';
import { createBooksDeskService, registerBooksDesk } from '#features/books-desk/index.ts';
import { createBillerDirectory, createCardsService, registerCards } from '#features/cards/index.ts';
import {
  createAnswersService,
  createCollectionsService,
  registerChargebacks,
  registerCollections,
} from '#features/collections/index.ts';
import type { FeatureContext } from '#features/context.ts';
import {
  createCreditService,
  createEvidenceService,
  registerCredit,
  registerLimitProposals,
  registerReinstatement,
} from '#features/credit/index.ts';
import {
  createDocumentsService,
  createReceiptLinksService,
  createStatementsService,
  registerDocuments,
} from '#features/documents/index.ts';
import { createAnchorsService, registerEvidence } from '#features/evidence/index.ts';
import {
  createHardshipsService,
  createStaffHardshipsService,
  registerHardships,
} from '#features/hardships/index.ts';
import { createKycService, createVideoService, registerKyc, registerVideo } from '#features/kyc/index.ts';
import { registerLive } from '#features/live/index.ts';
import { createLossesService, registerLosses } from '#features/losses/index.ts';
import { createMandatesService, registerMandates } from '#features/mandates/index.ts';
import { createMeService, registerMe } from '#features/me/index.ts';
import {
  createMessenger,
  createNotifier,
  registerNotifications,
  registerUnsubscribe,
} from '#features/notifications/index.ts';
import { createOverviewService, registerOverview } from '#features/overview/index.ts';
import { floatGauges } from '#features/float/index.ts';
import { createPaymentsService, registerPayments } from '#features/payments/index.ts';
import {
  createPaymentDetailService,
  createPaymentProposals,
  createPaymentsListService,
  registerPaymentsDesk,
} from '#features/payments-desk/index.ts';
import { createPreferencesService, registerPreferences } from '#features/preferences/index.ts';
import { registerPricing } from '#features/pricing/index.ts';
import {
  createClosureService,
  createConsentsService,
  createExportService,
  registerPrivacy,
} from '#features/privacy/index.ts';
import { createReconciliationService, registerReconciliation } from '#features/reconciliation/index.ts';
import { createReferralsService, registerReferrals } from '#features/referrals/index.ts';
import { createRepaymentsService, registerRepayments } from '#features/repayments/index.ts';
import { createReviewsService, registerReviews } from '#features/reviews/index.ts';
import { createRewardsService, registerRewards } from '#features/rewards/index.ts';
import { createSettingsDeskService, registerSettingsDesk } from '#features/settings-desk/index.ts';
import { readLender } from '#features/settings/index.ts';
import { createStaffService, registerStaff } from '#features/staff/index.ts';
import {
  createSupportDesk,
  createSupportService,
  registerSecurityTxt,
  registerSupport,
  registerSupportDesk,
} from '#features/support/index.ts';
import { registerUsers } from '#features/users/index.ts';
import { registerWebhooks } from '#features/webhooks/index.ts';
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
import { createPool, type DatabaseRole, type Patience } from '#platform/db/pool.ts';
import { createEventBus } from '#platform/events/bus.ts';
import { openDisk } from '#platform/files/disk.ts';
import { createFileStore } from '#platform/files/files.ts';
import { EndpointRegistry, type Refusal } from '#platform/http/endpoints.ts';
import { LongFiles } from '#platform/http/long-files.ts';
import { type Readiness, registerOperations } from '#platform/http/operations.ts';
import { createHttpServer } from '#platform/http/server.ts';
import { boundStrangers } from '#platform/http/strangers.ts';
import { type CheckoutSources, serveWeb } from '#platform/http/web.ts';
import { createCallBook } from '#platform/outbound/call-book.ts';
import type { TimeLimit } from '#platform/outbound/http-client.ts';
import { startSweeper } from '#platform/jobs/sweeper.ts';
import { createCallLimiter } from '#platform/limits/limits.ts';
import type { Log } from '#platform/log/log.ts';
import {
  checkoutSources,
  createProviders,
  type ProvidersConfig,
  providersConfigFromEnv,
  sandboxProvidersConfig,
  timeoutsFromEnv,
} from '#providers/index.ts';
import { approvalHandlers, type Parts, reviewHandlers } from './parts.ts';
import { startQueue, sweepsOf } from './work.ts';

export interface RunningServer {
  readonly http: FastifyInstance | undefined;
  readonly clock: TrialClock;
  readonly endpoints: EndpointRegistry | undefined;
  /** The dependencies of all features of this server. */
  readonly parts: Parts;
  /** Looks at once for all work that is due, as the sweeper does every few seconds. */
  sweep(): Promise<void>;
  /** Tells balancers to send nothing more; what arrives all the same is answered until `close`. */
  refuseNew(): void;
  close(): Promise<void>;
}

interface Overrides {
  readonly providers?: Partial<ProvidersConfig>;
  readonly heartbeatMs?: number;
  readonly timeLimit?: TimeLimit;
  readonly pause?: Clock['pause'];
  readonly machineClock?: MachineClock;
  /** How long the database is waited for: a trial on a slow machine gives nothing up. */
  readonly patience?: Patience;
  /** Cost of a password's hash, for tests alone. */
  readonly hashCost?: HashCost;
  /** Hears of every refusal of a declared endpoint. */
  readonly onRefusal?: (refusal: Refusal) => void;
  /** Stands between the features and what they work with, for instance to hold each call until it may go on. */
  readonly around?: (context: FeatureContext) => FeatureContext;
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
  const clock = createClock(log, overrides.pause);
  const clocks = { clock, machineClock: overrides.machineClock ?? machineClock };
  const { api, worker, staff, authDb, ...databases } = openDatabases(config, clocks, log, overrides.patience);
  const providersConfig = { ...readProviders(config), ...overrides.providers };
  const outside = openOutside(providersConfig, { ...overrides, worker, clock, log });
  const events = createEventBus(config.databaseUrl, log);
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
    log,
  });
  const parts = partsOf(context);
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
      : await startHttp({ ...parts, authDb }, checkoutSources(providersConfig.razorpay), overrides);

  return {
    http: served?.http,
    endpoints: served?.endpoints,
    parts,
    clock,
    sweep: async () => sweeper?.now(),
    refuseNew: () => served?.refuseNew(),
    async close() {
      clock.stop();
      await served?.http.close();
      await sweeper?.stop();
      await queue?.stop();
      await events.close();
      await outside.close();
      await databases.close();
    },
  };
}

/** Adds to the context the services that several features share. */
function partsOf(context: FeatureContext) {
  const { config, vault, clock } = context;
  const messenger = createMessenger(vault, clock);
  const notifier = createNotifier(vault, messenger);
  return {
    ...context,
    messenger,
    notifier,
    billers: createBillerDirectory(context.providers.billPayment),
    lender: readLender(config.env, config.sandboxUrl !== undefined),
    handlers: reviewHandlers({ config, vault, notifier }),
    approvals: approvalHandlers({ ...context, notifier }),
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
    },
    onCircuit: callBook.noteCircuit,
    ...(deps.timeLimit ? { timeLimit: deps.timeLimit } : {}),
  });
  const close = async () => {
    await providers.close();
    await callBook.close();
  };
  return { providers, close };
}

/** One pool for each role, so that a connection can do what its work needs and no more. */
function openDatabases(
  config: Config,
  { clock, machineClock: sessionClock }: Pick<FeatureContext, 'clock' | 'machineClock'>,
  log: Log,
  patience?: Patience,
) {
  const open = (role: DatabaseRole, max: number) => {
    const pool = createPool(config.roleUrls[role] ?? config.databaseUrl, role, max, patience);
    return createDatabase(pool, clock, { log, lockMs: patience?.lockMs, sessionClock });
  };
  const api = open('mohlat_api', config.databasePoolMax);
  const worker = open('mohlat_worker', config.databasePoolMax);
  const authDb = open('mohlat_auth', AUTH_POOL_MAX);
  const staff = open('mohlat_staff', STAFF_POOL_MAX);
  const close = () => Promise.all([api, worker, authDb, staff].map((one) => one.close()));
  return { api, worker, authDb, staff, close };
}

/** Registers the endpoints of documents (PDF) and of their proofs: one line per feature. */
function registerPapers(endpoints: EndpointRegistry, parts: Parts): void {
  registerDocuments(endpoints, {
    documents: createDocumentsService(parts),
    statements: createStatementsService(parts),
    links: createReceiptLinksService(parts),
  });
  registerEvidence(endpoints, createAnchorsService(parts));
}

/** Registers routes outside the API: the unsubscribe link of mails and `security.txt`. */
function registerOutsideApi(http: FastifyInstance, parts: Parts): void {
  registerUnsubscribe(http, parts);
  registerSecurityTxt(http, parts);
}

/** Registers the endpoints of staff: one line per feature. */
export function registerStaffSide(endpoints: EndpointRegistry, parts: Parts): void {
  const longFiles = new LongFiles();
  registerReviews(endpoints, createReviewsService(parts));
  registerCollections(endpoints, createCollectionsService(parts));
  registerChargebacks(endpoints, createAnswersService(parts));
  registerHardships(endpoints, createHardshipsService(parts), createStaffHardshipsService(parts));
  registerApprovals(endpoints, createApprovalsService(parts));
  registerReconciliation(endpoints, createReconciliationService(parts));
  registerReinstatement(endpoints, parts);
  registerLimitProposals(endpoints, parts);
  registerLosses(endpoints, createLossesService(parts));
  registerStaff(endpoints, createStaffService(parts));
  registerUsers(endpoints, parts);
  registerAudit(endpoints, createAuditService(parts));
  registerOverview(endpoints, createOverviewService(parts));
  registerPaymentsDesk(endpoints, {
    list: createPaymentsListService({ ...parts, longFiles }),
    detail: createPaymentDetailService(parts),
    proposals: createPaymentProposals(parts),
  });
  registerBooksDesk(endpoints, createBooksDeskService({ ...parts, longFiles }));
  registerSettingsDesk(endpoints, createSettingsDeskService(parts), parts);
  registerSupportDesk(endpoints, createSupportDesk(parts));
}

/** One line per feature. */
async function startHttp(
  parts: Parts & { readonly authDb: Database },
  checkout: CheckoutSources,
  { heartbeatMs, onRefusal, hashCost }: Pick<Overrides, 'heartbeatMs' | 'onRefusal' | 'hashCost'>,
) {
  const { config, log } = parts;
  const http = await createHttpServer({
    log,
    isHttps: config.publicUrl.startsWith('https:'),
    trustedProxies: config.trustedProxies,
    connectionsMax: config.connectionsMax,
    connectionsPerAddressMax: config.connectionsPerAddressMax,
  });
  const auth = createAuthFeature({ ...parts, db: parts.authDb, hashCost });
  boundStrangers(http, auth);
  await auth.register(http);
  const endpoints = new EndpointRegistry(
    http,
    auth.authenticate,
    (actor) => parts.staff.asStaff(actor, () => Promise.resolve()),
    {
      isStrict: config.sandboxUrl !== undefined,
      isStepUpAsked: config.isStepUpAsked,
      onRefusal,
    },
  );
  registerMe(endpoints, createMeService({ ...parts, startContactChange: auth.startContactChange }));
  auth.registerDevices(endpoints);
  registerKyc(endpoints, createKycService(parts));
  registerVideo(endpoints, createVideoService(parts));
  registerCredit(endpoints, createCreditService(parts), createEvidenceService(parts));
  registerBankAccounts(endpoints, parts, createBankAccountsService(parts));
  registerCards(endpoints, createCardsService(parts));
  registerPayments(endpoints, createPaymentsService(parts));
  registerRepayments(endpoints, createRepaymentsService(parts));
  registerRewards(endpoints, createRewardsService(parts));
  registerReferrals(endpoints, createReferralsService(parts));
  registerMandates(endpoints, createMandatesService(parts));
  registerPapers(endpoints, parts);
  registerStaffSide(endpoints, parts);
  registerNotifications(endpoints, parts);
  registerPricing(endpoints, parts);
  registerPreferences(endpoints, createPreferencesService(parts));
  registerPrivacy(endpoints, {
    consents: createConsentsService(parts),
    copies: createExportService(parts),
    closure: createClosureService(parts),
  });
  registerSupport(endpoints, createSupportService(parts));
  endpoints.refuseOtherMethods();
  registerOutsideApi(http, parts);
  registerLive(http, { ...parts, heartbeatMs, streamsMax: config.streamsMax }, auth.authenticate);
  registerWebhooks(http, parts);
  const readiness: Readiness = { isStopping: false };
  await registerOperations(http, {
    ...parts,
    endpoints,
    readiness,
    gauges: floatGauges(parts),
    registerMetrics: (metrics) => auth.registerMetrics(metrics),
  });
  await serveWeb(http, WEB_DIST, { checkout, sources: auth.pageSources });
  const refuseNew = () => {
    readiness.isStopping = true;
  };
  return { http, endpoints, refuseNew };
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
