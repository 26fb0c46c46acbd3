import { type ChildProcess, fork } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { cpuMsOf, familyCpuMs, parentOf } from '../cpu.ts';
import { end, opened, startProgram, type Stops } from '../programs.ts';
import { freePort } from '../../scripts/free-port.ts';
import type { Person } from './calls.ts';

const PASSWORD = 'a quiet river stone';
/** No limit of an address stands in the way. */
const LIMIT_FACTOR = 1_000_000;

/** A durable database, the API as a process of its own, an empty server, and people who are signed in. */
export interface Stage {
  readonly databaseUrl: string;
  readonly serverUrl: string;
  readonly emptyUrl: string;
  readonly password: string;
  /** Those who call over HTTP. */
  readonly people: readonly Person[];
  /** Those whose rows the bare statements read and write. */
  readonly others: readonly Person[];
  /** CPU time used so far by the server, the empty server, and the database with all its processes; zero where nothing tells. */
  cpuMs(): CpuMs;
  close(): Promise<void>;
}

export interface CpuMs {
  readonly server: number;
  readonly empty: number;
  readonly database: number;
}

export function openStage(peopleCount: number, profileDir: string | undefined): Promise<Stage> {
  return opened((stops) => setUp(peopleCount, profileDir, stops));
}

async function setUp(
  peopleCount: number,
  profileDir: string | undefined,
  stops: Stops,
): Promise<Omit<Stage, 'close'>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-bench-'));
  const postgres = await startPostgres({ dataDir, isDurable: true });
  stops.push(() => postgres.discard());
  await migrate(postgres.url, join(import.meta.dirname, '../../db'));
  const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const serverUrl = `http://127.0.0.1:${port}`;
  const secret = randomBytes(32).toString('base64url');
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    ROLE: 'api',
    NODE_ENV: 'production',
    AUTH_JWT_SECRET: secret,
    AUTH_RATE_LIMIT_FACTOR: String(LIMIT_FACTOR),
  };
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}/control/clock`;
  const sandbox = await startProgram('apps/sandbox/src/main.ts', [], env, sandboxUrl);
  stops.push(() => end(sandbox));
  const flags = profileDir ? ['--cpu-prof', `--cpu-prof-dir=${resolve(profileDir)}`] : [];
  const server = await startProgram('apps/server/src/main.ts', flags, env, `${serverUrl}/readyz`);
  stops.push(() => end(server));
  const empty = fork(join(import.meta.dirname, 'empty-route.process.ts'), {
    // Log lines are written, as in production, and thrown away.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  stops.push(() => end(empty));
  const emptyUrl = await urlOf(empty);
  const bearer = serviceToken(secret);
  const people = await madePeople(serverUrl, bearer, 2 * peopleCount);
  const postmaster = await postmasterOf(postgres.url);
  return {
    databaseUrl: postgres.url,
    serverUrl,
    emptyUrl,
    password: PASSWORD,
    people: people.slice(0, peopleCount),
    others: people.slice(peopleCount),
    cpuMs: () => ({
      server: cpuMsOf(server.pid ?? 0),
      empty: cpuMsOf(empty.pid ?? 0),
      database: familyCpuMs(postmaster),
    }),
  };
}

async function postmasterOf(databaseUrl: string): Promise<number> {
  const sql = new pg.Client({ connectionString: databaseUrl });
  await sql.connect();
  const { rows } = await sql.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  await sql.end();
  return postmaster;
}

function urlOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('message', ({ url }: { url: string }) => resolve(url));
    child.once('exit', () => reject(new Error('the empty server did not start')));
  });
}

/** Signs the token of a program that administers accounts. */
function serviceToken(secret: string): string {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ role: 'service_role' })}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

async function madePeople(serverUrl: string, bearer: string, count: number): Promise<Person[]> {
  const post = async <T>(path: string, body: object, token?: string): Promise<T> => {
    const response = await fetch(`${serverUrl}/auth/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const people: Person[] = [];
  for (let number = 0; number < count; number += 1) {
    const email = `bench${number}@example.in`;
    await post('/admin/users', { email, password: PASSWORD, email_confirm: true }, bearer);
    const session = await post<{ access_token: string; refresh_token: string }>(
      '/token?grant_type=password',
      { email, password: PASSWORD },
    );
    people.push({ email, accessToken: session.access_token, refreshToken: session.refresh_token });
  }
  return people;
}
