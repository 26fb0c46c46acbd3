import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import type { FeatureContext } from '#features/context.ts';
import { proveBooks } from '#ledger/books.ts';
import { DatabaseUnavailable, isUnavailable } from '#platform/db/unavailable.ts';
import { type CronEntry, type Job, job } from '#platform/jobs/worker.ts';
import { writeProof } from './books-desk.repo.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'config' | 'log'>;

export const PROVE_TASK = 'books_prove';
const INVARIANTS = join(import.meta.dirname, '../../../../../db/invariants');

/** Every night at 03:20 IST, when the day before is closed. */
export const booksCron: CronEntry = { task: PROVE_TASK, pattern: '50 21 * * *', backfill: '12h' };

/** A connection of its own: a proof reads everything in one snapshot, and takes as long as that takes. Throws busy. */
export async function withOwnConnection<T>(
  { config }: Pick<Deps, 'config'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: config.roleUrls.mohlat_worker });
  // One that is lost fails its statement; the event alone must not end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw isUnavailable(error) ? new DatabaseUnavailable(error) : error;
  } finally {
    await client.end();
  }
}

/** Proves every invariant of the books and writes down how each stood. Rule: LEND-17 */
export function booksJobs(deps: Deps): Job[] {
  return [
    job(
      PROVE_TASK,
      z.unknown(),
      async () => {
        const proofs = await withOwnConnection(deps, (client) => proveBooks(client, INVARIANTS));
        const invariants = proofs.map(({ id, sentence, count, milliseconds }) => ({
          id,
          sentence: sentence.trim(),
          breaches: count,
          milliseconds,
        }));
        await deps.worker.plain((tx) => writeProof(tx, invariants, deps.clock.now()));
        const broken = invariants.filter((one) => one.breaches > 0).map((one) => one.id);
        if (broken.length > 0) deps.log.error({ broken }, 'invariants of the books are broken');
      },
      'long',
    ),
  ];
}
