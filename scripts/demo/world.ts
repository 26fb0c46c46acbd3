import { machineClock, machinePause } from '../../apps/server/src/platform/clock/clock.ts';
import { type BusinessDate, istDate } from '@mohlat/money';
import pg from 'pg';
import type { FeatureContext } from '../../apps/server/src/features/context.ts';
import type { Parts } from '../../apps/server/src/features/feature.ts';
import { partsOf } from '../../apps/server/src/parts.ts';
import { type Config, readConfig } from '../../apps/server/src/platform/config/config.ts';
import { openVault } from '../../apps/server/src/platform/crypto/key-ring.ts';
import { createDatabase } from '../../apps/server/src/platform/db/database.ts';
import { createPool, type DatabaseRole } from '../../apps/server/src/platform/db/pool.ts';
import { createEventBus } from '../../apps/server/src/platform/events/bus.ts';
import { openDisk } from '../../apps/server/src/platform/files/disk.ts';
import { createFileStore } from '../../apps/server/src/platform/files/files.ts';
import { createWaker } from '../../apps/server/src/platform/jobs/waker.ts';
import { createCallBook } from '../../apps/server/src/platform/outbound/call-book.ts';
import { createCallLimiter } from '../../apps/server/src/platform/limits/limits.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import {
  createProviders,
  type Providers,
  sandboxProvidersConfig,
} from '../../apps/server/src/providers/index.ts';
import { startQueue, sweepsOf } from '../../apps/server/src/work.ts';
import { openApi } from './api.ts';

/** Where the product and the outside world are. No other program may use them. */
export interface Place {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly sandboxUrl: string;
  readonly sandboxSmtpPort: number;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** Few connections, each of which has made its plans: two cores are busy with them. */
const POOL_MAX = 4;
const LOOK_MS = 4;
/** Sweeps beside each other, as the product's own. */
const AT_ONCE = 4;
/** A day on which nothing comes to rest for so long is a failure of the product. */
const PATIENCE_MS = 240_000;
/** Jobs that are due and have a try left, or are having their last one. */
const DUE_JOBS = `select count(*)::integer as count from graphile_worker.jobs where run_at <= now() and (attempts < max_attempts or locked_at is not null)`;

/**
 * The product without its network side, on a clock that is moved: the API that people's requests go to, the queue and the
 * sweeps, over the real database and the sandbox.
 */
export async function openWorld(place: Place) {
  const config = await readConfig({
    ...process.env,
    DATABASE_URL: place.databaseUrl,
    DATA_DIR: place.dataDir,
    SANDBOX_URL: place.sandboxUrl,
    SANDBOX_SMTP_PORT: String(place.sandboxSmtpPort),
    ROLE: 'all',
    WORKER_CONCURRENCY: String(POOL_MAX),
  });
  const control = controlOf(place.sandboxUrl);
  const clock = followedClock(control);
  const log = createLog('error');
  const bases = openBases(config, clock);
  const vault = await openVault(place.databaseUrl, config.masterKeys);
  const callBook = createCallBook({ worker: bases.worker, clock, log });
  const providers = createProviders(sandboxProvidersConfig(place.sandboxUrl, place.sandboxSmtpPort), {
    now: clock.now,
    onCall: callBook.note,
  });
  const events = createEventBus(config.directUrl, log);
  const outside = { providers: quiet(providers), events };
  const parts = await openParts({ config, clock, vault, ...bases, ...outside, log, figures: [] });
  // The mails are not read, so no papers are written for them, and no wait for a job of its own is needed.
  const queue = await startQueue(parts, config, log, {
    papers: () => Promise.resolve([]),
    isBunched: true,
    // A person who is not answered at once is looked at with the next day's sweep.
    firstLooksMs: [0],
  });
  const sweeps = sweepsOf(parts);
  const api = await openApi(parts);
  const sql = new pg.Pool({ connectionString: place.databaseUrl, max: 4 });
  // A connection that was cut fails its statement, and ends no process.
  sql.on('error', () => {});
  sql.on('connect', (client) => void client.on('error', () => {}));

  async function rest(): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const { rows } = await sql.query<{ count: number }>({ name: 'due jobs', text: DUE_JOBS });
      if (rows[0]?.count === 0) return;
      if (performance.now() > deadline)
        throw new Error(`${clock.today()}: ${rows[0]?.count} jobs do not end`);
      await new Promise((done) => setTimeout(done, LOOK_MS));
    }
  }

  return {
    sql,
    clock,
    control,
    parts,
    /** Asks as a person or one of the staff, or without an account. Throws DomainError where the product says no. */
    ask: api.ask,
    rest,
    /** Moves the time, here and outside. */
    async moveTo(instant: Date | null): Promise<void> {
      const move = await clock.moveTo(instant);
      await bases.worker.once('select shift_jobs($1, $2)', [move.version, move.movedByMs]);
    },
    /** Runs the sweeps that the product runs by itself at a time of day, until nothing is left to do. */
    async work(names: readonly string[] = Object.keys(sweeps)): Promise<void> {
      await inParallel(names, AT_ONCE, async (name) => void (await sweeps[name]?.()));
      await rest();
    },
    async close(): Promise<void> {
      await api.close();
      await queue.stop();
      await events.close();
      await providers.close();
      await callBook.close();
      await Promise.all(Object.values(bases).map((one) => one.close()));
      await sql.end();
    },
  };
}

type Control = <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>;

/** The sandbox's own interface, by which people and banks act. */
function controlOf(sandboxUrl: string): Control {
  return async <T>(method: 'GET' | 'POST', path: string, body?: object) => {
    const response = await fetch(`${sandboxUrl}/control${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
}

function followedClock(control: Control) {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    today: () => istDate(Date.now() + offsetMs),
    offsetMs: () => offsetMs,
    pause: machinePause,
    async moveTo(instant: Date | null): Promise<{ version: number; movedByMs: number }> {
      const moved = await control<{ offsetMs: number; version: number }>('POST', '/clock', {
        now: instant?.toISOString() ?? null,
      });
      const movedByMs = moved.offsetMs - offsetMs;
      offsetMs = moved.offsetMs;
      return { version: moved.version, movedByMs };
    },
  };
}

function openBases(config: Config, clock: FeatureContext['clock']) {
  const open = (role: DatabaseRole) =>
    createDatabase(createPool(config.roleUrls[role], role, POOL_MAX), clock);
  return { api: open('mohlat_api'), worker: open('mohlat_worker'), staff: open('mohlat_staff') };
}

/** A year of mails and messages is written and counted, and not handed on. */
function quiet(providers: Providers): Providers {
  return {
    ...providers,
    email: { ...providers.email, send: ({ key }) => Promise.resolve({ messageId: key }) },
    sms: { ...providers.sms, send: () => Promise.resolve({}) },
  };
}

async function openParts(
  context: Omit<FeatureContext, 'files' | 'limits' | 'waker' | 'machineClock'>,
): Promise<Parts> {
  const { config, clock, vault, api, worker, log } = context;
  const files = createFileStore({ disk: await openDisk(config), vault, clock, api, worker, log });
  const limits = createCallLimiter(api, clock, config);
  return partsOf({ ...context, machineClock, files, limits, waker: createWaker(api, log) });
}

/** So many at a time. */
export async function inParallel<T>(
  list: readonly T[],
  width: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const left = [...list];
  const lane = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

/** An instant of an Indian day. */
export const at = (on: BusinessDate, time: string): Date => new Date(`${on}T${time}+05:30`);
