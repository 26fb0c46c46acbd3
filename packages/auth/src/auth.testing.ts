import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GoTrueClient } from '@supabase/auth-js';
import type pg from 'pg';
import { createMessenger } from '#features/notifications/index.ts';
import { createSignIn } from '#features/sign-in/index.ts';
import { createClock } from '#platform/clock/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { createDatabase } from '#platform/db/database.ts';
import { createPool } from '#platform/db/pool.ts';
import { createHttpServer } from '#platform/http/server.ts';
import { createLog } from '#platform/log/log.ts';
import { movableMachine } from '#test/control.ts';
import { CHEAP_HASHES } from '#test/cheap-hashes.ts';
import { cloneDatabase, PATIENCE } from '#test/database.ts';
import type { AuthHost } from './auth.host.ts';
import { type AuthSettings, readAuthSettings } from './auth.settings.ts';
import type { AuthOptions } from './index.ts';

/** A message as it waits in the queue, opened. */
export interface Waiting {
  readonly channel: 'email' | 'sms';
  readonly to: string;
  readonly template: string;
  readonly vars: Readonly<Record<string, string>>;
}

/** The auth server on a port of its own, over a database of its own. */
export interface TestAuth {
  readonly url: string;
  readonly publicUrl: string;
  readonly feature: ReturnType<typeof createSignIn>;
  /** The database as its owner. */
  readonly sql: pg.Pool;
  readonly jwtKeys: readonly object[];
  /** Moves the machine's time on, as the server sees it. */
  passSeconds(seconds: number): void;
  /** What the log says went wrong. */
  readonly errors: readonly string[];
  /** Every statement the server sent to its database so far, without its values. */
  readonly statements: readonly string[];
  /** Messages to one address, oldest first. */
  sentTo(address: string): Promise<Waiting[]>;
  /** An unmodified client, with storage of its own or, as tabs have it, shared with others. */
  client(flowType?: 'implicit' | 'pkce', shared?: Map<string, string>): GoTrueClient;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  call(path: string, init: RequestInit): Promise<Reply>;
  stop(): Promise<void>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // A reply's shape is what the tests are about.
  readonly json: Readonly<Record<string, unknown>>;
}

export async function startTestAuth(
  env: Readonly<Record<string, string>> = {},
  { hashCost = CHEAP_HASHES, ...patience }: Partial<typeof PATIENCE> & Pick<AuthOptions, 'hashCost'> = {},
): Promise<TestAuth> {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-auth-'));
  const database = await cloneDatabase();
  const machine = movableMachine();
  const config = await readConfig({
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    PUBLIC_URL: 'http://localhost:3999',
    // As a live installation has it.
    AUTH_REQUIRE_CURRENT_PASSWORD: 'on',
    AUTH_REQUIRE_RECENT_SIGN_IN: 'on',
    // No call is given up because the machine is slow.
    AUTH_REQUEST_SECONDS: '300',
    ...env,
  });
  const vault = createVault(config.masterKeys, randomBytes(32));
  const errors: string[] = [];
  const level = process.env.TEST_LOG;
  const log =
    level === undefined ? createLog('error', { write: (line) => void errors.push(line) }) : createLog(level);
  const pool = createPool(database.url, 'mohlat_auth', 10, { ...PATIENCE, ...patience });
  const statements: string[] = [];
  pool.on('connect', (client) => noteStatements(client, statements));
  // Without a sandbox the product's clock shows the machine's time.
  const clock = { ...createClock(log), now: machine.now };
  const db = createDatabase(pool, clock, { sessionClock: machine });
  const feature = createSignIn({
    config,
    db,
    clock,
    machineClock: machine,
    vault,
    messenger: createMessenger(vault, clock),
    log,
    hashCost,
  });
  const app = await createHttpServer({
    log,
    isHttps: false,
    trustedProxies: config.trustedProxies,
  });
  await feature.register(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/auth/v1`;
  const sql = createPool(database.url, undefined, 4);

  const call = async (path: string, init: RequestInit): Promise<Reply> => {
    const response = await fetch(url + path, { redirect: 'manual', ...init });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson && text !== '' ? (JSON.parse(text) as Reply['json']) : {},
    };
  };

  return {
    url,
    publicUrl: config.publicUrl,
    feature,
    sql,
    jwtKeys: config.jwtKeys,
    errors,
    statements,
    passSeconds: machine.passSeconds,
    async sentTo(address) {
      const { rows } = await sql.query<{ payload: { sealed: string } }>(
        `select payload from graphile_worker._private_jobs order by id`,
      );
      return rows
        .map(
          ({ payload }) =>
            JSON.parse(vault.open(Buffer.from(payload.sealed, 'base64'), 'message')) as Waiting,
        )
        .filter((message) => message.to === address);
    },
    client: (flowType = 'implicit', shared) => {
      const kept = shared ?? new Map<string, string>();
      return new GoTrueClient({
        url,
        flowType,
        storageKey: shared ? 'shared' : randomBytes(6).toString('hex'),
        autoRefreshToken: false,
        detectSessionInUrl: false,
        storage: {
          getItem: (key) => kept.get(key) ?? null,
          setItem: (key, value) => void kept.set(key, value),
          removeItem: (key) => void kept.delete(key),
        },
      });
    },
    call,
    post: (path, body, headers = {}) =>
      call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    get: (path, headers = {}) => call(path, { headers }),
    async stop() {
      await app.close();
      await db.close();
      await sql.end();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes down the text of each statement on its way to the database. */
function noteStatements(client: pg.PoolClient, statements: string[]): void {
  const send = client.query.bind(client) as (...asked: readonly unknown[]) => unknown;
  const note = (...asked: readonly unknown[]) => {
    const [query] = asked as [string | { readonly text: string }];
    statements.push(typeof query === 'string' ? query : query.text);
    return send(...asked);
  };
  Object.assign(client, { query: note });
}

/** What settings read of a host. */
const HOST: AuthHost = {
  name: 'Example',
  smsProvider: 'example',
  pages: {
    confirmed: '/auth/confirmed',
    enter: '/auth/enter',
    undo: '/auth/not-me',
    security: '/dashboard/security',
    recovery: '/forgot-password',
  },
  codeDigits: { usual: 6, long: 10 },
  stepUpSeconds: 900,
  signUpMarks: new Set(),
  cleanName: (name) => name,
  send: () => Promise.resolve(),
  noteAdminAct: () => Promise.resolve(),
  announce: () => Promise.resolve(),
};

/** Settings as an environment has them. */
export function testSettings(source: Parameters<typeof readAuthSettings>[0]): AuthSettings {
  return readAuthSettings(source, HOST);
}

let seen = 0;

/** An address nobody had before. */
export function anEmail(): string {
  seen += 1;
  return `person${seen}.${randomBytes(3).toString('hex')}@example.com`;
}

/** A mobile number nobody had before, with its country code. */
export function aPhone(): string {
  return `9198${String(randomBytes(4).readUInt32BE() % 100_000_000).padStart(8, '0')}`;
}

export const PASSWORD = 'monsoon-Kettle-42';

/** A confirmed person, signed in through an unmodified client. */
export async function aPerson(auth: TestAuth, email = anEmail()) {
  const client = auth.client();
  await client.signUp({ email, password: PASSWORD });
  const [mail] = await auth.sentTo(email);
  const { data, error } = await client.verifyOtp({ email, token: mail?.vars.code ?? '', type: 'signup' });
  if (error || !data.session || !data.user) throw error ?? new Error('no session');
  return { client, email, session: data.session, user: data.user };
}
