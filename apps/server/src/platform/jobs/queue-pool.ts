import pg from 'pg';

type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>;
type Callback = (...connected: Connected) => void;

/**
 * The queue's own pool. A connection may be given back twice: the queue's listener does so when it is told to stop while its `LISTEN`
 * has no answer and then fails (`release()` of graphile-worker 0.18, which nobody waits for). The pool's own way is to throw, which
 * nobody would catch, and the process would end. The second time is left out, also where somebody else has the connection by then.
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
        release(reason);
      });
    });
  }
}
