import type { FeatureContext } from '#features/context.ts';
import type { Ending } from '#features/personal-data.ts';
import type { Tx } from '#platform/db/database.ts';
import { createTurns } from '#platform/jobs/turns.ts';
import { lockAccount } from './erasure.repo.ts';

const PEOPLE = 50;
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Ends whatever ends with an account, under its locks: nothing of it is locked before them. Rule: LEND-24, LEND-C5 */
export async function endAll(tx: Tx, endings: readonly Ending[], userId: string, now: Date): Promise<void> {
  await lockAccount(tx, userId);
  for (const ending of endings) await ending.end(tx, userId, now);
}

/**
 * Ends what closed accounts still hold: a process of the version before erases without ending it, and money heard of late may
 * bring some after the erasing. Answers how many accounts. One that fails is logged and left to the next night.
 */
export async function endLeft(
  deps: Pick<FeatureContext, 'worker' | 'clock' | 'log'> & { readonly endings: readonly Ending[] },
): Promise<number> {
  const { worker, clock, endings } = deps;
  const turns = createTurns(deps, 'endings of closed accounts');
  let count = 0;
  for (const { listLeft } of endings)
    for (let after = NOBODY; ;) {
      const people = await worker.plain((tx) => listLeft(tx, { after, limit: PEOPLE }));
      const last = people.at(-1);
      if (last === undefined) break;
      count += await turns.take(
        people,
        (userId) => userId,
        (userId) => worker.forUser(userId, (tx) => endAll(tx, endings, userId, clock.now())),
      );
      after = last;
    }
  return count;
}
