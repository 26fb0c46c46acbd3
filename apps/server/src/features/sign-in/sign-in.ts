import { type Auth, type AuthOptions, AUTH_SEALED, AuthError, createAuth } from '@mohlat/auth';
import type { FastifyInstance } from 'fastify';
import type { Messenger } from '#features/notifications/index.ts';
import type { Config } from '#platform/config/config.ts';
import type { SealedPlace } from '#platform/crypto/sealed-places.ts';
import type { Database } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Authenticate, EndpointRegistry } from '#platform/http/endpoints.ts';
import { type StartContactChange, contactChangeBy } from './contact-change.ts';
import { registerDevices } from './devices.ts';
import { hostOf } from './host.ts';

/** The sealed places of sign-in. */
export const SIGN_IN_SEALED: readonly SealedPlace[] = AUTH_SEALED.map((place) => ({
  ...place,
  role: 'mohlat_auth',
}));

export interface SignInOptions extends Omit<AuthOptions, 'config' | 'db' | 'host'> {
  readonly config: Pick<Config, 'env' | 'publicUrl' | 'sandboxUrl' | 'jwtKeys'>;
  /** As role mohlat_auth. */
  readonly db: Database;
  readonly messenger: Messenger;
}

/** The auth server within this product. */
export interface SignIn extends Pick<Auth, 'holderOf' | 'isHashing' | 'pageSources' | 'registerMetrics'> {
  /** Adds the protocol under `/auth/v1`. */
  register(app: FastifyInstance): Promise<void>;
  /** Adds the list of a person's devices to the product's own API. */
  registerDevices(endpoints: EndpointRegistry): void;
  /** Proves who sent a request to the product's own API. Throws unauthorized. */
  readonly authenticate: Authenticate;
  /** For the profile: asks for proof of a new address or number. */
  readonly startContactChange: StartContactChange;
}

export function createSignIn({ config, messenger, ...options }: SignInOptions): SignIn {
  const { env, publicUrl, jwtKeys, sandboxUrl } = config;
  const auth = createAuth({
    ...options,
    config: { env, publicUrl, jwtKeys, isTrial: sandboxUrl !== undefined },
    host: hostOf(messenger),
  });
  const { holderOf, isHashing, pageSources, registerMetrics, devices } = auth;
  return {
    holderOf,
    isHashing,
    pageSources,
    registerMetrics,
    register: async (app) => {
      await app.register(auth.plugin);
    },
    registerDevices: (endpoints) => registerDevices(endpoints, { devices, db: options.db }),
    startContactChange: contactChangeBy(auth),
    authenticate: async (request) => {
      try {
        return await auth.authenticate(request);
      } catch (error) {
        throw error instanceof AuthError ? new DomainError('unauthorized') : error;
      }
    },
  };
}
