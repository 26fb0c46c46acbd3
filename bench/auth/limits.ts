import { machinePause } from '../../apps/server/src/platform/clock/clock.ts';
import { randomUUID } from 'node:crypto';
import { createPasswords } from '../../packages/auth/src/auth.passwords.ts';
import {
  createAccountReader,
  type ReadAccount,
  rotateUnchanged,
} from '../../packages/auth/src/auth.accounts.repo.ts';
import { insertEvent } from '../../packages/auth/src/auth.events.repo.ts';
import { listFactors } from '../../packages/auth/src/auth.factors.repo.ts';
import {
  findUser,
  findUserByAddress,
  listIdentities,
  markIdentityUsed,
  updateUser,
} from '../../packages/auth/src/auth.repo.ts';
import { insertSession } from '../../packages/auth/src/auth.sessions.repo.ts';
import { createDatabase, type Database, type Tx } from '../../apps/server/src/platform/db/database.ts';
import { createPool } from '../../apps/server/src/platform/db/pool.ts';
import type { Kind, Pace, Person } from './calls.ts';

/** The least that a call could cost: each part of its work alone, with as many at a time as call over HTTP. */
export interface Limits {
  /** The statements of a call, by the product's own queries over its own driver. */
  statements(kind: Kind, calls: number): Promise<Pace>;
  /** The hash of one password. */
  hash(calls: number): Promise<Pace>;
  /** The cost parameters of the hash, as they stand before each stored hash. */
  readonly hashCost: string;
  close(): Promise<void>;
}

interface Known {
  readonly userId: string;
  readonly sessionId: string;
  readonly email: string;
}

const IP = '127.0.0.1';
const clock = {
  now: () => new Date(),
  today: () => '2026-01-01' as never,
  offsetMs: () => 0,
  pause: machinePause,
};

export async function createLimits(
  databaseUrl: string,
  people: readonly Person[],
  clients: number,
): Promise<Limits> {
  const db = createDatabase(createPool(databaseUrl, 'mohlat_auth', clients), clock);
  const readAccount = createAccountReader(db);
  const password = randomUUID();
  const passwords = createPasswords();
  const stored = await passwords.hash(IP, password);
  const known = people.map(knownOf);
  return {
    statements: (kind, calls) =>
      paced(clients, calls, (client, turn) => {
        const own = known.filter((_person, index) => index % clients === client);
        return STATEMENTS[kind]({ db, readAccount }, own[turn % own.length]!);
      }),
    hash: (calls) => paced(clients, calls, () => passwords.verify(IP, password, stored)),
    hashCost: stored.split('$').slice(1, 4).join(' '),
    close: () => db.close(),
  };
}

function knownOf({ email, accessToken }: Person): Known {
  const [, claims = ''] = accessToken.split('.');
  const { sub, session_id } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    sub: string;
    session_id: string;
  };
  return { email, userId: sub, sessionId: session_id };
}

interface Parts {
  readonly db: Database;
  readonly readAccount: ReadAccount;
}

const STATEMENTS: Readonly<Record<Kind, (parts: Parts, who: Known) => Promise<unknown>>> = {
  user: ({ readAccount }, { userId, sessionId }) => readAccount(userId, sessionId),
  async refresh({ db, readAccount }, { userId, sessionId }) {
    const account = await readAccount(userId, sessionId);
    await rotateUnchanged(db, { session: account!.session!, notAfter: null, ip: IP }, clock.now());
  },
  async password({ db }, { email, userId }) {
    await db.plain((tx) => findUserByAddress(tx, 'email', email));
    return db.plain(async (tx) => {
      const now = clock.now();
      const id = randomUUID();
      await findUser(tx, userId, 'lock');
      const amr = [{ method: 'password', timestamp: Math.floor(now.getTime() / 1000) }];
      const rest = {
        refreshKeySealed: Buffer.alloc(64),
        userAgent: null,
        ip: IP,
        recoversUntil: null,
        notAfter: null,
      };
      await insertSession(tx, { userId, id, amr, ...rest }, now);
      await markIdentityUsed(tx, userId, 'email', now);
      await updateUser(tx, userId, { last_sign_in_at: now }, now);
      await insertEvent(tx, { userId, what: 'signed_in', sessionId: id, ip: IP }, now);
      await belongings(tx, userId);
    });
  },
};

async function belongings(tx: Tx, userId: string): Promise<void> {
  await listIdentities(tx, userId);
  await listFactors(tx, userId);
}

/** Does something so many times, a few at a time. */
async function paced(
  clients: number,
  calls: number,
  work: (client: number, turn: number) => Promise<unknown>,
): Promise<Pace> {
  const latenciesMs: number[] = [];
  let left = calls;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = 0; left > 0; turn += 1) {
        left -= 1;
        const begunAt = performance.now();
        await work(client, turn);
        latenciesMs.push(performance.now() - begunAt);
      }
    }),
  );
  return { perSecond: (calls / (performance.now() - startedAt)) * 1000, latenciesMs };
}
