import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';

const LOGINS = {
  DATABASE_API_URL: 'mohlat_api',
  DATABASE_WORKER_URL: 'mohlat_worker',
  DATABASE_AUTH_URL: 'mohlat_auth',
  DATABASE_STAFF_URL: 'mohlat_staff',
} as const;

/**
 * Gives each of the server's roles a login of its own in the database we brought, so that no connection that serves
 * requests can become the owner. Answers the addresses, by the names of their environment variables.
 */
export async function makeLogins(
  ownerUrl: string,
  root: string,
  dataDir: string,
): Promise<Record<string, string>> {
  await migrate(ownerUrl, join(root, 'db'));
  const password = keepPassword(dataDir);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    for (const role of Object.values(LOGINS)) {
      await client.query(`alter role ${role} login password ${client.escapeLiteral(password)}`);
    }
  } finally {
    await client.end();
  }
  return Object.fromEntries(
    Object.entries(LOGINS).map(([name, role]) => {
      const url = new URL(ownerUrl);
      url.username = role;
      url.password = password;
      return [name, url.href];
    }),
  );
}

function keepPassword(dataDir: string): string {
  const path = join(dataDir, 'keys', 'postgres-roles');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(path, 'utf8');
}
