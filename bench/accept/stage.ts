import { createPrivateKey, type KeyObject, sign, type webcrypto } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.ts';
import { cpuMsOf, familyCpuMs, parentOf } from '../cpu.ts';
import { end, opened, startProgram, type Stops } from '../programs.ts';
import { freePort } from '../../scripts/free-port.ts';
import { idOf, sqlId } from './ids.ts';
import { makeModel } from './model.ts';

/** A durable database with prepared people and quotes, and the API as a process of its own. */
export interface Stage {
  readonly databaseUrl: string;
  readonly serverUrl: string;
  readonly users: number;
  /** Access tokens, one a user. */
  readonly tokens: readonly string[];
  /** The settings of the database. */
  readonly settings: object;
  /** Numbers of unused quotes: the first of so many. */
  take(quotes: number): number;
  countPayments(): Promise<number>;
  /** Has the database look at its tables again, and every connection plan again. */
  analyze(): Promise<void>;
  /** CPU time the server's process has used so far; zero where the system does not tell. */
  serverCpuMs(): number;
  /** The same for the database with all its processes. */
  databaseCpuMs(): number;
  close(): Promise<void>;
}

interface Ask {
  readonly users: number;
  readonly rounds: number;
  readonly payments: number;
  readonly clients: number;
  readonly profileDir: string | undefined;
}

export function openStage(ask: Ask): Promise<Stage> {
  return opened((stops) => setUp(ask, stops));
}

async function setUp(ask: Ask, stops: Stops): Promise<Omit<Stage, 'close'>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-bench-'));
  const postgres = await startPostgres({ dataDir, isDurable: true });
  stops.push(() => postgres.discard());
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  const [port, sandboxPort, smtpPort] = ports;
  const serverUrl = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_WEBHOOK_TARGET: `${serverUrl}/api/v1/webhooks`,
    NODE_ENV: 'production',
  };
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const sandbox = await startProgram('apps/sandbox/src/main.ts', [], env, `${sandboxUrl}/control/clock`);
  stops.push(() => end(sandbox));
  const whole = await startProgram(
    'apps/server/src/main.ts',
    [],
    { ...env, ROLE: 'all' },
    `${serverUrl}/readyz`,
  );
  const model = await makeModel(serverUrl, sandboxUrl).finally(() => end(whole));

  const sql = new pg.Pool({ connectionString: postgres.url, max: 2 });
  stops.push(() => sql.end());
  const quotes =
    3 * ask.users + 2 * ask.rounds * ask.payments + (ask.rounds + 1) * (WARM_UP + 1) * ask.clients;
  await cloneModel(sql, model.userId, { users: ask.users, quotes });
  const flags = ask.profileDir ? ['--cpu-prof', `--cpu-prof-dir=${resolve(ask.profileDir)}`] : [];
  const server = await startProgram(
    'apps/server/src/main.ts',
    flags,
    { ...env, ROLE: 'api' },
    `${serverUrl}/readyz`,
  );
  stops.push(() => end(server));
  const { rows } = await sql.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  let taken = 0;
  return {
    databaseUrl: postgres.url,
    serverUrl,
    users: ask.users,
    tokens: signTokens(dataDir, model.token, ask.users),
    settings: await readSettings(sql),
    take(count) {
      taken += count;
      if (taken > quotes) throw new Error('the quotes are used up');
      return taken - count;
    },
    async analyze() {
      await sql.query('vacuum analyze');
      await sql.query('checkpoint');
    },
    serverCpuMs: () => cpuMsOf(server.pid ?? 0),
    databaseCpuMs: () => familyCpuMs(postmaster),
    async countPayments() {
      const { rows } = await sql.query<{ count: string }>('select count(*) from payments');
      return Number(rows[0]?.count);
    },
  };
}

async function readSettings(sql: pg.Pool): Promise<object> {
  const names = ['server_version', 'fsync', 'synchronous_commit', 'shared_buffers', 'wal_sync_method'];
  const { rows } = await sql.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) as t(name)',
    [names],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

const FAR = '2099-01-01T00:00:00Z';
const LIMIT_PAISE = 1_000_000_000_000;

interface Count {
  readonly users: number;
  readonly quotes: number;
}

/** Makes people and quotes after the model, row by row as the product wrote them, with ids and limits of their own. */
async function cloneModel(sql: pg.Pool, modelId: string, { users, quotes }: Count): Promise<void> {
  const copy = (table: string, owner: string, count: number, changes: string) =>
    sql.query(
      `insert into ${table} select made.* from (select * from ${table} where ${owner} = $1 limit 1) model,
         generate_series(0, $2 - 1) as n, lateral jsonb_populate_record(model::${table}, jsonb_build_object(${changes})) made`,
      [modelId, count],
    );
  const user = `'user_id', ${sqlId('user', 'n')}`;
  await copy(
    'auth.users',
    'id',
    users,
    `'id', ${sqlId('user', 'n')}, 'email', 'bench' || n || '@example.in'`,
  );
  await copy('auth.sessions', 'user_id', users, `${user}, 'id', ${sqlId('session', 'n')}`);
  await copy('profiles', 'user_id', users, user);
  await copy('kyc_records', 'user_id', users, user);
  // The yes to the limit is the model's alone: it is not asked for again where a payment is accepted.
  const limit = `'limit_paise', ${LIMIT_PAISE}, 'limit_consent_id', null`;
  await copy('credit_accounts', 'user_id', users, `${user}, ${limit}`);
  await copy('cards', 'user_id', users, `${user}, 'id', ${sqlId('card', 'n')}`);
  await copy(
    'quotes',
    'user_id',
    quotes,
    `'user_id', ${sqlId('user', `n % ${users}`)}, 'id', ${sqlId('quote', 'n')}, 'card_id', ${sqlId('card', `n % ${users}`)},
     'bill_fetch_id', null, 'expires_at', '${FAR}'`,
  );
}

/** Access tokens as the auth server would have signed them, with the claims of the model's. */
function signTokens(dataDir: string, modelToken: string, users: number): string[] {
  const [head = '', claims = ''] = modelToken.split('.');
  const key = signingKey(dataDir);
  const model = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
  return Array.from({ length: users }, (_, number) => {
    const own = {
      ...model,
      sub: idOf('user', number),
      session_id: idOf('session', number),
      exp: Date.parse(FAR) / 1000,
    };
    const text = `${head}.${Buffer.from(JSON.stringify(own)).toString('base64url')}`;
    const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
    return `${text}.${signature.toString('base64url')}`;
  });
}

function signingKey(dataDir: string): KeyObject {
  const { keys } = JSON.parse(readFileSync(join(dataDir, 'keys', 'jwt-keys.json'), 'utf8')) as {
    keys: (webcrypto.JsonWebKey & { key_ops?: string[] })[];
  };
  const key = keys.find((one) => one.key_ops?.includes('sign'));
  if (!key) throw new Error('no key signs access tokens');
  return createPrivateKey({ key, format: 'jwk' });
}

/**
 * pgbench connects again each round, and a new connection plans every statement of the function once. The server's
 * connections live on, so so many first payments of each client are left out of the figures.
 */
export const WARM_UP = 60;
