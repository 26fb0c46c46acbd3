import DataLoader from 'dataloader';

/** The most that one statement is asked for; what is beyond goes into one more. */
const ASKED_MAX = 100;
/** Concurrent statements. One that hangs blocks its own callers alone. */
const UNDER_WAY_MAX = 3;

/**
 * Batches the reads of one turn of the event loop, or those that wait for a statement, into one statement. `read` answers
 * in the order of its input. Nothing is cached: a read begins after all its callers asked, so each gets the answer it would get
 * alone. A failure fails the whole batch: check the input before.
 */
export function gathered<Asked, Answer>(
  read: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
): (asked: Asked) => Promise<Answer> {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  const loader = new DataLoader<Asked, Answer>(
    async (asked) => {
      underWay += 1;
      try {
        return await read(asked);
      } finally {
        underWay -= 1;
        waiting.shift()?.();
      }
    },
    {
      cache: false,
      maxBatchSize: ASKED_MAX,
      // After all requests that arrived together: the loop reads every socket before it comes here.
      batchScheduleFn: (dispatch) => {
        if (underWay < UNDER_WAY_MAX) setImmediate(dispatch);
        else waiting.push(dispatch);
      },
    },
  );
  return (asked) => loader.load(asked);
}
