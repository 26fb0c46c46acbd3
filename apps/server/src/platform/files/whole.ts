import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The folder, in the folder of files, in which they lie until they are whole. */
export const PARTS = '.parts';

/** The folder, in the folder of files, of a marker for each erased file, under the file's own name. */
export const ERASED = '.erased';

/**
 * Has a file written at `part`, flushes it to the disk and moves it to its place: a process or a machine that dies meanwhile leaves the
 * place as it was. `part` is on the same disk. Nothing stays of it when it cannot be written.
 */
export async function placeWhole(to: string, part: string, write: () => Promise<unknown>): Promise<void> {
  await makeFolder(dirname(part));
  await makeFolder(dirname(to));
  try {
    await write();
    await flush(part);
    await rename(part, to);
  } catch (error) {
    // A part that a full disk cut off would take up the rest of it.
    await rm(part, { force: true });
    throw error;
  }
  // The name is in the folder, and is lost with the machine until that is flushed too.
  await flush(dirname(to));
}

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await flush(join(made, '..'));
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
