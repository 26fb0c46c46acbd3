// Runs before `npm start`, `npm test`, `npm run check` and others with whatever Node the machine has: it uses nothing that is
// not part of Node, installs the packages of the lock file when they are missing or out of date, and links our own.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.installed-lock');
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

const isInstalled = existsSync(stamp) && readFileSync(stamp, 'utf8') === lock;
if (!isInstalled && !isComplete()) install();
linkOwn();
if (!isInstalled) writeFileSync(stamp, lock);

/** Our own packages stand in node_modules as links; one that came with the last change has none yet. */
function linkOwn() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  for (const [path, entry] of Object.entries(packages)) {
    const link = join(root, path);
    if (!entry.link || existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(root, entry.resolved)), link, 'junction');
  }
}

/** A finished install by hand counts too: npm notes what it installed in node_modules. */
function isComplete() {
  const noted = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(noted) || !existsSync(join(root, 'node_modules', 'node', 'bin', 'node'))) return false;
  const installed = JSON.parse(readFileSync(noted, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      entry.optional ||
      entry.link ||
      !path.startsWith('node_modules/') ||
      installed[path]?.version === entry.version,
  );
}

function install() {
  process.stdout.write('Installing packages (once)…\n');
  const npm = process.env.npm_execpath;
  // Not `npm ci`: it refuses a lock file that does not name the binaries of every platform in the world, and
  // registries that mirror only some platforms cannot write such a file. Versions are those of the lock file all the
  // same, and it is not written to. Warnings about the Node that runs npm are beside the point: it only installs.
  const flags = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const [command, args] = npm ? [process.execPath, [npm, ...flags]] : ['npm', flags];
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: !npm && process.platform === 'win32',
  });
  if (status !== 0) {
    process.stderr.write('The packages could not be installed; the lines above say why.\n');
    process.exit(1);
  }
}
