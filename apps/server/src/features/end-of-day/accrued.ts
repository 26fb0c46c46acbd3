import { addDays, type BusinessDate } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { sumAccrued } from '#ledger/accrued.ts';

const LOCK = "pg_try_advisory_xact_lock(hashtext('end-of-day.accrued'))";
const WAIT_MS = 100;
/** Many times what it takes for a million loans. */
const WAIT_MAX_MS = 15 * 60_000;

/**
 * Keeps what open loans have earned before a day and nothing posted, as its close begins: a trial balance of the day counts it, and a
 * closed day never changes. Of several runners one computes it, and the others wait, though not without end.
 * Throws: an Error when the other runner has not ended after so many milliseconds.
 * Rule: LEND-A1, LEND-B6
 */
export async function keepAccrued(
  { worker, clock }: Pick<FeatureContext, 'worker' | 'clock'>,
  day: BusinessDate,
  waitMaxMs = WAIT_MAX_MS,
): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += WAIT_MS) {
    const isKept = await worker.plain(async (tx) => {
      const [turn] = await tx.call<{ isOurs: boolean }>(`select ${LOCK} as "isOurs"`);
      if (!turn?.isOurs) return false;
      const known = await tx.call('select 1 from accrued_not_posted where day_on = $1 limit 1', [day]);
      if (known.length > 0) return true;
      const sums = await sumAccrued((text, values) => tx.call(text, values), addDays(day, -1));
      await tx.call(
        `insert into accrued_not_posted (day_on, account, amount_paise, computed_at)
         select $1, account, amount, $4 from unnest($2::text[], $3::bigint[]) as t(account, amount)`,
        [day, [...sums.keys()], [...sums.values()], clock.now()],
      );
      return true;
    });
    if (isKept) return;
    if (waitedMs >= waitMaxMs)
      throw new Error(
        `The close of ${day} waited ${Math.round(waitedMs / 1000)} s for another runner to add up the interest that is not posted (${LOCK}).`,
      );
    await clock.pause(WAIT_MS);
  }
}
