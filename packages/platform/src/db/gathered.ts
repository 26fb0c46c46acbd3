import DataLoader from 'dataloader';

/** The most that one statement is asked for; what is beyond goes into one more. */
const ASKED_MAX = 100;
/** The most statements under way at once. */
const UNDER_WAY_MAX = 3;
/** A read waits for the statement before it so long at most: one that hangs blocks its own callers alone. */
const BEHIND_ONE_MS = 5;

/** A batch that waits for a statement under way, and its timeout. */
interface Waiting {
  readonly dispatch: () => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/**
 * Batches the reads of one turn of the event loop, or those that wait for a statement, into one statement. `read` answers
 * in the order of its input. Nothing is cached: a read begins after all its callers asked, so each gets the answer it would get
 * alone. A failure fails the whole batch: check the input before.
 */
export function gathered<Asked, Answer>(
  read: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
): (asked: Asked) => Promise<Answer> {
  let underWay = 0;
  const waiting: Waiting[] = [];
  /** Begins a batch, or has it wait: two small statements cost nearly twice as much as one. */
  const schedule = (dispatch: () => void) => {
    // After all requests that arrived together: the loop reads every socket before it comes here.
    if (underWay === 0) return void setImmediate(dispatch);
    const goOn = () => {
      waiting.splice(waiting.indexOf(one), 1);
      dispatch();
    };
    const timer = underWay < UNDER_WAY_MAX ? setTimeout(goOn, BEHIND_ONE_MS) : undefined;
    const one = { dispatch, timer };
    waiting.push(one);
  };
  const loader = new DataLoader<Asked, Answer>(
    async (asked) => {
      underWay += 1;
      try {
        return await read(asked);
      } finally {
        underWay -= 1;
        const next = waiting.shift();
        clearTimeout(next?.timer);
        next?.dispatch();
      }
    },
    { cache: false, maxBatchSize: ASKED_MAX, batchScheduleFn: schedule },
  );
  return (asked) => loader.load(asked);
}
