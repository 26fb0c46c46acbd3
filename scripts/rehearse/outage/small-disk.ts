import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceAccount, startPostgres } from '../../postgres.ts';
import { type Installation, type OwnDatabase, ownDatabase } from '../installation.ts';
import { closesWithProcess } from '../leaving.ts';
import { pause } from '../rehearsal.ts';
import type { Trouble } from './trouble.ts';

/** For the tables and for the rest, the log among it: several times as large as what a rehearsal writes. */
const [TABLES_SIZE, REST_SIZE] = ['1024m', '512m'];
const SETTINGS = { archive_mode: 'off', min_wal_size: '32MB', max_wal_size: '96MB', wal_keep_size: '0' };
const [BLOCK, REST] = [1024 * 1024, 4096];
const AGAIN_MS = 100;
const ENDED_WITHIN_MS = 30_000;

/** A database on two small disks of its own, one for its tables and one for all else, and what a full one does to it. */
export interface SmallDisk {
  readonly database: OwnDatabase;
  readonly troubles: readonly Trouble[];
  /** Takes the disks away, once the database is gone. */
  close(): Promise<void>;
}

/** The reason why no small disk can be had here; undefined where one can. */
export function whyNoSmallDisk(): string | undefined {
  if (platform() !== 'linux' || process.getuid?.() !== 0)
    return 'only root of a Linux machine may mount a small disk';
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-mount-'));
  try {
    mount(folder, '1m');
    unmount(folder);
    return undefined;
  } catch {
    return 'this machine lets nobody mount a small disk';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function openSmallDisk(): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-disk-'));
  // PostgreSQL runs as another account than root.
  chmodSync(folder, 0o711);
  const [tables, rest] = [join(folder, 'tables'), join(folder, 'rest')];
  const mounted: string[] = [];
  const close = closesWithProcess(async () => {
    for (const one of mounted) unmount(one);
    rmSync(folder, { recursive: true, force: true });
  });
  try {
    for (const [place, size] of [
      [tables, TABLES_SIZE],
      [rest, REST_SIZE],
    ] as const) {
      mkdirSync(place, { mode: 0o711 });
      mount(place, size);
      mounted.push(place);
    }
    const dataDir = join(folder, 'keys');
    const data = join(rest, 'postgres');
    const made = await startPostgres({ dataDir, isDurable: true, data, settings: SETTINGS });
    await made.stop();
    moveTables(data, join(tables, 'base'));
    return {
      database: await ownDatabase(dataDir, true, { data, settings: SETTINGS }),
      troubles: [fullTables(tables), fullServer(rest)],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** No table grows any more. Whatever fits into its pages is written, and everything is read. */
function fullTables(place: string): Trouble {
  const ballast = new Ballast(place);
  return {
    what: 'the disk of the tables is full',
    isReady: true,
    async begin() {
      ballast.fill();
    },
    end: () => ballast.remove(),
  };
}

/**
 * PostgreSQL ends at the next checkpoint, which it cannot note; it makes one every five minutes, and here at once. It is started again
 * when there is room.
 */
function fullServer(place: string): Trouble {
  const ballast = new Ballast(place);
  return {
    what: 'the disk of the whole server is full',
    isReady: false,
    async begin({ sql }) {
      ballast.fill();
      const until = Date.now() + ENDED_WITHIN_MS;
      while (await doesCheckpoint(sql))
        if (Date.now() > until) throw new Error('the database notes its checkpoints on a full disk');
    },
    async end(installation: Installation) {
      await ballast.remove();
      await installation.startDatabase();
    },
  };
}

function doesCheckpoint(sql: Installation['sql']): Promise<boolean> {
  return sql.query('checkpoint').then(
    () => true,
    () => false,
  );
}

/** A file that takes all the room there is on a disk, and each that becomes free. */
class Ballast {
  readonly #path: string;
  #filling: Promise<void> = Promise.resolve();
  #isOn = false;

  constructor(place: string) {
    this.#path = join(place, 'ballast');
  }

  fill(): void {
    const file = openSync(this.#path, 'w');
    this.#isOn = true;
    const more = () => {
      writeUntilFull(file, BLOCK);
      writeUntilFull(file, REST);
    };
    more();
    this.#filling = (async () => {
      while (this.#isOn) {
        more();
        await pause(AGAIN_MS);
      }
      closeSync(file);
    })();
  }

  async remove(): Promise<void> {
    this.#isOn = false;
    await this.#filling;
    rmSync(this.#path, { force: true });
  }
}

function writeUntilFull(file: number, size: number): void {
  const block = Buffer.alloc(size);
  try {
    for (;;) if (writeSync(file, block) < size) return;
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error;
  }
}

function moveTables(data: string, place: string): void {
  const { uid, gid } = serviceAccount();
  cpSync(join(data, 'base'), place, { recursive: true });
  execFileSync('chown', ['-R', `${uid}:${gid}`, place]);
  chmodSync(place, 0o700);
  rmSync(join(data, 'base'), { recursive: true });
  symlinkSync(place, join(data, 'base'));
}

function mount(place: string, size: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0711`, 'tmpfs', place], { stdio: 'ignore' });
  const { uid, gid } = serviceAccount();
  chownSync(place, uid, gid);
}

function unmount(place: string): void {
  execFileSync('umount', [place], { stdio: 'ignore' });
}
