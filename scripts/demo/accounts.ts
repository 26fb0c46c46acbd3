import type { StaffRole } from '@mohlat/contract';
import type { Vault } from '../../packages/platform/src/crypto/vault.ts';
import { type Actor, createDatabase, type Tx } from '../../apps/server/src/platform/db/database.ts';
import { createPool } from '../../apps/server/src/platform/db/pool.ts';
import { newId } from '../../packages/platform/src/crypto/ids.ts';
import { signUpDeviceHash } from '../../packages/auth/src/auth.devices.rules.ts';
import { insertFactor } from '../../packages/auth/src/auth.factors.repo.ts';
import { secretContext } from '../../packages/auth/src/auth.factors.service.ts';
import { createPasswords } from '../../packages/auth/src/auth.passwords.ts';
import { newRefreshKey } from '../../packages/auth/src/auth.refresh-tokens.ts';
import { insertIdentity, insertUser, updateUser } from '../../packages/auth/src/auth.repo.ts';
import { insertSession } from '../../packages/auth/src/auth.sessions.repo.ts';
import type { World } from './world.ts';

const POOL_MAX = 4;
export const PASSWORD = 'a quiet river stone';

export interface NewAccount {
  readonly email: string;
  readonly mobile?: string;
  readonly name: string;
  /** The person who sent them. */
  readonly ref?: string;
  /** The name their browser goes by. */
  readonly device?: string;
  readonly roles?: readonly StaffRole[];
  /** An authenticator's secret, for staff. */
  readonly secret?: string;
}

/** Makes accounts that have proven their address, each signed in once. All have one password, hashed once. */
export async function openDoor(world: World) {
  const { config, clock, machineClock, vault } = world.parts;
  const auth = createDatabase(createPool(config.roleUrls.mohlat_auth, 'mohlat_auth', POOL_MAX), clock);
  const passwordHash = await createPasswords().hash('demo', PASSWORD);
  return {
    async signUp(account: NewAccount): Promise<Actor> {
      const actor = { userId: newId(), sessionId: newId() };
      await auth.plain(async (tx) => {
        const now = clock.now();
        await insertAccount(tx, account, actor.userId, passwordHash, now);
        const signedInAt = machineClock.now();
        await insertSession(tx, sessionOf(vault, actor, signedInAt), signedInAt);
        if (account.secret) await insertFactor(tx, factorOf(vault, actor.userId, account.secret), now);
      });
      return actor;
    },
    /** The staff show their second factor: what asks for a fresh one is open now. */
    stepUp: (actor: Actor) =>
      auth.plain((tx) =>
        tx.call(`update auth.sessions set aal = 'aal2', amr = $3 where user_id = $1 and id = $2`, [
          actor.userId,
          actor.sessionId,
          JSON.stringify([{ method: 'totp', timestamp: seconds(machineClock.now()) }]),
        ]),
      ),
    /** The tokens of these sessions are thrown away. */
    async close(): Promise<void> {
      await auth.plain((tx) => tx.call('delete from auth.sessions'));
      await auth.close();
    },
  };
}

async function insertAccount(
  tx: Tx,
  { email, name, ref, device, mobile, roles }: NewAccount,
  id: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  const staff = roles ? { is_admin: true, roles } : {};
  const user = {
    id,
    email,
    phone: null,
    passwordHash,
    appMetadata: { provider: 'email', providers: ['email'], ...staff },
    userMetadata: { name, ...(ref ? { ref } : {}) },
    deviceHash: signUpDeviceHash(device ?? null),
  };
  await insertUser(tx, user, now);
  const proven = mobile ? { phone: `91${mobile}`, phone_confirmed_at: now } : {};
  await updateUser(tx, id, { email_confirmed_at: now, last_sign_in_at: now, ...proven }, now);
  const data = { sub: id, email, email_verified: true };
  await insertIdentity(tx, { userId: id, id: newId(), provider: 'email', data }, now);
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

function sessionOf(vault: Vault, { userId, sessionId }: Actor, now: Date) {
  return {
    userId,
    id: sessionId,
    amr: [{ method: 'password', timestamp: seconds(now) }],
    refreshKeySealed: newRefreshKey(vault, sessionId),
    userAgent: null,
    device: null,
    ip: null,
    recoversUntil: null,
    notAfter: null,
  };
}

function factorOf(vault: Vault, userId: string, secret: string) {
  const id = newId();
  return {
    userId,
    id,
    type: 'totp',
    status: 'verified',
    friendlyName: 'Authenticator',
    phone: null,
    secretSealed: vault.seal(secret, secretContext(id)),
    codeHashes: null,
    enrolledIn: null,
  } as const;
}

export type Door = Awaited<ReturnType<typeof openDoor>>;
