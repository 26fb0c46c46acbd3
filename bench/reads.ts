import { parseArgs } from 'node:util';
import pg from 'pg';
import { createHttpLoad } from './accept/http-load.ts';
import { machine } from './accept/machine.ts';
import { openStage, type Stage } from './accept/stage.ts';
import { summarise } from './accept/summary.ts';
import { createReader, type Go, type Reader } from './reads/reader.ts';

/** The reads that the signed-in page asks for when it opens (`apps/web`, features/me/dashboard/dashboard.tsx). */
const PATHS = [
  '/api/v1/me',
  '/api/v1/public/notice',
  '/api/v1/schedule?limit=100',
  '/api/v1/payments?limit=100',
  '/api/v1/transactions?limit=5',
  '/api/v1/mandates?limit=100',
  '/api/v1/cards',
];
const PAYMENTS_EACH = 5;

interface Options {
  readonly clients: number;
  readonly users: number;
  readonly calls: number;
}

/**
 * The reads of the dashboard on a real server process: the CPU each costs the server and the database, how many of them a second
 * it answers at most, and how long one takes at half of that.
 */
export async function runReadsBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      clients: { type: 'string', default: '16' },
      users: { type: 'string', default: '500' },
      calls: { type: 'string', default: '2000' },
    },
  });
  const { clients, users, calls } = values;
  await withStage({ clients: Number(clients), users: Number(users), calls: Number(calls) });
}

async function withStage(options: Options): Promise<void> {
  const { clients, users } = options;
  say('Preparing a database, a server and people…');
  const payments = PAYMENTS_EACH * users;
  const stage = await openStage({ users, rounds: 1, payments, clients, profileDir: undefined });
  // Ctrl-C and a time limit stop what was started, too.
  const stop = () => void stage.close().finally(() => process.exit(1));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    const load = await createHttpLoad(stage, clients);
    await load.run(stage.take(payments), payments).finally(() => load.stop());
    await forgetSealed(stage.databaseUrl);
    await stage.analyze();
    const reader = await createReader({ url: stage.serverUrl, clients, tokens: stage.tokens });
    await measure(stage, reader, options).finally(() => reader.stop());
  } finally {
    await stage.close();
  }
}

/** People who were made after a model have its sealed values, which open under its id alone. */
async function forgetSealed(databaseUrl: string): Promise<void> {
  const sql = new pg.Client({ connectionString: databaseUrl });
  await sql.connect();
  await sql.query('update profiles set address_sealed = null, mobile_sealed = null');
  await sql.end();
}

async function measure(stage: Stage, reader: Reader, { clients, calls }: Options): Promise<void> {
  // Once for plans and caches, which does not count.
  await reader.run({ paths: PATHS, calls: Math.max(calls, 40 * clients) });
  say(`\n${JSON.stringify(machine())}\n${clients} clients, ${PAYMENTS_EACH} payments a person\n`);
  say(
    `${'of one call'.padEnd(30)} CPU ms: server  database  unchanged: server  database  bytes: whole  unchanged`,
  );
  for (const path of PATHS) {
    const whole = await measureOne(stage, reader, { paths: [path], calls });
    const again = await measureOne(stage, reader, { paths: [path], calls, isAgain: true });
    const figures = [whole.server, whole.database, again.server, again.database];
    const sizes = [whole.bytes, again.bytes].map((bytes) => bytes.toFixed(0).padStart(8));
    say(`${path.padEnd(30)} ${figures.map((ms) => ms.toFixed(3).padStart(9)).join(' ')} ${sizes.join(' ')}`);
  }
  const full = summarise([await reader.run({ paths: PATHS, calls: 3 * calls })]);
  const perSecond = full.perSecond / 2;
  const half = summarise([await reader.run({ paths: PATHS, calls: 3 * calls, perSecond })]);
  for (const [name, { perSecond: rate, p50Ms, p99Ms }] of Object.entries({ full, half }))
    say(
      `dashboard's reads, ${name} load  ${rate.toFixed(0)}/s  p50 ${p50Ms.toFixed(1)} ms  p99 ${p99Ms.toFixed(1)} ms`,
    );
}

/** CPU time and bytes of one call. */
async function measureOne(stage: Stage, reader: Reader, go: Go) {
  const before = { server: stage.serverCpuMs(), database: stage.databaseCpuMs() };
  const { bytes } = await reader.run(go);
  return {
    server: (stage.serverCpuMs() - before.server) / go.calls,
    database: (stage.databaseCpuMs() - before.database) / go.calls,
    bytes,
  };
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
