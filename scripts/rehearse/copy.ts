import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
/** The scope of this repository's own packages. */
const OURS = '@mohlat';
const PROJECTS = ['tsconfig.json', 'apps/web/tsconfig.json'];

/** Writes the files of the last commit to `copy`, and links the installed packages there. */
export function copyHead(copy: string): void {
  const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', copy], { input: archive });
  for (const place of ['', 'apps/server', 'apps/web', 'apps/sandbox']) {
    const packages = join(ROOT, place, 'node_modules');
    if (existsSync(packages)) linkPackages(packages, join(copy, place, 'node_modules'));
  }
}

/** Installed packages are read where they are; the packages of this repository, from the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === OURS) cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(from, name), join(to, name));
  }
}

/** Type checks server, packages and web; answers the first error of each file. */
export function typeErrors(copy: string): ReadonlyMap<string, string> {
  const errors = new Map<string, string>();
  for (const project of PROJECTS) {
    const { stdout } = spawnSync('node_modules/.bin/tsc', ['-p', project, '--pretty', 'false'], {
      cwd: copy,
      encoding: 'utf8',
    });
    for (const [, file, error] of stdout.matchAll(/^([^\s(]+)\(\d+,\d+\): error (.+)/gm))
      if (!errors.has(file!)) errors.set(file!, error!);
  }
  return errors;
}
