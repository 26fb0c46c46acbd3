import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { istDate } from '@mohlat/money';
import { lastClosable } from '../../apps/server/src/features/end-of-day/index.ts';
import { end, startProgram } from '../../bench/programs.ts';
import { listCalls, type Reader, signIn } from '../../bench/admin/calls.ts';
import { fillDemo } from '../demo/fill.ts';
import type { Colleague } from '../demo/staff.ts';
import { freePort } from '../free-port.ts';
import { proveReads } from './shards-pages.ts';
import type { Check } from './rehearsal.ts';
import type pg from 'pg';

const MONTHS = 3;
/** In these lives some of a dozen people set up autopay early enough that it debits them. */
const SEED = 4;
/** So many days are lived on one PostgreSQL, before the tables are laid over the nodes. */
const DAYS_BEFORE = 30;

interface Place {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly sandboxUrl: string;
  readonly sandboxSmtpPort: number;
}

/**
 * Lives a month of some people and of the staff on one PostgreSQL and two more after its move, by the product's own API, queue and sweeps,
 * then reads every list and overview of the staff's.
 */
export async function proveLife(
  sql: pg.ClientBase,
  databaseUrl: string,
  lives: number,
  move: () => Promise<Check[]>,
  say: (line: string) => void,
): Promise<Check[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-shards-'));
  const [sandboxPort, sandboxSmtpPort] = [await freePort(), await freePort()];
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const place = { databaseUrl, dataDir, sandboxUrl, sandboxSmtpPort };
  const env = envOf(place, sandboxPort);
  const sandbox = await startProgram('apps/sandbox/src/main.ts', [], env, `${sandboxUrl}/control/clock`);
  try {
    let [from, moved] = [performance.now(), [] as Check[]];
    const took = () => `${((performance.now() - from) / 1000).toFixed(0)} s`;
    const beforeDay = async (number: number) => {
      if (number !== DAYS_BEFORE) return;
      say(`${lives} people lived a month on one PostgreSQL in ${took()}.`);
      moved = await move();
      from = performance.now();
    };
    const colleagues = await fillDemo(place, { people: lives, months: MONTHS, seed: SEED, beforeDay });
    say(`They lived two more on the cluster in ${took()}.`);
    return [...moved, ...(await proveMonths(sql, lives)), ...(await proveDesk(sql, env, colleagues, say))];
  } finally {
    await end(sandbox);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const envOf = ({ databaseUrl, dataDir, sandboxSmtpPort }: Place, sandboxPort: number): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  SANDBOX_PORT: String(sandboxPort),
  SANDBOX_SMTP_PORT: String(sandboxSmtpPort),
  HOST: '127.0.0.1',
  LOG_LEVEL: 'error',
});

/** The journey left its rows, and each day that is over is closed. A sweep or a request that fails ends the months before. */
async function proveMonths(sql: pg.ClientBase, lives: number): Promise<Check[]> {
  const { rows } = await sql.query<
    Record<'people' | 'paid' | 'repaid' | 'debits' | 'closed' | 'open' | 'dead', number>
  >(
    `select (select count(*) from credit_accounts where state <> 'none')::integer as people,
       (select count(*) from payments where bill_status = 'paid')::integer as paid,
       (select count(*) from repayments where status = 'succeeded')::integer as repaid,
       (select count(*) from presentations)::integer as debits,
       (select count(*) from business_days where closed_at is not null)::integer as closed,
       (select count(*) from business_days where closed_at is null and day_on <= $1)::integer as open,
       (select count(*) from graphile_worker.jobs where attempts >= max_attempts and locked_at is null)::integer as dead`,
    [lastClosable({ now: () => new Date(), today: () => istDate(Date.now()) })],
  );
  const { people = 0, paid = 0, repaid = 0, debits = 0, closed = 0, open = 0, dead = 0 } = rows[0] ?? {};
  return [
    {
      what: 'people sign up, are known, get a limit, have bills paid and repay them',
      figure: `${people} of ${lives} with a limit, ${paid} bills paid, ${repaid} repayments, ${debits} debits planned, ${dead} dead jobs`,
      isGood: people > 0 && paid > 0 && repaid > 0 && debits > 0 && dead === 0,
    },
    {
      what: 'every day with journals is closed but those that may not be yet',
      figure: `${closed} closed, ${open} left open`,
      isGood: closed > 0 && open === 0,
    },
  ];
}

async function proveDesk(
  sql: pg.ClientBase,
  env: NodeJS.ProcessEnv,
  colleagues: readonly Colleague[],
  say: (line: string) => void,
): Promise<Check[]> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const lead = colleagues.find(({ roles }) => roles.length > 1);
  if (!lead) throw new Error('no colleague has several roles');
  const server = await startProgram(
    'apps/server/src/main.ts',
    [],
    { ...env, PORT: String(port), ROLE: 'api' },
    `${url}/readyz`,
  );
  try {
    const reader = await signIn(url, lead);
    const calls = await listCalls(reader);
    const answered: boolean[] = [];
    for (const { path } of calls) answered.push(await isAnswered(reader, path, say));
    const good = answered.filter(Boolean).length;
    return [
      {
        what: "the staff's lists and pages are answered",
        figure: `${good} of ${calls.length}`,
        isGood: good === calls.length,
      },
      await proveReads(sql, url, reader, say),
    ];
  } finally {
    await end(server);
  }
}

async function isAnswered(reader: Reader, path: string, say: (line: string) => void): Promise<boolean> {
  try {
    await reader.get(path);
    return true;
  } catch (error) {
    say(`  ${String(error)}`);
    return false;
  }
}
