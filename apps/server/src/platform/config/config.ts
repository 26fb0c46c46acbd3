import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { ConfigError, type Env, readNumber, readSecret } from '@mohlat/platform/config/secrets.ts';
import type { DatabaseRole } from '#platform/db/pool.ts';
import type { MasterKey } from '#platform/crypto/vault.ts';
import { isAddressRange } from '#platform/http/client-address.ts';
import { type EvidenceKeys, newEvidenceKeys, parseEvidenceKeys } from './evidence-keys.ts';
import { kept } from './kept-secrets.ts';
import { isDatabaseHere, isLoopback, isVerifiedTls } from './transport.ts';

export { ConfigError, readSecret } from '@mohlat/platform/config/secrets.ts';

export const ROLES = ['all', 'api', 'worker'] as const;
export type ProcessRole = (typeof ROLES)[number];

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

export interface Config {
  readonly port: number;
  /** Where a worker tells its health; undefined: nowhere. */
  readonly healthPort: number | undefined;
  /** The address that the server listens on. */
  readonly host: string;
  readonly role: ProcessRole;
  readonly logLevel: LogLevel;
  readonly dataDir: string;
  /** The owner's login. A process that has it lays the schema as it starts; one that has not finds it laid. */
  readonly databaseUrl: string | undefined;
  /** A login of its own per role; without one the owner's login takes the role on, and could take it off again. */
  readonly roleUrls: Readonly<Record<DatabaseRole, string>>;
  /** For connections that a pooler cannot share, of the queue and of live events: a login that is the worker's, or may become it. */
  readonly directUrl: string;
  /** Where people reach the product; links in mails begin with it. */
  readonly publicUrl: string;
  /** The sandbox's address, or undefined when the outside world is real. */
  readonly sandboxUrl: string | undefined;
  readonly sandboxSmtpPort: number;
  readonly masterKeys: readonly MasterKey[];
  /** Private JWK set of the auth server; the key whose `key_ops` has `sign` signs. */
  readonly jwtKeys: readonly JWK[];
  readonly evidenceKeys: EvidenceKeys;
  /** Whether staff show a second factor of the last quarter of an hour before they reveal, judge or move money. */
  readonly isStepUpAsked: boolean;
  /** Proxies whose word on a client's address is taken. */
  readonly trustedProxies: readonly string[];
  readonly connectionsMax: number;
  readonly connectionsPerAddressMax: number;
  /** Event streams a process holds, within its connections. */
  readonly streamsMax: number;
  readonly databasePoolMax: number;
  readonly workerConcurrency: number;
  /** The time for which readiness is red before the socket closes, in milliseconds. */
  readonly shutdownWaitMs: number;
  /** The environment, for rooms that read their own part of it (providers, auth). */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Reads the environment once. Secrets may stand in a file named by `<NAME>_FILE`. With the sandbox on, missing
 * keys are made on the first start and kept in DATA_DIR; without it a missing or weak secret stops the start.
 */
export async function readConfig(env: Env): Promise<Config> {
  const dataDir = resolve(env.DATA_DIR || '.data');
  const sandboxOn = readSandbox(env);
  const role = (env.ROLE || 'all') as ProcessRole;
  if (!ROLES.includes(role)) throw new ConfigError(`ROLE is "${env.ROLE}"; use one of ${ROLES.join(', ')}`);
  const port = readPort(env, 'PORT', 3000);
  const databases = readDatabases(env);
  assertDatabaseTls(env, sandboxOn, databases.given);
  return {
    port,
    healthPort: env.HEALTH_PORT?.trim() ? readPort(env, 'HEALTH_PORT', 0) : undefined,
    host: env.HOST || (sandboxOn ? 'localhost' : '0.0.0.0'),
    role,
    logLevel: readLogLevel(env, 'info'),
    dataDir,
    ...databases.urls,
    publicUrl: readPublicUrl(env, port, sandboxOn),
    sandboxUrl: sandboxOn
      ? env.SANDBOX_URL || `http://127.0.0.1:${readPort(env, 'SANDBOX_PORT', 3100)}`
      : undefined,
    sandboxSmtpPort: readPort(env, 'SANDBOX_SMTP_PORT', readPort(env, 'SANDBOX_PORT', 3100) + 25),
    masterKeys: readKeptMasterKeys(env, dataDir, sandboxOn),
    jwtKeys: await readJwtKeys(env, dataDir, sandboxOn),
    evidenceKeys: readEvidenceKeys(env, dataDir),
    isStepUpAsked: readStepUp(env, sandboxOn),
    trustedProxies: readTrustedProxies(env),
    connectionsMax: readCount(env, 'HTTP_CONNECTIONS_MAX', 2000),
    connectionsPerAddressMax: readCount(env, 'HTTP_CONNECTIONS_PER_ADDRESS_MAX', 200),
    streamsMax: readCount(env, 'HTTP_STREAMS_MAX', 1000),
    databasePoolMax: readCount(env, 'DATABASE_POOL_MAX', 16),
    workerConcurrency: readCount(env, 'WORKER_CONCURRENCY', 8),
    shutdownWaitMs: readSeconds(env, 'SHUTDOWN_WAIT_SECONDS', 3, 300) * 1000,
    env,
  };
}

const ROLE_VARIABLES = {
  mohlat_api: 'DATABASE_API_URL',
  mohlat_worker: 'DATABASE_WORKER_URL',
  mohlat_auth: 'DATABASE_AUTH_URL',
  mohlat_staff: 'DATABASE_STAFF_URL',
} as const satisfies Record<DatabaseRole, string>;

/** The addresses of the database, and those of them that are given, by their variables. */
function readDatabases(env: Env) {
  const names = ['DATABASE_URL', 'DATABASE_DIRECT_URL', ...Object.values(ROLE_VARIABLES)] as const;
  const given = Object.fromEntries(
    names.map((name) => [name, readSecret(env, name) || undefined] as const),
  ) as Record<(typeof names)[number], string | undefined>;
  const { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: direct } = given;
  const isOwnerNeeded = Object.values(ROLE_VARIABLES).every((name) => given[name] === undefined);
  if (!databaseUrl && isOwnerNeeded)
    throw new ConfigError('DATABASE_URL is missing: start with `npm start`, which brings a database');
  const urlOf = (role: DatabaseRole): string => {
    const url = given[ROLE_VARIABLES[role]] ?? databaseUrl;
    if (!url)
      throw new ConfigError(
        `${ROLE_VARIABLES[role]} is missing: without DATABASE_URL every role needs an address of its own`,
      );
    return url;
  };
  const roleUrls = {
    mohlat_api: urlOf('mohlat_api'),
    mohlat_worker: urlOf('mohlat_worker'),
    mohlat_auth: urlOf('mohlat_auth'),
    mohlat_staff: urlOf('mohlat_staff'),
  };
  return {
    given,
    urls: { databaseUrl, roleUrls, directUrl: direct ?? databaseUrl ?? roleUrls.mohlat_worker },
  };
}

/**
 * Reads the configuration of the step before the processes: the owner's address, and the keys by which it makes the key ring of a new
 * database. Throws ConfigError.
 */
export function readStepConfig(env: Env) {
  const sandboxOn = readSandbox(env);
  const databaseUrl = readSecret(env, 'DATABASE_URL');
  if (!databaseUrl) throw new ConfigError("DATABASE_URL is missing: give the address of the owner's login");
  assertDatabaseTls(env, sandboxOn, { DATABASE_URL: databaseUrl });
  return { databaseUrl, masterKeys: readKeptMasterKeys(env, resolve(env.DATA_DIR || '.data'), sandboxOn) };
}

/** Reads where the files lie, where their copies do, and how long an erased one stays among these. Throws ConfigError. */
export function readFileCopiesConfig(env: Env) {
  const copies = env.FILES_COPIES;
  if (!copies) throw new ConfigError('FILES_COPIES is missing: name the folder for copies of the files');
  const keep = Number(env.KEEP || '7');
  if (!Number.isInteger(keep) || keep < 1) throw new ConfigError('KEEP wants a whole number above nought');
  return {
    files: join(resolve(env.DATA_DIR || '.data'), 'files'),
    copies: resolve(copies),
    // The oldest of as many base copies is up to a day older than their number.
    erasedDays: keep + 1,
  };
}

/**
 * Whether the outside world is the sandbox. A product that others reach has to say so: with it on by mistake, bills
 * would be paid nowhere and codes would stand in an open inbox.
 */
function readSandbox(env: Env): boolean {
  const text = env.SANDBOX || undefined;
  if (text !== undefined && text !== 'on' && text !== 'off')
    throw new ConfigError(`SANDBOX is "${text}"; use on or off`);
  if (text === undefined && env.PUBLIC_URL && !isThisMachine(env.PUBLIC_URL))
    throw new ConfigError(
      `SANDBOX is not set and PUBLIC_URL is reached by others: set SANDBOX=off, or SANDBOX=on for a trial`,
    );
  return text !== 'off';
}

/** Whether others reach a trial by the address it listens on: anybody can sign its providers' call-backs. */
export function isOpenTrial({ host, sandboxUrl }: Pick<Config, 'host' | 'sandboxUrl'>): boolean {
  return sandboxUrl !== undefined && !isLoopback(host);
}

/** Whether staff show a fresh second factor before they reveal, judge or move money; a trial may ask for it too. */
function readStepUp(env: Env, sandboxOn: boolean): boolean {
  const text = env.STAFF_STEP_UP || undefined;
  if (text !== undefined && text !== 'on')
    throw new ConfigError(`STAFF_STEP_UP is "${text}"; use on, or leave it out`);
  return !sandboxOn || text === 'on';
}

function isThisMachine(url: string): boolean {
  if (!URL.canParse(url))
    throw new ConfigError(`PUBLIC_URL is "${url}"; use an address such as https://example.in`);
  return isLoopback(new URL(url).hostname);
}

/** Sessions and personal data go over it, so a live product has no plain address; nor has it one by default. */
function readPublicUrl(env: Env, port: number, sandboxOn: boolean): string {
  const url = env.PUBLIC_URL || `http://localhost:${port}`;
  if (!sandboxOn && !(URL.canParse(url) && new URL(url).protocol === 'https:'))
    throw new ConfigError(
      `PUBLIC_URL is "${url}"; with SANDBOX=off use an address such as https://example.in`,
    );
  return url.replace(/\/$/, '');
}

/**
 * Refuses a database address that would be spoken to in clear, or without looking at the certificate. By default those of other
 * machines in a live product; with `DATABASE_TLS=on` every one, with `off` none: there the network itself encrypts.
 */
function assertDatabaseTls(
  env: Env,
  sandboxOn: boolean,
  urls: Readonly<Record<string, string | undefined>>,
): void {
  const text = env.DATABASE_TLS || undefined;
  if (text !== undefined && text !== 'on' && text !== 'off')
    throw new ConfigError(`DATABASE_TLS is "${text}"; use on or off, or leave it out`);
  if (text === 'off' || (text === undefined && sandboxOn)) return;
  for (const [name, url] of Object.entries(urls)) {
    if (url === undefined || isVerifiedTls(url) || (text !== 'on' && isDatabaseHere(url))) continue;
    throw new ConfigError(
      `${name} is a plain or unchecked connection: add sslmode=verify-full (and sslrootcert for an authority of your own), or set DATABASE_TLS=off where the network encrypts it`,
    );
  }
}

/** `TRUSTED_PROXIES`: addresses and ranges joined by commas; `loopback` is this machine. */
function readTrustedProxies(env: Env): readonly string[] {
  const entries = (env.TRUSTED_PROXIES ?? 'loopback').split(',').map((entry) => entry.trim());
  const given = entries.filter((entry) => entry !== '');
  for (const entry of given) {
    if (entry !== 'loopback' && !isAddressRange(entry))
      throw new ConfigError(
        `TRUSTED_PROXIES has "${entry}"; use addresses, ranges such as 10.0.0.0/8, or loopback`,
      );
  }
  return given;
}

/** The lines that the log takes. One that the logger does not know would end the start without naming the variable. */
export function readLogLevel(env: Env, fallback: LogLevel): LogLevel {
  const text = env.LOG_LEVEL || fallback;
  const level = LOG_LEVELS.find((one) => one === text);
  if (level === undefined)
    throw new ConfigError(`LOG_LEVEL is "${text}"; use one of ${LOG_LEVELS.join(', ')}`);
  return level;
}

function readPort(env: Env, name: string, fallback: number): number {
  const port = readNumber(env, name, fallback);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigError(`${name} is "${env[name]}"; use a port number`);
  return port;
}

function readCount(env: Env, name: string, fallback: number): number {
  const count = readNumber(env, name, fallback);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new ConfigError(`${name} is "${env[name]}"; use a whole number above zero`);
  return count;
}

function readSeconds(env: Env, name: string, fallback: number, max: number): number {
  const seconds = readNumber(env, name, fallback);
  if (!(seconds >= 0 && seconds <= max))
    throw new ConfigError(`${name} is "${env[name]}"; use seconds from 0 to ${max}`);
  return seconds;
}

function readKeptMasterKeys(env: Env, dataDir: string, sandboxOn: boolean): readonly MasterKey[] {
  return readMasterKeys(env, () => (sandboxOn ? kept(dataDir, MASTER_KEY_FILE, newMasterKey) : undefined));
}

/** `MASTER_KEY`: `id:base64` pairs joined by commas, newest first; 32 bytes each. `kept` is asked where it is not set. */
export function readMasterKeys(env: Env, kept: () => string | undefined): readonly MasterKey[] {
  const text = readSecret(env, 'MASTER_KEY') ?? kept();
  if (!text) throw new ConfigError('MASTER_KEY is missing: give `id:base64` of 32 random bytes');
  const keys = text.split(',').map((entry) => {
    const [id = '', encoded = ''] = entry.trim().split(':');
    const bytes = Buffer.from(encoded, 'base64');
    if (!/^[\w-]{1,32}$/.test(id) || bytes.length !== 32 || new Set(bytes).size < 8) {
      throw new ConfigError('MASTER_KEY is weak or malformed: give `id:base64` of 32 random bytes');
    }
    return { id, bytes };
  });
  if (new Set(keys.map((key) => key.id)).size < keys.length)
    throw new ConfigError('MASTER_KEY names two keys alike: give each an id of its own');
  return keys;
}

async function readJwtKeys(env: Env, dataDir: string, sandboxOn: boolean): Promise<readonly JWK[]> {
  const given = readSecret(env, 'JWT_KEYS');
  if (!given && !sandboxOn)
    throw new ConfigError('JWT_KEYS is missing: give a private JWK set with an ES256 key');
  const made = given ? '' : await newJwtKeys();
  const text = given ?? kept(dataDir, 'jwt-keys.json', () => made);
  try {
    const { keys } = JSON.parse(text) as { keys: JWK[] };
    if (!keys.some((key) => key.key_ops?.includes('sign') && key.kty === 'EC' && key.d))
      throw new Error('no signing key');
    return keys;
  } catch {
    throw new ConfigError(
      'JWT_KEYS is malformed: give a private JWK set with an ES256 key whose key_ops has "sign"',
    );
  }
}

/** `EVIDENCE_KEYS`: a JWK set of Ed25519 keys, one of them private. With the sandbox on it is made where it is not set. */
export function readEvidenceKeys(env: Env, dataDir: string): EvidenceKeys {
  const given = readSecret(env, 'EVIDENCE_KEYS');
  if (!given && env.SANDBOX === 'off')
    throw new ConfigError('EVIDENCE_KEYS is missing: give a JWK set, made by `npm run keys -- new-evidence`');
  try {
    return parseEvidenceKeys(given ?? kept(dataDir, EVIDENCE_KEYS_FILE, newEvidenceKeys));
  } catch {
    throw new ConfigError(
      'EVIDENCE_KEYS is malformed: give a JWK set of Ed25519 keys, each with a `kid`, one of them with its private part',
    );
  }
}

/**
 * The keys of a proof, whose records lie in files. Unlike a start it makes neither: by a new key, and in an empty folder, each day would
 * look forged. A database that has an address has both elsewhere, so they are named. Throws ConfigError.
 */
export function readProofKeys(env: Env, dataDir: string): EvidenceKeys {
  const isElsewhere = Boolean(readSecret(env, 'DATABASE_URL'));
  if (
    !readSecret(env, 'EVIDENCE_KEYS') &&
    (isElsewhere || !existsSync(join(dataDir, 'keys', EVIDENCE_KEYS_FILE)))
  )
    throw new ConfigError('EVIDENCE_KEYS is missing: a proof wants the keys by which the days were signed');
  if ((env.FILES || 'disk') === 'disk') {
    if (isElsewhere && !env.DATA_DIR)
      throw new ConfigError(
        'DATA_DIR is missing: name the folder that has the files, or FILES=s3 and its bucket',
      );
    if (!existsSync(join(dataDir, 'files')))
      throw new ConfigError(
        `${dataDir} has no folder files: the records of signed days lie there, or in FILES=s3`,
      );
  }
  return readEvidenceKeys(env, dataDir);
}

/** A private JWK set with one fresh key that signs access tokens. */
export async function newJwtKeys(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = randomBytes(8).toString('hex');
  return JSON.stringify({ keys: [{ ...jwk, kid, alg: 'ES256', use: 'sig', key_ops: ['sign', 'verify'] }] });
}

/** Where `npm start` keeps the master key it made, inside `DATA_DIR/keys`. */
export const MASTER_KEY_FILE = 'master.key';

const EVIDENCE_KEYS_FILE = 'evidence-keys.json';

function newMasterKey(): string {
  return `dev-1:${randomBytes(32).toString('base64')}`;
}
