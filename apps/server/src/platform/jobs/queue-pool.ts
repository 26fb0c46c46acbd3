import pg from 'pg';

type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>;
type Callback = (...connected: Connected) => void;

/**
 * The pool of the queue, which ignores the second release of a connection. graphile-worker 0.18 releases its listener twice when it
 * is stopped while `LISTEN` has no answer and then fails. The pool would throw, uncaught, and end the process. A second release
 * is ignored also where another caller has the connection by then.
 */
export class QueuePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    if (!callback) return super.connect();
    super.connect((error, client, release) => {
      let isReleased = false;
      callback(error, client, (reason) => {
        if (isReleased) return;
        isReleased = true;
        // A pool that was ended gives neither a connection nor the means to give it back, whatever its types say.
        (release as typeof release | undefined)?.(reason);
      });
    });
  }
}
