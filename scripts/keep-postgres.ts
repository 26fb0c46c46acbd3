import { type LocalPostgres, type Options, startPostgres } from './postgres.ts';

const RESTART_AFTER_MS = 500;

/** The local database, kept running. */
export interface KeptPostgres {
  /** Its address, which stays the same. */
  readonly url: string;
  /** Stops it, unless another living process started it. */
  stop(): Promise<void>;
}

/** Starts the local database, and again whenever it ends, until it is told to stop. `say` hears of each such end. */
export async function keepPostgres(options: Options, say: (line: string) => void): Promise<KeptPostgres> {
  let present: LocalPostgres = await startPostgres(options);
  const { url } = present;
  const port = Number(new URL(url).port);
  let isStopping = false;
  const stopping = Promise.withResolvers<void>();

  async function again(): Promise<void> {
    say('PostgreSQL stopped; starting it again.');
    await pause(RESTART_AFTER_MS);
    if (isStopping) return;
    try {
      present = await startPostgres({ ...options, port });
    } catch (error) {
      say(`PostgreSQL did not start: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const kept = (async () => {
    while (!isStopping) {
      await Promise.race([present.untilEnded(), stopping.promise]);
      if (!isStopping) await again();
    }
  })();

  return {
    url,
    async stop() {
      isStopping = true;
      stopping.resolve();
      await kept;
      if (!present.isShared) await present.stop();
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
