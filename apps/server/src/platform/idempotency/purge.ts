import { z } from 'zod';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { deleteSome } from '#platform/sql/delete-some.ts';
import { type CronEntry, type Job, job } from '#platform/jobs/worker.ts';

/** Rule: LEND-C2. Keys are kept for at least seven days. */
const KEPT_DAYS = 8;
const BATCH = 5000;

const DELETE = deleteSome({
  table: 'idempotency_keys',
  keys: ['user_id', 'route', 'key'],
  where: 'created_at < $1',
  limit: String(BATCH),
});

/** Every night at 02:40 IST. */
export const purgeCron: CronEntry = { task: 'idempotency_purge', pattern: '10 21 * * *', backfill: '12h' };

/** Forgets old idempotency keys, a batch at a time so that no lock is held for long. */
export function purgeJob({ worker, clock }: { readonly worker: Database; readonly clock: Clock }): Job {
  return job('idempotency_purge', z.unknown(), async () => {
    const before = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000);
    for (;;) {
      const [row] = await worker.once<{ gone: number }>(DELETE, [before]);
      if ((row?.gone ?? 0) < BATCH) return;
    }
  });
}
