import type { Installation, Waiting } from '@mohlat/auth/testing';
import { createMessenger } from '#features/notifications/index.ts';
import { createClock } from '#platform/clock/clock.ts';
import { createDatabase } from '#platform/db/database.ts';
import { createLog } from '#platform/log/log.ts';
import { cloneDatabase } from '#test/database.ts';
import { hostOf } from './host.ts';

/** This product around an auth server under test: its database with its grants, its queue, its audit log. */
export async function productInstallation(): Promise<Installation> {
  const clock = createClock(createLog('error'));
  const { url, drop } = await cloneDatabase();
  return {
    databaseUrl: url,
    role: 'mohlat_auth',
    open: (pool) => createDatabase(pool, clock),
    host: (vault) => hostOf(createMessenger(vault, clock)),
    messages: async (sql, vault) => {
      const { rows } = await sql.query<{ payload: { sealed: string } }>(
        "select payload from graphile_worker._private_jobs where payload ->> 'sealed' is not null order by id",
      );
      return rows.map(
        ({ payload }) => JSON.parse(vault.open(Buffer.from(payload.sealed, 'base64'), 'message')) as Waiting,
      );
    },
    drop,
  };
}
