import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { fillDemo } from '../scripts/demo/fill.ts';
import { listMissing, SIGHTS } from '../scripts/demo/sights.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { machine } from './accept/machine.ts';
import { median } from './accept/summary.ts';
import { type Call, listCalls, type Reader, signIn } from './admin/calls.ts';
import { end, startProgram } from './programs.ts';
import { freePort } from '../scripts/free-port.ts';

const RESULT = join(import.meta.dirname, 'results', 'admin.json');
/** The bound on a page of the staff's: no visitor waits longer. */
const ANSWER_MAX_MS = 300;
const EMPTY = '/healthz';

interface Row {
  readonly path: string;
  readonly medianMs: number;
  readonly slowestMs: number;
  /** Beside an empty route of the same server in the same rounds. */
  readonly ratio: number;
}

/** Measures how long the staff's pages wait for the server: every list and overview, on the data of a demo. */
export async function runAdminBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      people: { type: 'string', default: '200' },
      months: { type: 'string', default: '12' },
      rounds: { type: 'string', default: '15' },
      save: { type: 'boolean', default: false },
    },
  });
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).toReversed()) await one();
  };
  const cutOff = () => void stop().finally(() => process.exit(1));
  process.once('SIGINT', cutOff);
  process.once('SIGTERM', cutOff);
  try {
    const reader = await openDemo(stops, Number(values.people), Number(values.months));
    const rows = await measure(reader, await listCalls(reader), Number(values.rounds));
    report(rows);
    if (!values.save) return;
    mkdirSync(join(RESULT, '..'), { recursive: true });
    const result = { at: new Date().toISOString(), machine: machine(), ...values, rows };
    writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`);
  } finally {
    await stop();
  }
}

/** A demo, the product on it, and a member of staff with every role signed in. */
async function openDemo(stops: (() => Promise<void>)[], people: number, months: number): Promise<Reader> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-bench-admin-'));
  const postgres = await startPostgres({ dataDir, isDurable: false });
  stops.push(() => postgres.discard());
  await migrate(postgres.url, join(import.meta.dirname, '../db'));
  const [port, sandboxPort, sandboxSmtpPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const url = `http://127.0.0.1:${port}`;
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(sandboxSmtpPort),
    LOG_LEVEL: 'warn',
  };
  const sandbox = await startProgram('apps/sandbox/src/main.ts', [], env, `${sandboxUrl}/control/clock`);
  stops.push(() => end(sandbox));
  say(`Living ${months} months of ${people} people…`);
  const place = { databaseUrl: postgres.url, dataDir, sandboxUrl, sandboxSmtpPort };
  let colleagues: Awaited<ReturnType<typeof fillDemo>> = [];
  const livedMs = await timeOf(async () => {
    colleagues = await fillDemo(place, { people, months, seed: 1 });
  });
  say(`… in ${(livedMs / 1000).toFixed(0)} s.`);
  await tidyUp(postgres.url);
  const server = await startProgram('apps/server/src/main.ts', [], { ...env, ROLE: 'api' }, `${url}/readyz`);
  stops.push(() => end(server));
  const lead = colleagues.find(({ roles }) => roles.length > 1);
  if (!lead) throw new Error('nobody of the team has every role');
  return signIn(url, lead);
}

/** And says what there is nothing of to be measured with. */
async function tidyUp(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('vacuum analyze');
  const missing = await listMissing(client, SIGHTS);
  if (missing.length > 0) say(`None of: ${missing.join(', ')}.`);
  await client.end();
}

/** By turns with the empty route, one call at a time: a page waits for its answers, not for other people. */
async function measure(reader: Reader, calls: readonly Call[], rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { path } of calls) {
    // The first answer fills caches and plans.
    await reader.get(path);
    const [taken, empty]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      taken.push(await timeOf(() => reader.get(path)));
      empty.push(await timeOf(() => reader.get(EMPTY)));
    }
    rows.push({
      path: path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '{id}'),
      medianMs: median(taken),
      slowestMs: Math.max(...taken),
      ratio: median(taken) / median(empty),
    });
  }
  return rows;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function report(rows: readonly Row[]): void {
  say(`\n${'GET'.padEnd(58)} ${'median'.padStart(9)} ${'slowest'.padStart(9)} ${'× empty'.padStart(8)}`);
  for (const { path, medianMs, slowestMs, ratio } of rows)
    say(
      `${path.padEnd(58)} ${`${medianMs.toFixed(1)} ms`.padStart(9)} ${`${slowestMs.toFixed(1)} ms`.padStart(9)} ${ratio.toFixed(1).padStart(8)}`,
    );
  const slow = rows.filter(({ medianMs }) => medianMs > ANSWER_MAX_MS);
  say(
    slow.length === 0
      ? `\nEvery answer within ${ANSWER_MAX_MS} ms.`
      : `\nOver ${ANSWER_MAX_MS} ms: ${slow.map(({ path }) => path).join(', ')}`,
  );
  say(JSON.stringify(machine()));
  if (slow.length > 0) process.exitCode = 1;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
