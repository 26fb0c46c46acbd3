import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { JWK } from 'jose';
import type { Registry } from 'prom-client';
import type { MachineClock } from '@mohlat/platform/clock/machine-clock.ts';
import type { Vault } from '@mohlat/platform/crypto/vault.ts';
import { LivingSessions } from '@mohlat/platform/db/living-sessions.ts';
import type { Database } from '@mohlat/platform/db/transactions.ts';
import type { Log } from '@mohlat/platform/log.ts';
import {
  FOR_PEOPLE,
  assertIssued,
  createAccessTokenSigner,
  createAccessTokenVerifier,
  subjectOf,
} from './auth.access-tokens.ts';
import { createAccountReader } from './auth.accounts.repo.ts';
import { AuthError } from './auth.errors.ts';
import { captchaSources } from './auth.captcha.ts';
import { createContactChange, type StartContactChange } from './auth.contact.service.ts';
import { createDevices, type Devices, type SessionRef } from './auth.devices.service.ts';
import type { AuthHost } from './auth.host.ts';
import { createCallCounter } from './auth.limits.ts';
import { registerMessageMetrics } from './auth.message-metrics.ts';
import type { AuthParts } from './auth.parts.ts';
import { createPasswords, type HashCost, PROGRAM } from './auth.passwords.ts';
import { createProvider } from './auth.providers.ts';
import { queryText } from './auth.request.ts';
import { registerAuthRoutes } from './auth.routes.ts';
import { type SettingsSource, readAuthSettings } from './auth.settings.ts';

/** For tokens of operators' programs. */
export { createAccessTokenSigner } from './auth.access-tokens.ts';
export { AccountGuarded } from './auth.contact.service.ts';
export { AuthError } from './auth.errors.ts';
export type { AuthHost } from './auth.host.ts';
export type { AuthMessage } from './auth.messages.ts';
export type { HashCost } from './auth.passwords.ts';
export { deviceNameOf } from './auth.devices.rules.ts';
export { AUTH_SEALED } from './auth.sealed.ts';
export { migrateAuth } from './migrate.ts';

/** Sign-ups and log-ins by password: by the route that answers, since an address can be written in many ways. */
function isHashing(request: FastifyRequest): boolean {
  const { url } = request.routeOptions;
  return (
    url === `${PREFIX}/signup` ||
    (url === `${PREFIX}/token` && queryText(request, 'grant_type') === 'password')
  );
}

const PREFIX = '/auth/v1';

export interface AuthOptions {
  readonly config: SettingsSource & {
    /** Private keys; the one whose `key_ops` has `sign` signs. */
    readonly jwtKeys: readonly JWK[];
  };
  /** Under a role that may write the tables of the schema `auth`. */
  readonly db: Database;
  /** For when a person joined and proved an address, which the host may show beside dates of its own. */
  readonly clock: { now(): Date };
  /** For the ages of sessions, proofs, codes and links. */
  readonly machineClock: MachineClock;
  readonly vault: Vault;
  readonly host: AuthHost;
  readonly log: Log;
  /** Where the host notes sessions that it found alive; a memory of its own unless given. */
  readonly sessions?: LivingSessions | undefined;
  /** Cost of a password's hash; the default is for people's passwords. */
  readonly hashCost?: HashCost | undefined;
  /** The time-out of providers and of the captcha, in seconds; the default is for people, who wait. */
  readonly outsideSeconds?: number | undefined;
}

export interface Auth {
  /** Serves the protocol under `/auth/v1`. */
  readonly plugin: FastifyPluginAsync;
  /** Proves whose access token a request carries. The caller looks whether the session still lives. Throws AuthError. */
  authenticate(request: Pick<FastifyRequest, 'headers'>): Promise<SessionRef>;
  /**
   * The holder of the access token that a request carries, where it was proven before and the database lately found its session alive; all programs
   * that administer accounts have one name. Costs no signature and no database trip, and opens nothing.
   */
  readonly holderOf: (authorization: string | undefined) => string | undefined;
  /** Whether answering a call of the protocol hashes a password. */
  readonly isHashing: (request: FastifyRequest) => boolean;
  /** Origins that the host's pages need beside their own to sign people in, by directive of a content security policy. */
  readonly pageSources: Readonly<Record<string, readonly string[]>>;
  /** Adds what an operator watches. */
  registerMetrics(metrics: Registry): void;
  /** Asks for proof of a new address or number, for the host's own profile page. */
  readonly startContactChange: StartContactChange;
  readonly devices: Devices;
}

/** Builds the auth server. Throws ConfigError where its part of the environment is wrong. */
export function createAuth({
  config,
  db,
  clock,
  machineClock,
  vault,
  host,
  log,
  sessions = new LivingSessions(),
  hashCost,
  outsideSeconds,
}: AuthOptions): Auth {
  const settings = readAuthSettings(config, host);
  const verify = createAccessTokenVerifier(config.jwtKeys, machineClock, settings.sharedSecret);
  const sign = createAccessTokenSigner(config.jwtKeys);
  const providers = new Map(
    settings.providers.map((one) => [one.name, createProvider(one, { timeoutSeconds: outsideSeconds })]),
  );
  const parts: AuthParts = {
    settings,
    db,
    clock,
    machineClock,
    vault,
    host,
    sign,
    verify,
    sessions,
    readAccount: createAccountReader(db),
    passwords: createPasswords(hashCost),
    providers,
    outsideSeconds,
    smsCap: { refusedCount: 0 },
    mailCap: { refusedCount: 0 },
  };
  const countCall = createCallCounter(settings, db, log);

  return {
    plugin: async (app) => {
      const routes = { parts, keys: config.jwtKeys, countCall };
      await app.register((inner) => registerAuthRoutes(inner, routes), { prefix: PREFIX });
    },
    holderOf(authorization) {
      const { userId, sessionId, claims } = verify.recall(authorization) ?? {};
      if (sessionId !== undefined) return sessions.has(sessionId) ? userId : undefined;
      return settings.adminRoles.includes(claims?.role ?? '') ? PROGRAM : undefined;
    },
    isHashing,
    pageSources: captchaSources(settings.captcha),
    registerMetrics: (metrics) => registerMessageMetrics(parts, metrics),
    startContactChange: createContactChange(parts),
    devices: createDevices(parts),
    async authenticate(request) {
      const token = await verify(request.headers.authorization);
      const { userId, sessionId } = subjectOf(token);
      assertIssued(token, { issuer: settings.issuer, audience: FOR_PEOPLE, role: FOR_PEOPLE });
      if (sessionId === undefined) throw new AuthError('no_authorization');
      return { userId, sessionId };
    },
  };
}
