import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The variables of the roles' addresses. */
const ROLES = {
  DATABASE_API_URL: 'mohlat_api',
  DATABASE_WORKER_URL: 'mohlat_worker',
  DATABASE_AUTH_URL: 'mohlat_auth',
  DATABASE_STAFF_URL: 'mohlat_staff',
} as const;

/**
 * A login for each role of the product, by the variable of its address. They are logins of our own, each all that its role is: the roles
 * themselves are shared by every database of the run. `drop` wants their connections closed.
 */
export async function makeRealLogins(databaseUrl: string): Promise<{
  readonly urls: Readonly<Record<keyof typeof ROLES, string>>;
  drop(): Promise<void>;
}> {
  const password = randomBytes(12).toString('hex');
  const nameOf = (role: string) => `${role}_${password}`;
  const asOwner = async (statementOf: (role: string) => string) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    for (const role of Object.values(ROLES)) await client.query(statementOf(role));
    await client.end();
  };
  await asOwner(
    (role) => `create role ${nameOf(role)} login inherit nobypassrls password '${password}' in role ${role}`,
  );
  const addresses = Object.entries(ROLES).map(([name, role]) => {
    const url = new URL(databaseUrl);
    Object.assign(url, { username: nameOf(role), password });
    return [name, url.href];
  });
  return {
    urls: Object.fromEntries(addresses) as Record<keyof typeof ROLES, string>,
    drop: () => asOwner((role) => `drop role ${nameOf(role)}`),
  };
}
