import { type Anchor, anchorText } from '@mohlat/contract';
import type { Disk } from 'flydrive';
import type pg from 'pg';
import { FOLDER, listRecords, readRecord } from './evidence.outside.ts';
import { ANCHOR_COLUMNS, type AnchorRow, toAnchor } from './evidence.rows.ts';
import { recordName } from './evidence.service.ts';

/** The days whose records changed places. */
export interface LeftRecords {
  /** Moved aside: the database has not signed them. */
  readonly left: readonly string[];
  /** In their place again, from where an earlier restore had left them. */
  readonly back: readonly string[];
}

/**
 * Moves records of days out of the way which a database that was put back has not signed: such a day is signed anew, with other salts, and
 * a record in its place is never overwritten. They lie in a folder of the restore from then on. One that an earlier restore left, and that this
 * database did sign, is copied back into its place; another one that was signed there meanwhile is moved aside. The product is stopped.
 */
export async function leaveRecords(
  disk: Disk,
  client: Pick<pg.ClientBase, 'query'>,
  restoredAt: Date,
): Promise<LeftRecords> {
  const signed = await listSigned(client);
  const { days, leftBefore } = await listRecords(disk);
  const folder = `${FOLDER}left-${restoredAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
  const moveAside = (day: string) => disk.move(recordName(day), `${folder}/${day}.json`);
  const left = days.filter((day) => !signed.has(day)).toSorted();
  for (const day of left) await moveAside(day);
  const back: string[] = [];
  for (const [day, names] of leftBefore) {
    const anchor = signed.get(day);
    if (anchor === undefined || (await isRecordOf(disk, recordName(day), anchor))) continue;
    const own = await findRecordOf(disk, names, anchor);
    if (own === undefined) continue;
    if (days.includes(day)) await moveAside(day);
    await disk.copy(own, recordName(day));
    back.push(day);
  }
  return { left, back: back.toSorted() };
}

async function findRecordOf(
  disk: Disk,
  names: readonly string[],
  anchor: Anchor,
): Promise<string | undefined> {
  for (const name of names) if (await isRecordOf(disk, name, anchor)) return name;
  return undefined;
}

async function isRecordOf(disk: Disk, name: string, anchor: Anchor): Promise<boolean> {
  const record = await readRecord(disk, name);
  return record?.text === anchorText(anchor) && record.signature === anchor.signature;
}

/** The days whose record was written by what is there now. One that is signed and was not written yet is written again as it was. */
async function listSigned(client: Pick<pg.ClientBase, 'query'>): Promise<ReadonlyMap<string, Anchor>> {
  // A copy of a version before anchors, or before they were marked, has less.
  const { rows: known } = await client.query<{ exists: boolean }>(
    "select to_regclass('anchors') is not null as exists",
  );
  if (!known[0]!.exists) return new Map();
  const { rows } = await client.query<AnchorRow>(
    `select ${ANCHOR_COLUMNS} from anchors a where to_jsonb(a) ->> 'kept_at' is not null`,
  );
  return new Map(rows.map((row) => [row.day_on, toAnchor(row)]));
}
