import { keepConnection } from '#platform/db/kept-connection.ts';
import { isConnectionLost } from '#platform/db/unavailable.ts';
import { errorName } from '#platform/http/error-name.ts';
import type pg from 'pg';
import type { Log } from '#platform/log/log.ts';

const LOCK_CLASS = 715_002;
const LOOK_EVERY_MS = 10_000;
const GRACE_SECONDS = 10;

/** Says to the other workers that this one lives, and gives back the jobs of those that do not. */
export interface Liveness {
  /** Resolves once the others can see that the named worker lives; it may take jobs from then on. Throws when the database is lost. */
  announce(name: string): Promise<void>;
  /** The named worker has ended: what it still holds is free again at one of the next looks. */
  retire(name: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Keeps one direct connection. A worker is alive as long as its connection holds its advisory lock, so a killed process is
 * known at once and no clocks are compared. What the dead held is free again within half a minute. When the database was
 * away all locks are gone, and the others come back within seconds: no worker is called dead in the first ten.
 */
export function startLiveness(databaseUrl: string, log: Log): Liveness {
  const names = new Set<string>();
  /** The advisory locks of the present connection, by name: a lock that is taken twice would have to be let go twice. */
  const held = new Map<string, Promise<unknown>>();
  let timer: NodeJS.Timeout | undefined;

  const hold = (client: pg.Client, name: string) => {
    // Its successor may be looking whether we live at this very moment: waiting for the lock is short.
    const taken =
      held.get(name) ?? client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS, name]);
    held.set(name, taken);
    return taken;
  };

  async function look(client: pg.Client): Promise<void> {
    try {
      const { rows } = await client.query<{ freed: number }>(
        'select release_dead_jobs($1, $2, $3) as freed',
        [LOCK_CLASS, [...names], GRACE_SECONDS],
      );
      const freed = rows[0]?.freed ?? 0;
      if (freed > 0) log.info({ freed }, 'jobs of a dead worker are free again');
    } catch (error) {
      log.warn({ reason: errorName(error) }, 'worker liveness: no look at the dead');
      // One that can only read never gives back anything again: it is opened again.
      if (isConnectionLost(error)) void client.end().catch(() => {});
    }
  }

  const connection = keepConnection({
    databaseUrl,
    role: 'mohlat_worker',
    name: 'mohlat_liveness',
    log,
    onOpen: async (client) => {
      held.clear();
      clearInterval(timer);
      for (const name of names) await hold(client, name);
      timer = setInterval(() => void look(client), LOOK_EVERY_MS);
    },
    onLost: () => clearInterval(timer),
  });

  return {
    async announce(name) {
      names.add(name);
      await hold(await connection.opened(), name);
    },
    async retire(name) {
      names.delete(name);
      if (!held.delete(name)) return;
      // Where the connection is lost, so is the lock.
      await connection
        .current()
        ?.query('select pg_advisory_unlock($1, hashtext($2))', [LOCK_CLASS, name])
        .catch(() => {});
    },
    async stop() {
      await connection.close();
      clearInterval(timer);
    },
  };
}
