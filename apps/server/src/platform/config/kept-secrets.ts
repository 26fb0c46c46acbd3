import { randomBytes } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Some disks know no links, as of a shared folder. Throws EEXIST. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP'].includes((error as { code?: string }).code ?? '')) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}

/** Reads a development secret, making it on the first start. Two processes starting at once agree on the first. */
export function kept(dataDir: string, name: string, make: () => string): string {
  const path = join(dataDir, 'keys', name);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) {
    // It is there whole, or not at all: half a key that a full disk or a killed start left would never be made again.
    const part = `${path}.${randomBytes(8).toString('hex')}.part`;
    try {
      writeFileSync(part, make(), { flag: 'wx', mode: 0o600, flush: true });
      // Unlike a rename, a link leaves the other's file where two start at once.
      linkOrCopy(part, path);
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error;
    } finally {
      rmSync(part, { force: true });
    }
  }
  return readFileSync(path, 'utf8').trim();
}
