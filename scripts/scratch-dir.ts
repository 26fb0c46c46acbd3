import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './postgres-processes.ts';

const MEMORY = '/dev/shm';
/** Linux's number for a file system in memory (TMPFS_MAGIC of statfs(2)). */
const TMPFS = 0x0102_1994;
/** A whole run of the tests keeps well under a gigabyte there. */
const ROOM_BYTES = 4 * 1024 ** 3;
const PREFIX = 'mohlat-';

/**
 * A new folder for data that a test throws away, in memory where the machine has room for it, else on the disk.
 *
 * A database is more than a thousand files, and each test file makes and drops one. ext4 gives no inode out again for some
 * seconds after its file was deleted, and looks at each of them first (`recently_deleted` in fs/ext4/ialloc.c of Linux):
 * a copy of the template cost 0.7 s of the processor instead of 0.07 s.
 */
export function scratchDir(name: string): string {
  const isInMemory = hasRoomInMemory();
  if (isInMemory) removeLeftovers();
  const folder = mkdtempSync(join(isInMemory ? MEMORY : tmpdir(), `${PREFIX}${name}-${process.pid}-`));
  // PostgreSQL runs as another account when we are root, and has to get to its folder.
  chmodSync(folder, 0o711);
  return folder;
}

function hasRoomInMemory(): boolean {
  // A place that was named for such data is meant.
  if (process.env.TMPDIR !== undefined) return false;
  if (process.platform !== 'linux' || process.availableMemory() < 2 * ROOM_BYTES) return false;
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY);
    return type === TMPFS && bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

/**
 * Removes folders of processes that have ended: what they left would stay in memory until the machine is started again.
 */
export function removeLeftovers(root = MEMORY): void {
  for (const name of existsSync(root) ? readdirSync(root) : []) {
    const pid = /^mohlat-.+-(\d+)-\w{6}$/.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    rmSync(join(root, name), { recursive: true, force: true });
  }
}
