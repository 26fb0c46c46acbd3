import { z } from 'zod';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { type CronEntry, type Job, job } from '#platform/jobs/worker.ts';

/** Rule: LEND-C2. Keys are kept for at least seven days. */
const KEPT_DAYS = 8;
const BATCH = 5000;

/** Every night at 02:40 IST. */
export const purgeCron: CronEntry = { task: 'idempotency_purge', pattern: '10 21 * * *', backfill: '12h' };

/** Forgets old idempotency keys, a batch at a time so that no lock is held for long. */
export function purgeJob({ worker, clock }: { readonly worker: Database; readonly clock: Clock }): Job {
  return job('idempotency_purge', z.unknown(), async () => {
    const before = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000);
    for (;;) {
      const gone = await worker.once(
        `delete from idempotency_keys where ctid = any (array(
           select ctid from idempotency_keys where created_at < $1 limit ${BATCH})) returning 1`,
        [before],
      );
      if (gone.length < BATCH) return;
    }
  });
}
