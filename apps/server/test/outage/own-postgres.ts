import { type LocalPostgres, startPostgres } from '../../../../scripts/postgres.ts';
import { scratchDir } from '../../../../scripts/scratch-dir.ts';

/** A database of a test's own, that may be taken away: the one of the run is shared by all test files. */
export interface OwnPostgres {
  readonly url: string;
  readonly port: number;
  /** A fast shutdown: every session is ended with 57P01, and nobody listens afterwards. */
  stop(): Promise<void>;
  /** At the same address, with everything that was committed. */
  start(): Promise<void>;
  discard(): Promise<void>;
}

export async function ownPostgres(settings: Readonly<Record<string, string>> = {}): Promise<OwnPostgres> {
  const dataDir = scratchDir('outage');
  const options = { dataDir, isDurable: false, settings: { shared_buffers: '64MB', ...settings } };
  let running: LocalPostgres = await startPostgres(options);
  const { url } = running;
  const port = Number(new URL(url).port);
  return {
    url,
    port,
    stop: () => running.stop(),
    start: async () => {
      running = await startPostgres({ ...options, port });
    },
    discard: () => running.discard(),
  };
}
