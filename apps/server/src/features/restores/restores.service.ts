import { type AnswerOf, type listRestores, RESTORE_DAYS_SHOWN } from '@mohlat/contract';
import { addDays, type BusinessDate, daysBetween } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import type { PageWanted } from '#platform/db/cursor.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import * as repo from './restores.repo.ts';

export interface RestoresService {
  list(actor: Actor, page: PageWanted): Promise<AnswerOf<typeof listRestores>>;
}

/** Lists restores of the database for staff, with the days, differences and receipts since each. */
export function createRestoresService({
  staff,
  clock,
}: Pick<FeatureContext, 'staff' | 'clock'>): RestoresService {
  return { list: (actor, page) => staff.asStaff(actor, (tx) => listPage(tx, page, clock.today())) };
}

async function listPage(
  tx: Tx,
  page: PageWanted,
  today: BusinessDate,
): Promise<AnswerOf<typeof listRestores>> {
  const { rows, nextCursor, olderCount } = await repo.findPage(tx, page);
  // Most installations were never put back: then there is no more to ask.
  if (rows.length === 0) return { items: [], nextCursor, olderCount };
  const days = new Map((await repo.findDays(tx, today)).map((day) => [day.day_on, day]));
  const differences = Map.groupBy(await repo.countDifferences(tx, rows), ({ id }) => id);
  const receipts = new Map((await repo.sumReceipts(tx, rows)).map(({ id, ...sums }) => [id, sums]));
  return {
    items: rows.map((row) => ({
      id: row.id,
      restoredAt: row.restored_at.toISOString(),
      throughAt: row.through_at.toISOString(),
      copyAt: row.copy_at?.toISOString() ?? null,
      ...daysSince(row.from_on, today, days),
      differences: (differences.get(row.id) ?? []).map(({ kind, openCount, openPaise, clearedCount }) => ({
        kind,
        openCount,
        openPaise,
        clearedCount,
      })),
      receipts: receipts.get(row.id) ?? { heldCount: 0, heldPaise: 0, clearedCount: 0 },
    })),
    nextCursor,
    olderCount,
  };
}

/** The days from one to today, the newest first; those of which no list was asked for yet are among them. */
function daysSince(
  fromOn: BusinessDate,
  today: BusinessDate,
  read: ReadonlyMap<BusinessDate, repo.RailDay>,
): Pick<repo.Restore, 'days' | 'olderDaysCount'> {
  const count = Math.max(daysBetween(fromOn, today) + 1, 0);
  const days = Array.from({ length: Math.min(count, RESTORE_DAYS_SHOWN) }, (_, ago) => {
    const dayOn = addDays(today, -ago);
    const day = read.get(dayOn);
    return {
      dayOn,
      rows: day?.rows_count ?? 0,
      lastReadAt: day?.last_read_at?.toISOString() ?? null,
      closedReadAt: day?.closed_read_at?.toISOString() ?? null,
    };
  });
  return { days, olderDaysCount: count - days.length };
}
