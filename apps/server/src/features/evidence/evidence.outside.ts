import type { EvidenceKey } from '@mohlat/contract';
import type { Disk } from 'flydrive';
import { z } from 'zod';
import type { Outside } from './evidence.proof.ts';
import { recordName } from './evidence.service.ts';

const record = z.object({ text: z.string(), signature: z.string() });
/** Where records of anchors lie. */
export const FOLDER = 'anchors/';
/** In its place, or in the folder of a restore that left it. */
const NAME = /^anchors\/(?<left>left-[^/]+\/)?(?<day>\d{4}-\d{2}-\d{2})\.json$/;

/** The records that lie in the file store. */
export async function outsideOf(disk: Disk, keys: readonly EvidenceKey[]): Promise<Outside> {
  return {
    keys,
    days: (await listRecords(disk)).days,
    recordOf: (dayOn) => readRecord(disk, recordName(dayOn)),
  };
}

/** Reads a record; undefined where there is none. One that cannot be read counts as another one. */
export async function readRecord(disk: Disk, name: string): Promise<z.output<typeof record> | undefined> {
  if (!(await disk.exists(name))) return undefined;
  const text = await disk.get(name);
  try {
    return record.parse(JSON.parse(text));
  } catch {
    return { text: '', signature: '' };
  }
}

interface Records {
  /** The days of which a record lies in its place. */
  readonly days: readonly string[];
  /** The names of those that restores left, by their days. */
  readonly leftBefore: ReadonlyMap<string, readonly string[]>;
}

/** Lists the records that there are. */
export async function listRecords(disk: Disk): Promise<Records> {
  const days: string[] = [];
  const leftBefore = new Map<string, string[]>();
  let token: string | undefined;
  do {
    const page = await disk
      .listAll(FOLDER, { recursive: true, ...(token ? { paginationToken: token } : {}) })
      // A folder that nothing was written to is not there.
      .catch((): Awaited<ReturnType<Disk['listAll']>> => ({ objects: [] }));
    for (const one of page.objects) {
      if (!one.isFile) continue;
      const { left, day } = NAME.exec(one.key)?.groups ?? {};
      if (day === undefined) continue;
      if (left === undefined) days.push(day);
      else leftBefore.set(day, [...(leftBefore.get(day) ?? []), one.key]);
    }
    token = page.paginationToken;
  } while (token);
  return { days, leftBefore };
}
