import type { FeatureContext } from '#features/context.ts';
import type { BusinessGauge } from '#platform/http/operations.ts';

interface Followers {
  readonly slots: number;
  readonly taken: number;
  readonly is_awaited: boolean | undefined;
  readonly held_bytes: number;
  readonly held_state: number;
}

/** Nought would be a statement. Prometheus compares this with nothing. */
const UNSEEN: Followers = { slots: NaN, taken: NaN, is_awaited: undefined, held_bytes: NaN, held_state: NaN };

/**
 * The figures of the database's followers and of the log that is kept for them, among them the backup. The process that is asked
 * reads them itself: while a commit waits for a follower, no worker could write a figure down.
 */
export function followerGauges({ api }: Pick<FeatureContext, 'api'>): BusinessGauge[] {
  let reading: Promise<Followers> | undefined;
  // All of them are one statement at each reading of the metrics.
  const read = () => {
    reading ??= api
      .once<Followers>('select * from database_followers()', [])
      .then(([row]) => row ?? UNSEEN)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  return [
    {
      name: 'mohlat_database_slots',
      help: 'Followers of the database that it keeps its log for',
      read: async () => (await read()).slots,
    },
    {
      name: 'mohlat_database_slots_taken',
      help: 'Followers of these that are there',
      read: async () => (await read()).taken,
    },
    {
      name: 'mohlat_database_awaits',
      help: 'Whether commits wait for a follower and none that may acknowledge is there',
      read: async () => Number((await read()).is_awaited),
    },
    {
      name: 'mohlat_log_held_bytes',
      help: 'Log that is kept for the follower furthest behind',
      read: async () => (await read()).held_bytes,
    },
    {
      name: 'mohlat_log_held_state',
      help: 'The worst place of a follower in the log: 0 kept, 1 kept beyond the usual, 2 about to be lost, 3 lost',
      read: async () => (await read()).held_state,
    },
  ];
}
