import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { machineClock } from '@mohlat/platform/clock/machine-clock.ts';
import { createVault, type Vault } from '@mohlat/platform/crypto/vault.ts';
import { openPool } from '@mohlat/platform/db/pool.ts';
import { createDatabase } from '@mohlat/platform/db/transactions.ts';
import type { Log } from '@mohlat/platform/log.ts';
import { GoTrueClient } from '@supabase/auth-js';
import Fastify from 'fastify';
import { exportJWK, generateKeyPair } from 'jose';
import type pg from 'pg';
import { pino } from 'pino';
import { BARE_HOST, type Installation, type Waiting, bareInstallation } from './auth.installation.testing.ts';
import { type AuthSettings, type SettingsSource, readAuthSettings } from './auth.settings.ts';
import { type Auth, type AuthOptions, createAuth } from './index.ts';

export { type Installation, type Waiting, emptyDatabase, withClient } from './auth.installation.testing.ts';

/** The auth server on a port of its own, over a database of its own. */
export interface TestAuth {
  readonly url: string;
  readonly publicUrl: string;
  readonly server: Auth;
  /** The database as its owner. */
  readonly sql: pg.Pool;
  readonly foundation: Foundation;
  readonly jwtKeys: readonly object[];
  /** Moves the machine's time on, as the server sees it. */
  passSeconds(seconds: number): void;
  /** The errors in the log. */
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

/** A wait for the database lasts until it answers, however slow the machine is. */
const HANGING_MS = 300_000;
const PATIENCE = {
  connectMs: HANGING_MS,
  lockMs: HANGING_MS,
  statementMs: HANGING_MS,
  idleMs: HANGING_MS,
};

/** Next to nothing: `auth.passwords.load.test.ts` and the journeys have the real cost. */
export const CHEAP_HASHES = { memoryKib: 8, passes: 1 };

/** The parts that servers of one installation share. */
interface Foundation {
  readonly installation: Installation;
  readonly jwtKeys: readonly object[];
  readonly vault: Vault;
}

type TestOptions = Partial<typeof PATIENCE> &
  Pick<AuthOptions, 'hashCost'> & {
    readonly installed?: () => Promise<Installation>;
    /** A server whose installation, keys and vault are used; it is stopped last. */
    readonly beside?: TestAuth;
  };

export async function startTestAuth(
  env: Readonly<Record<string, string>> = {},
  { hashCost = CHEAP_HASHES, installed = bareInstallation, beside, ...patience }: TestOptions = {},
): Promise<TestAuth> {
  const foundation = beside?.foundation ?? (await lay(installed));
  const { installation, jwtKeys, vault } = foundation;
  const machine = movableMachine();
  const publicUrl = 'http://localhost:3999';
  const errors: string[] = [];
  const log = logInto(errors);
  const { databaseUrl, role } = installation;
  const pool = openPool(databaseUrl, { max: 10, role, name: role, ...PATIENCE, ...patience });
  const statements: string[] = [];
  pool.on('connect', (client) => noteStatements(client, statements));
  const server = createAuth({
    config: {
      env: {
        // As a live installation has it.
        AUTH_REQUIRE_CURRENT_PASSWORD: 'on',
        AUTH_REQUIRE_RECENT_SIGN_IN: 'on',
        // No call is given up because the machine is slow.
        AUTH_REQUEST_SECONDS: '300',
        ...env,
      },
      publicUrl,
      isTrial: true,
      jwtKeys,
    },
    db: installation.open?.(pool) ?? createDatabase(pool, log),
    clock: machine,
    machineClock: machine,
    vault,
    host: installation.host(vault),
    log,
    hashCost,
  });
  const app = Fastify({ loggerInstance: log, trustProxy: env.TRUSTED_PROXIES ?? 'loopback' });
  await app.register(server.plugin);
  // As a product serves its pages beside.
  app.get('/*', async () => 'a page');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/auth/v1`;
  const sql = openPool(databaseUrl, { max: 4, name: 'test' });

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
    publicUrl,
    server,
    sql,
    foundation,
    jwtKeys,
    errors,
    statements,
    passSeconds: machine.passSeconds,
    sentTo: async (address) =>
      (await installation.messages(sql, vault)).filter((message) => message.to === address),
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
      await pool.end();
      await sql.end();
      if (!beside) await installation.drop();
    },
  };
}

async function lay(installed: () => Promise<Installation>): Promise<Foundation> {
  return {
    installation: await installed(),
    jwtKeys: [await newSigningKey()],
    vault: createVault([{ id: 'test', bytes: randomBytes(32) }], randomBytes(32)),
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

/** Settings as an environment has them. */
export function testSettings(source: SettingsSource): AuthSettings {
  return readAuthSettings(source, BARE_HOST);
}

/** A logger that keeps what went wrong; TEST_LOG shows the whole at a level. */
function logInto(errors: string[]): Log {
  const level = process.env.TEST_LOG;
  return level === undefined
    ? pino({ level: 'error', base: null }, { write: (line: string) => void errors.push(line) })
    : pino({ level });
}

/** The machine's time, as far as a server under test is told; the test moves it. */
function movableMachine() {
  let offsetMs = 0;
  return {
    follows: machineClock.follows,
    now: () => new Date(machineClock.now().getTime() + offsetMs),
    passSeconds(seconds: number): void {
      offsetMs += seconds * 1000;
    },
  };
}

async function newSigningKey() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = randomBytes(8).toString('hex');
  return { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig', key_ops: ['sign', 'verify'] };
}

let seen = 0;

/** An address that no user had before. */
export function anEmail(): string {
  seen += 1;
  return `person${seen}.${randomBytes(3).toString('hex')}@example.com`;
}

/** A mobile number that no user had before, with its country code. */
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
