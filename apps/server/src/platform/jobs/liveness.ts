import { errorName } from '#platform/http/error-name.ts';
import pg from 'pg';
import type { Log } from '#platform/log/log.ts';

const LOCK_CLASS = 715_002;
const LOOK_EVERY_MS = 10_000;
const GRACE_SECONDS = 10;
const RECONNECT_MS = 500;

/** Says to the other workers that this one lives, and gives back the jobs of those that do not. */
export interface Liveness {
  /** Resolves once the others can see that the named worker lives; it may take jobs from then on. */
  announce(name: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Holds one direct connection. A worker is alive as long as its connection holds its advisory lock, so a killed
 * process is known at once and nobody compares clocks. What the dead held is free again within half a minute.
 */
export function startLiveness(databaseUrl: string, log: Log): Liveness {
  const names = new Map<string, Promise<void>>();
  let isStopping = false;
  let client = connect();

  function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'mohlat_liveness',
      keepAlive: true,
    });
    fresh.on('error', () => {});
    fresh.on('end', () => {
      if (!isStopping) setTimeout(reconnect, RECONNECT_MS);
    });
    return fresh.connect().then(() => fresh);
  }

  function reconnect(): void {
    if (isStopping) return;
    client = connect();
    client
      .then(async () => {
        for (const name of names.keys()) await hold(name);
      })
      // The connection's own end starts the next try.
      .catch((error: unknown) => log.warn({ reason: errorName(error) }, 'worker liveness: connection lost'));
  }

  async function hold(name: string): Promise<void> {
    // Its successor may be looking whether we live at this very moment: waiting for the lock is short.
    await (await client).query('select pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS, name]);
  }

  async function look(): Promise<void> {
    try {
      const { rows } = await (
        await client
      ).query<{ freed: number }>('select release_dead_jobs($1, $2, $3) as freed', [
        LOCK_CLASS,
        [...names.keys()],
        GRACE_SECONDS,
      ]);
      const freed = rows[0]?.freed ?? 0;
      if (freed > 0) log.info({ freed }, 'jobs of a dead worker are free again');
    } catch (error) {
      log.warn({ reason: errorName(error) }, 'worker liveness: no look at the dead');
    }
  }

  client.catch(() => {});
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return {
    async announce(name) {
      const held = names.get(name) ?? hold(name);
      names.set(name, held);
      await held;
    },
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await client.then((open) => open.end()).catch(() => {});
    },
  };
}
