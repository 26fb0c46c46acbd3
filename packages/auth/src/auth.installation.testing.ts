import { randomBytes } from 'node:crypto';
import type { Vault } from '@mohlat/platform/crypto/vault.ts';
import type { Database } from '@mohlat/platform/db/transactions.ts';
import { poll } from '@mohlat/platform/waiting.testing.ts';
import pg from 'pg';
import { inject } from 'vitest';
import type { AuthHost } from './auth.host.ts';
import { migrateAuth } from './migrate.ts';

/** A message as it waits in the queue, opened. */
export interface Waiting {
  readonly channel: 'email' | 'sms';
  readonly to: string;
  readonly template: string;
  readonly vars: Readonly<Record<string, string>>;
}

/** A product around the auth server under test: its database, and what it does with messages. */
export interface Installation {
  readonly databaseUrl: string;
  readonly role: string;
  /** The host's own way to its database, where it has one. */
  readonly open?: (pool: pg.Pool) => Database;
  host(vault: Vault): AuthHost;
  /** Messages that wait, oldest first. */
  messages(sql: pg.Pool, vault: Vault): Promise<Waiting[]>;
  drop(): Promise<void>;
}

/** The role that serves the protocol; the databases of a run share it. */
const ROLE = 'auth_server';

/** A host brings a role, and tables for what the auth server hands it. */
const HOST_TABLES = `
  do $$ begin
    create role ${ROLE} nologin;
  exception when duplicate_object or unique_violation then null;
  end $$;
  select auth.grant_server('${ROLE}');
  create table outbox (id bigint generated always as identity primary key, message jsonb not null);
  create table acts (id bigint generated always as identity primary key, user_id uuid, action text, details jsonb);
  grant insert on outbox, acts to ${ROLE};
`;

/** Invisible characters that change how a text is seen. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

export const BARE_HOST: AuthHost = {
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
  signUpMarks: new Set(['ref']),
  unkeptKeys: new Set(['device']),
  cleanName: (name) => name.replace(UNSEEN, ' ').replace(/ {2,}/g, ' ').trim(),
  async send(tx, message) {
    await tx.call('insert into outbox (message) values ($1)', [JSON.stringify(message)]);
  },
  async noteAdminAct(tx, { userId, action, details }) {
    await tx.call('insert into acts (user_id, action, details) values ($1, $2, $3)', [
      userId,
      action,
      JSON.stringify(details),
    ]);
  },
  afterUndo: (_tx, { appMetadata: { rights: _taken, ...kept } }) => Promise.resolve(kept),
  async announce(tx, userId) {
    await tx.call(`select pg_notify('sessions', $1)`, [userId]);
  },
};

/** A database that holds the auth server's tables and what this host brings, nothing else. */
export async function bareInstallation(): Promise<Installation> {
  const { databaseUrl, drop } = await emptyDatabase();
  await withClient(databaseUrl, async (client) => {
    await migrateAuth(client);
    await client.query(HOST_TABLES);
  });
  return {
    databaseUrl,
    role: ROLE,
    host: () => BARE_HOST,
    messages: async (sql) => {
      const { rows } = await sql.query<{ message: Waiting }>('select message from outbox order by id');
      return rows.map(({ message }) => message);
    },
    drop,
  };
}

/** A new database, empty but for what every database has. */
export async function emptyDatabase(): Promise<{ databaseUrl: string; drop(): Promise<void> }> {
  const server = inject('postgresUrl');
  const name = `auth_${randomBytes(6).toString('hex')}`;
  await withClient(server, (client) => client.query(`create database ${name}`));
  const drop = () =>
    withClient(server, async (client) => {
      // Connections that are just closing are let go; cut instead, they would fail the run with an error that is not handled.
      await poll(async () => {
        const { rowCount } = await client.query('select 1 from pg_stat_activity where datname = $1', [name]);
        return rowCount === 0;
      }, 200);
      await client.query(`drop database if exists ${name} with (force)`);
    });
  return { databaseUrl: server.replace(/\/postgres$/, `/${name}`), drop };
}

export async function withClient(databaseUrl: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
