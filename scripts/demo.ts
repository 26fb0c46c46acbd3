// `npm run demo`: fills a sandbox installation of its own with people and a year of history, then starts it.
// `-- --people 200 --months 12 --seed 1`; `--reset` makes it again; `--fill` leaves it stopped. DATA_DIR: .data/demo.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { proveBooks } from '../apps/server/src/ledger/books.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { readCommandLine } from './command-line.ts';
import { PASSWORD } from './demo/accounts.ts';
import { fillDemo } from './demo/fill.ts';
import { listMissing, SIGHTS } from './demo/sights.ts';
import type { Colleague } from './demo/staff.ts';
import { checkPort } from './ports.ts';
import { makeDataDir } from './postgres-place.ts';
import { type LocalPostgres, startPostgres } from './postgres.ts';
import { ROOT, run, say } from './run.ts';
import { startService } from './service.ts';

const BAR_WIDTH = 30;
/** The same few statements over tables that grow from nothing: their plans need not be made again each time. */
const FILLED_WITH = {
  plan_cache_mode: 'force_generic_plan',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
};
const { values } = readCommandLine(import.meta.filename, {
  options: {
    people: { type: 'string', default: '200' },
    months: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    reset: { type: 'boolean', default: false },
    fill: { type: 'boolean', default: false },
  },
});
const dataDir = resolve(process.env.DATA_DIR || join(ROOT, '.data', 'demo'));
/** The file that says how to sign in. A folder that has it is a demo's, and may be emptied. */
const notes = join(dataDir, 'demo.txt');
const sandboxPort = Number(process.env.SANDBOX_PORT || 3100);
const sandboxSmtpPort = Number(process.env.SANDBOX_SMTP_PORT || sandboxPort + 25);
const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;

function refuse(sentence: string): never {
  say(sentence);
  process.exit(2);
}

/** Invented people are for a trial on this machine, and never among real ones. */
function refuseElsewhere(): void {
  if (process.env.NODE_ENV === 'production' || process.env.SANDBOX === 'off')
    refuse('The demo is for the sandbox: it does not run where NODE_ENV is production or SANDBOX is off.');
  if (process.env.DATABASE_URL || process.env.DATABASE_URL_FILE)
    refuse('The demo brings a database of its own: unset DATABASE_URL.');
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0 && !existsSync(notes))
    refuse(`${dataDir} is not empty and not a demo’s: choose another DATA_DIR.`);
  for (const name of ['people', 'months', 'seed'] as const)
    if (!(Number.isInteger(Number(values[name])) && Number(values[name]) > 0))
      refuse(`--${name} is a whole number above zero.`);
}

/** An empty database of the demo. */
async function openEmpty(): Promise<LocalPostgres> {
  makeDataDir(dataDir);
  const postgres = await startPostgres({ dataDir, isDurable: false, settings: FILLED_WITH });
  if (postgres.wasRunning)
    refuse(
      `A database runs in ${dataDir}. Stop the product there; what was killed stops after DATA_DIR=${dataDir} npm start.`,
    );
  await migrate(postgres.url, join(ROOT, 'db'));
  if ((await countPeople(postgres.url)) === 0) return postgres;
  if (values.reset) {
    await postgres.discard();
    return openEmpty();
  }
  await postgres.stop();
  say(readFileSync(notes, 'utf8'));
  refuse(
    `The demo is there. To start it: DATA_DIR=${dataDir} npm start. To make it anew: npm run demo -- --reset`,
  );
}

async function countPeople(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::integer as count from auth.users',
    );
    return rows[0]?.count ?? 0;
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function fill(postgres: LocalPostgres): Promise<readonly Colleague[]> {
  const sandbox = startService({
    name: 'sandbox',
    entry: join(ROOT, 'apps/sandbox/src/main.ts'),
    isWatched: false,
    env: {
      ...process.env,
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(sandboxSmtpPort),
      SANDBOX_DB: join(dataDir, 'sandbox.sqlite'),
    },
    isReady: () =>
      fetch(`${sandboxUrl}/control/clock`).then(
        ({ ok }) => ok,
        () => false,
      ),
  });
  try {
    await sandbox.ready;
    return await fillDemo(
      { databaseUrl: postgres.url, dataDir, sandboxUrl, sandboxSmtpPort },
      {
        people: Number(values.people),
        months: Number(values.months),
        seed: Number(values.seed),
        onProgress: showProgress,
      },
    );
  } finally {
    await sandbox.stop();
  }
}

let shownPercent = -1;

/** One line that fills up by the percent; without a terminal, a line for every tenth. */
function showProgress(share: number, day: string): void {
  const percent = Math.floor(share * 100);
  const step = process.stdout.isTTY ? 1 : 10;
  if (percent === shownPercent || percent % step !== 0) return;
  shownPercent = percent;
  const full = Math.round(share * BAR_WIDTH);
  const bar = '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
  const line = `  ${bar} ${String(percent).padStart(3)} %  ${day}`;
  process.stdout.write(process.stdout.isTTY ? `\r${line}` : `${line}\n`);
}

/** Every invariant, and a word for what is there and what is not. */
async function summarise(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const broken = (await proveBooks(client, join(ROOT, 'db/invariants'))).filter(
      ({ breaches }) => breaches.length > 0,
    );
    if (broken.length > 0) throw new Error(`The books are not clean: ${JSON.stringify(broken)}`);
    const { rows } = await client.query<{ bills: number; repayments: number; journals: number }>(
      `select (select count(*) from payments)::integer as bills, (select count(*) from journals)::integer as journals,
         (select count(*) from repayments where status = 'succeeded')::integer as repayments`,
    );
    await client.query('vacuum analyze');
    const { bills = 0, repayments = 0, journals = 0 } = rows[0] ?? {};
    const missing = await listMissing(client, SIGHTS);
    const without = missing.length > 0 ? `\nToo small a demo for some of: ${missing.join(', ')}.` : '';
    return `${bills} bills, ${repayments} repayments, ${journals} journals; the books are clean.${without}`;
  });
}

function signIns(colleagues: readonly Colleague[]): string {
  return [
    `Everybody's password: ${PASSWORD}`,
    '',
    '  aarav@demo.example.in    somebody who pays every month, and on time',
    ...colleagues.map(
      ({ email, roles, secret }) => `  ${email.padEnd(24)} ${roles.join(', ')}; authenticator key ${secret}`,
    ),
    '',
    'The staff’s pages are under /admin. Add a key to an authenticator app by hand: it shows the second step.',
  ].join('\n');
}

refuseElsewhere();
await checkPort('SANDBOX_PORT', sandboxPort);
const began = performance.now();
const postgres = await openEmpty();
const cutOff = () => void postgres.stop().finally(() => process.exit(1));
process.once('SIGINT', cutOff);
process.once('SIGTERM', cutOff);
writeFileSync(notes, 'This demo was not finished: npm run demo -- --reset\n', { mode: 0o600 });
try {
  say(`${values.people} people and ${values.months} months, in ${dataDir}`);
  const colleagues = await fill(postgres);
  const summary = await summarise(postgres.url);
  writeFileSync(notes, `${signIns(colleagues)}\n`, { mode: 0o600 });
  say(`\n${summary} ${((performance.now() - began) / 1000).toFixed(0)} s`);
} finally {
  await postgres.stop();
}
say(`\n${readFileSync(notes, 'utf8')}`);
if (values.fill) say(`To start it: DATA_DIR=${dataDir} npm start`);
else {
  process.off('SIGINT', cutOff);
  process.off('SIGTERM', cutOff);
  // Ctrl-C reaches the product too, which stops everything in order; we wait for it.
  process.on('SIGINT', () => {});
  process.env.DATA_DIR = dataDir;
  await run([process.execPath, join(ROOT, 'scripts/start.ts')]);
}
