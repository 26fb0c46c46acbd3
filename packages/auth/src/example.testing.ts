import { randomBytes } from 'node:crypto';
import { machineClock } from '@mohlat/platform/clock/machine-clock.ts';
import { createVault } from '@mohlat/platform/crypto/vault.ts';
import { openPool } from '@mohlat/platform/db/pool.ts';
import { createDatabase } from '@mohlat/platform/db/transactions.ts';
import Fastify from 'fastify';
import { exportJWK, generateKeyPair } from 'jose';
import { pino } from 'pino';
import { type AuthHost, createAuth, migrateAuth } from './index.ts';

export async function startExample(databaseUrl: string, publicUrl: string) {
  const pool = openPool(databaseUrl, { max: 4, name: 'example' });
  const client = await pool.connect();
  await migrateAuth(client);
  await client.query('create table if not exists outbox (message jsonb not null)');
  client.release();
  const host: AuthHost = {
    name: 'Example',
    smsProvider: 'none',
    pages: { confirmed: '/', enter: '/enter', undo: '/undo', security: '/security', recovery: '/recovery' },
    codeDigits: { usual: 6, long: 10 },
    stepUpSeconds: 900,
    signUpMarks: new Set(),
    unkeptKeys: new Set(),
    cleanName: (name) => name.trim(),
    send: async (tx, message) => {
      await tx.call('insert into outbox (message) values ($1)', [JSON.stringify(message)]);
    },
    noteAdminAct: () => Promise.resolve(),
    afterUndo: (_tx, { appMetadata }) => Promise.resolve(appMetadata),
    announce: () => Promise.resolve(),
  };
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: 'first', alg: 'ES256', key_ops: ['sign', 'verify'] };
  const log = pino({ level: 'warn' });
  const auth = createAuth({
    config: { env: {}, publicUrl, isTrial: false, jwtKeys: [key] },
    db: createDatabase(pool, log),
    clock: machineClock,
    machineClock,
    vault: createVault([{ id: 'first', bytes: randomBytes(32) }], randomBytes(32)),
    host,
    log,
  });
  const app = Fastify({ loggerInstance: log });
  await app.register(auth.plugin);
  return { app, auth, pool };
}
