import DataLoader from 'dataloader';

/** The most that one statement is asked for; what is beyond goes into one more. */
const ASKED_MAX = 100;
/** Statements under way at a time: one that is never answered holds up nobody but who asked in it. */
const UNDER_WAY_MAX = 3;

/**
 * Gathers what is asked in one turn of the event loop, or while enough statements are under way, into one. `read` answers
 * each of what is asked, in the same order. Nothing is kept: a read begins after all its askers asked, so that each is answered as if
 * alone. A read that fails, fails for all of them: what is asked has to be checked before.
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
