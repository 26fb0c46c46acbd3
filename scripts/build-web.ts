import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders that the web is built from: its own, and the packages it bundles. */
export const SOURCES = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/scripts',
  'packages/contract/src',
  'packages/lending/src',
  'packages/money/src',
];
const FILES = ['apps/web/app.html', 'apps/web/vite.config.ts', 'apps/web/package.json', 'package-lock.json'];

/** Builds the web when a source is newer than the last build, or when it was built for another address. */
export async function buildWeb(root: string, say: (line: string) => void): Promise<void> {
  const stamp = join(root, 'apps/web/dist/.built');
  const builtAt = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  const newest = Math.max(
    ...SOURCES.map((folder) => newestIn(join(root, folder))),
    ...FILES.map((file) => (existsSync(join(root, file)) ? statSync(join(root, file)).mtimeMs : 0)),
  );
  const address = process.env.PUBLIC_URL ?? '';
  if (newest <= builtAt && readFileSync(stamp, 'utf8') === address) return;
  say('Building the web…');
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build', '-w', '@mohlat/web', '--silent'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`The web could not be built:\n${stdout}\n${stderr}`);
  writeFileSync(stamp, address);
}

function newestIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  return Math.max(
    0,
    ...readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );
}
