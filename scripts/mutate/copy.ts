import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startPostgres } from '../postgres.ts';
import { ROOT } from '../run.ts';
import { listFiles } from '../tidy/files.ts';

/** The project as it lies in the working folder, in a folder of its own: faults are made there and nowhere else. */
export interface Copy {
  readonly folder: string;
  /** Where its programs put their temporary files. */
  readonly tmp: string;
  write(file: string, text: string): void;
  /** Stops what a killed run left: its database runs on by itself. */
  sweep(): Promise<void>;
  /** Says how the program that runs in it is ended. */
  whileRunning(end: () => void): void;
  /** Ends what runs in it, and takes it away. */
  remove(): Promise<void>;
}

/** Folders of packages that a run writes into. */
const OWN = new Set(['.vite', '.vite-temp', '.vitest-cache', '.cache', '@mohlat']);

/** Copies the files of the project; its packages are linked, but our own are those of the copy. */
export function copyProject(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-mutate-'));
  const tmp = join(folder, '.tmp');
  for (const file of listFiles()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  linkPackages(folder);
  mkdirSync(tmp);
  let endRunning = () => {};
  const copy: Copy = {
    folder,
    tmp,
    write: (file, text) => writeFileSync(join(folder, file), text),
    async sweep() {
      for (const left of readdirSync(tmp)) {
        const dataDir = join(tmp, left);
        if (left.startsWith('mohlat-test-'))
          await (await startPostgres({ dataDir, isDurable: false })).discard();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
    whileRunning(end) {
      endRunning = end;
    },
    async remove() {
      endRunning();
      await copy.sweep();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
  return copy;
}

/** A link to the whole folder would lead from the copy's tests to the sources of the working folder. */
function linkPackages(folder: string): void {
  const from = join(ROOT, 'node_modules');
  const to = join(folder, 'node_modules');
  mkdirSync(join(to, '@mohlat'), { recursive: true });
  for (const name of readdirSync(from)) if (!OWN.has(name)) symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(from, '@mohlat')))
    symlinkSync(readlinkSync(join(from, '@mohlat', name)), join(to, '@mohlat', name));
}
