import type { EvidenceKey } from '@mohlat/contract';
import type { Disk } from 'flydrive';
import { z } from 'zod';
import type { Outside } from './evidence.proof.ts';
import { recordName } from './evidence.service.ts';

const record = z.object({ text: z.string(), signature: z.string() });
/** Where records of anchors lie. */
export const FOLDER = 'anchors/';
const NAME = /^anchors\/(\d{4}-\d{2}-\d{2})\.json$/;

/** The records that lie in the file store. A record that cannot be read counts as another one. */
export async function outsideOf(disk: Disk, keys: readonly EvidenceKey[]): Promise<Outside> {
  return {
    keys,
    days: await listDays(disk),
    recordOf: async (dayOn) => {
      const name = recordName(dayOn);
      if (!(await disk.exists(name))) return undefined;
      const text = await disk.get(name);
      try {
        return record.parse(JSON.parse(text));
      } catch {
        return { text: '', signature: '' };
      }
    },
  };
}

/** Lists the days of which a record lies in its place. */
export async function listDays(disk: Disk): Promise<string[]> {
  const days: string[] = [];
  let token: string | undefined;
  do {
    const page = await disk
      .listAll(FOLDER, { recursive: true, ...(token ? { paginationToken: token } : {}) })
      // A folder that nothing was written to is not there.
      .catch(() => ({ objects: [], paginationToken: undefined }));
    for (const one of page.objects) {
      const day = one.isFile ? NAME.exec(one.key)?.[1] : undefined;
      if (day) days.push(day);
    }
    token = page.paginationToken;
  } while (token);
  return days;
}
