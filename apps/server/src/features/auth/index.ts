import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { Messenger } from '#features/notifications/index.ts';
import type { Clock, MachineClock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Database } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Authenticate, EndpointRegistry } from '#platform/http/endpoints.ts';
import type { Log } from '#platform/log/log.ts';
import {
  FOR_PEOPLE,
  assertIssued,
  createAccessTokenSigner,
  createAccessTokenVerifier,
  subjectOf,
} from './auth.access-tokens.ts';
import { AuthError } from './auth.errors.ts';
import { captchaSources } from './auth.captcha.ts';
import { createDevicesService, registerDevices } from './auth.devices.service.ts';
import { createContactChange, type StartContactChange } from './auth.contact.service.ts';
import { createCallCounter } from './auth.limits.ts';
import type { AuthParts } from './auth.parts.ts';
import { createPasswords, type HashCost } from './auth.passwords.ts';
import { createProvider } from './auth.providers.ts';
import { registerAuthRoutes } from './auth.routes.ts';
import { readAuthSettings } from './auth.settings.ts';
import { registerSmsMetrics } from './auth.sms-budget.service.ts';

/** For operators' tokens. */
export { createAccessTokenSigner } from './auth.access-tokens.ts';
export type { HashCost } from './auth.passwords.ts';
export { AUTH_SEALED } from './auth.sealed.ts';
export { deviceNameOf } from './auth.devices.rules.ts';

/** Sign-ups and log-ins by password. */
const HASHING = /^\/auth\/v1\/(signup|token\?(.*&)?grant_type=password)/;

export interface AuthOptions {
  readonly config: Config;
  /** As role mohlat_auth. */
  readonly db: Database;
  readonly clock: Clock;
  readonly machineClock: MachineClock;
  readonly vault: Vault;
  readonly messenger: Messenger;
  readonly log: Log;
  /** Cost of a password's hash; the default is for people's passwords. */
  readonly hashCost?: HashCost | undefined;
}

export interface AuthFeature {
  /** Adds the protocol under `/auth/v1`. */
  register(app: FastifyInstance): Promise<void>;
  /** Adds the list of a person's devices to the product's own API. */
  registerDevices(endpoints: EndpointRegistry): void;
  /** Proves who sent a request to the product's own API. Throws unauthorized. */
  readonly authenticate: Authenticate;
  /** Whether the access token of a request was proven before: costs no signature and no database trip. */
  readonly isKnown: (authorization: string | undefined) => boolean;
  /** Whether answering a call of the protocol hashes a password. */
  readonly isHashing: (request: FastifyRequest) => boolean;
  /** What our pages need beside their own origin to ask whoever signs in, by directive of a content security policy. */
  readonly pageSources: Readonly<Record<string, readonly string[]>>;
  /** Adds what an operator watches. */
  registerMetrics(metrics: Registry): void;
  /** For the profile: asks for proof of a new address or number. */
  readonly startContactChange: StartContactChange;
}

export function createAuthFeature({
  config,
  db,
  clock,
  machineClock,
  vault,
  messenger,
  log,
  hashCost,
}: AuthOptions): AuthFeature {
  const settings = readAuthSettings(config);
  const verify = createAccessTokenVerifier(config.jwtKeys, machineClock, settings.sharedSecret);
  const sign = createAccessTokenSigner(config.jwtKeys);
  const providers = new Map(settings.providers.map((one) => [one.name, createProvider(one)]));
  const smsCap = { refusedCount: 0 };
  const parts: AuthParts = {
    settings,
    db,
    clock,
    machineClock,
    vault,
    messenger,
    sign,
    verify,
    passwords: createPasswords(hashCost),
    providers,
    smsCap,
  };
  const countCall = createCallCounter(settings, db, log);

  return {
    isKnown: verify.knows,
    isHashing: ({ url }) => HASHING.test(url),
    startContactChange: createContactChange(parts),
    pageSources: captchaSources(settings.captcha),
    registerMetrics: (metrics) => registerSmsMetrics(parts, metrics),
    async register(app) {
      await app.register((inner) => registerAuthRoutes(inner, { parts, keys: config.jwtKeys, countCall }), {
        prefix: '/auth/v1',
      });
    },
    registerDevices: (endpoints) => registerDevices(endpoints, createDevicesService(parts)),
    async authenticate(request) {
      try {
        const token = await verify(request.headers.authorization);
        const { userId, sessionId } = subjectOf(token);
        assertIssued(token, { issuer: settings.issuer, audience: FOR_PEOPLE, role: FOR_PEOPLE });
        if (sessionId === undefined) throw new DomainError('unauthorized');
        return { userId, sessionId };
      } catch (error) {
        throw error instanceof AuthError ? new DomainError('unauthorized') : error;
      }
    },
  };
}
