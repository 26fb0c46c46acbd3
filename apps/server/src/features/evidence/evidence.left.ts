import type { Disk } from 'flydrive';
import type pg from 'pg';
import { FOLDER, listDays } from './evidence.outside.ts';
import { recordName } from './evidence.service.ts';

/**
 * Moves records of days out of the way which a database that was put back has not signed: such a day is signed anew, with other salts, and
 * a record in its place is never overwritten. They lie in a folder of the restore from then on. Answers their days. The product is stopped.
 */
export async function leaveRecords(
  disk: Disk,
  client: Pick<pg.ClientBase, 'query'>,
  restoredAt: Date,
): Promise<string[]> {
  const signed = await listSigned(client);
  const left = (await listDays(disk)).filter((day) => !signed.has(day)).toSorted();
  const folder = `${FOLDER}left-${restoredAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
  for (const day of left) await disk.move(recordName(day), `${folder}/${day}.json`);
  return left;
}

/** The days whose record was written by what is there now. One that is signed and was not written yet is written again as it was. */
async function listSigned(client: Pick<pg.ClientBase, 'query'>): Promise<ReadonlySet<string>> {
  // A copy of a version before anchors, or before they were marked, has less.
  const { rows: known } = await client.query<{ exists: boolean }>(
    "select to_regclass('anchors') is not null as exists",
  );
  if (!known[0]!.exists) return new Set();
  const { rows } = await client.query<{ day: string }>(
    "select day_on::text as day from anchors a where to_jsonb(a) ->> 'kept_at' is not null",
  );
  return new Set(rows.map(({ day }) => day));
}
