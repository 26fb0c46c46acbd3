import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { idOf, sqlId } from './ids.ts';
import { type Stage, WARM_UP } from './stage.ts';
import type { Round } from './summary.ts';

interface Ask {
  readonly clients: number;
  readonly payments: number;
  readonly isRaw: boolean;
}
type FunctionRound = Round & { readonly by: string };

const SYSTEM_BINARIES = '/usr/lib/postgresql';
const HASH = 'f2ca1bb6c7e907d06dafe4687e579fce76b37e4e93b7605022da52e6ccc26fd2';

/** Accepts payments by the SQL function alone, under the API's own role. */
export function runFunctionRound(stage: Stage, ask: Ask): Promise<FunctionRound> {
  const pgbench = ask.isRaw ? undefined : findPgbench();
  return pgbench ? runPgbench(pgbench, stage, ask) : runDriver(stage, ask);
}

/** The database's own load, of the system; undefined where it has none. */
export function findPgbench(): string | undefined {
  if (spawnSync('pgbench', ['--version']).status === 0) return 'pgbench';
  if (!existsSync(SYSTEM_BINARIES)) return undefined;
  return readdirSync(SYSTEM_BINARIES)
    .map((version) => join(SYSTEM_BINARIES, version, 'bin', 'pgbench'))
    .findLast(existsSync);
}

async function runPgbench(pgbench: string, stage: Stage, { clients, payments }: Ask): Promise<FunctionRound> {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-pgbench-'));
  const each = WARM_UP + Math.ceil(payments / clients);
  const from = stage.take(each * clients);
  const script = join(folder, 'accept.sql');
  writeFileSync(
    script,
    `\\set i :i + 1
\\set n :base + :client_id * :each + :i
\\set u :n % :users
select outcome, replayed, facts from accept_quote(${sqlId('user', ':u')}, ${sqlId('session', ':u')}, now(), 'key-of-the-payment-number-' || :n::text,
  '\\x${HASH}', ${sqlId('quote', ':n')}, null, null, '127.0.0.1', null, now());
`,
  );
  try {
    const variables = Object.entries({ i: -1, base: from, each, users: stage.users });
    const flags = ['-f', script, '-l', '--log-prefix', join(folder, 'log')];
    for (const [name, value] of variables) flags.push('-D', `${name}=${value}`);
    // The log of single transactions goes to the current folder's prefix; the role is the API's.
    await loadBy(pgbench, stage, { clients, each, flags, env: { PGOPTIONS: '-c role=mohlat_api' } });
    return { by: 'pgbench', payments: each * clients, ...readLogs(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Load {
  readonly clients: number;
  /** Transactions of each client. */
  readonly each: number;
  readonly flags: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs pgbench with statements that are planned once a connection; answers what it printed. */
export function loadBy(
  pgbench: string,
  { databaseUrl }: Pick<Stage, 'databaseUrl'>,
  { clients, each, flags, env = {} }: Load,
): Promise<string> {
  const threads = Math.min(clients, availableParallelism());
  const counts = Object.entries({ c: clients, j: threads, t: each }).flatMap(([name, count]) => [
    `-${name}`,
    String(count),
  ]);
  return run(pgbench, ['-n', '-M', 'prepared', ...counts, ...flags, databaseUrl], { ...process.env, ...env });
}

/** Rate and latencies while every client was warm and none had finished. */
function readLogs(folder: string): Pick<Round, 'perSecond' | 'latenciesMs'> {
  const done = readdirSync(folder)
    .filter((name) => name.startsWith('log'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((text) => {
      const [client = 0, nth = 0, latencyUs = 0, , seconds = 0, micros = 0] = text.split(' ').map(Number);
      return { client, nth, latencyMs: latencyUs / 1000, endMs: seconds * 1000 + micros / 1000 };
    });
  const last = Math.max(...done.map(({ nth }) => nth));
  const first = Math.min(...done.map(({ nth }) => nth));
  const warmAt = Math.max(...done.filter(({ nth }) => nth === first + WARM_UP - 1).map(({ endMs }) => endMs));
  const firstGoneAt = Math.min(...done.filter(({ nth }) => nth === last).map(({ endMs }) => endMs));
  const counted = done.filter(({ endMs }) => endMs > warmAt && endMs <= firstGoneAt);
  return {
    perSecond: (counted.length / (firstGoneAt - warmAt)) * 1000,
    latenciesMs: counted.map(({ latencyMs }) => latencyMs),
  };
}

/** Runs a program to its end; answers what it printed. */
export function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
  });
}

/** Where there is no pgbench: the driver itself, a connection for each client. */
async function runDriver(stage: Stage, { clients, payments }: Ask): Promise<FunctionRound> {
  const latenciesMs: number[] = [];
  const connections = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: stage.databaseUrl, options: '-c role=mohlat_api' });
      await client.connect();
      return client;
    }),
  );
  const spread = async (count: number) => {
    const from = stage.take(count);
    let next = from;
    await Promise.all(
      connections.map(async (client) => {
        while (next < from + count) latenciesMs.push(await acceptBy(client, stage, next++));
      }),
    );
  };
  await spread(WARM_UP * clients);
  latenciesMs.length = 0;
  const startedAt = performance.now();
  await spread(payments);
  const seconds = (performance.now() - startedAt) / 1000;
  await Promise.all(connections.map((client) => client.end()));
  return {
    by: 'a loop over the driver',
    payments: payments + WARM_UP * clients,
    perSecond: payments / seconds,
    latenciesMs,
  };
}

/** Accepts the payment of one quote; answers how long that took in milliseconds. */
async function acceptBy(client: pg.Client, stage: Stage, number: number): Promise<number> {
  const user = number % stage.users;
  const sentAt = performance.now();
  await client.query({
    name: 'accept',
    text: 'select outcome, replayed, facts from accept_quote($1, $2, now(), $3, $4, $5, null, null, $6, null, now())',
    values: [
      idOf('user', user),
      idOf('session', user),
      `key-of-the-payment-number-${number}`,
      Buffer.from(HASH, 'hex'),
      idOf('quote', number),
      '127.0.0.1',
    ],
  });
  return performance.now() - sentAt;
}
