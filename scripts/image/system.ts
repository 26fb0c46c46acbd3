import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../rehearse/programs.ts';
import { ROOT } from '../run.ts';

/** The libraries that Node is linked to, whom TLS trusts, and time zones. No shell, no package manager, no compiler. */
const PACKAGES = ['libc6', 'libgcc-s1', 'libstdc++6', 'libatomic1', 'ca-certificates', 'tzdata', 'netbase'];
/** As whom the product runs. */
export const USER = 10_001;

/** Lays out everything below the product: Debian's packages, unpacked and not installed, and the Node of our own packages. */
export function laySystem(root: string, downloads: string): void {
  const aptGet = findProgram('apt-get', 'apt');
  const dpkgDeb = findProgram('dpkg-deb', 'dpkg');
  mkdirSync(downloads, { recursive: true });
  mkdirSync(root, { recursive: true });
  // apt drops to an account of its own, which may not write here; what it says of that is beside the point.
  execFileSync(aptGet, ['download', '-q', ...PACKAGES], {
    cwd: downloads,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  for (const file of readdirSync(downloads)) execFileSync(dpkgDeb, ['-x', join(downloads, file), root]);
  for (const folder of ['tmp', 'data', 'app', 'etc', 'usr/local/bin', 'dev', 'proc'])
    mkdirSync(join(root, folder), { recursive: true });
  chmodSync(join(root, 'tmp'), 0o1777);
  // Where data, files and keys of a trial are kept; a volume lies over it.
  chmodSync(join(root, 'data'), 0o777);
  write(root, 'etc/passwd', `root:x:0:0::/:/nonexistent\nmohlat:x:${USER}:${USER}::/app:/nonexistent\n`);
  write(root, 'etc/group', `root:x:0:\nmohlat:x:${USER}:\n`);
  write(root, 'etc/hosts', '127.0.0.1 localhost\n::1 localhost\n');
  write(root, 'etc/nsswitch.conf', 'hosts: files dns\n');
  write(root, 'etc/ssl/certs/ca-certificates.crt', certificates(root));
  const node = join(root, 'usr/local/bin/node');
  copyFileSync(join(ROOT, 'node_modules/node/bin/node'), node);
  chmodSync(node, 0o755);
}

/** The root certificates in one text, as the package's own script would have joined them. */
function certificates(root: string): string {
  const folder = join(root, 'usr/share/ca-certificates/mozilla');
  if (!existsSync(folder)) throw new Error('ca-certificates has no certificates');
  return execFileSync(
    'cat',
    readdirSync(folder).map((file) => join(folder, file)),
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 24,
    },
  );
}

function write(root: string, path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}
