import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { ShellFiles } from '../src/service-worker/keeper.ts';

interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}
type Manifest = Readonly<Record<string, ManifestEntry>>;

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
/** The modules of the first screen of the installed app. */
const FIRST = ['app.html', 'src/shell/dashboard-layout.tsx', 'src/features/me/dashboard/dashboard.tsx'];
/** Served as they stand; the list ends with what a phone shows of the app outside of it. */
const PLAIN = ['/app.html', '/first-paint.js', '/manifest.webmanifest', '/icon.svg', '/icon-maskable.svg'];
/** The faces of the first paint. The Devanagari one is as large as all of them: it is kept when it is used. */
const FACE = /^anek-.*\.woff2$/;
/** Staff work online. */
const OF_STAFF = /^src\/(?:features|shell|lib)\/admin/;

function collect(
  manifest: Manifest,
  name: string,
  isDeep: boolean,
  into: Set<string>,
  seen: Set<string>,
): void {
  const entry = manifest[name];
  if (entry === undefined) throw new Error(`The build has no ${name}`);
  if (seen.has(name) || OF_STAFF.test(name)) return;
  seen.add(name);
  for (const file of [entry.file, ...(entry.css ?? [])]) into.add(`/${file}`);
  for (const next of [...(entry.imports ?? []), ...(isDeep ? (entry.dynamicImports ?? []) : [])]) {
    collect(manifest, next, isDeep, into, seen);
  }
}

async function shellFiles(): Promise<ShellFiles> {
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const core = new Set<string>(PLAIN);
  const seen = new Set<string>();
  for (const name of FIRST) collect(manifest, name, false, core, seen);
  for (const file of await readdir(join(dist, 'assets'))) if (FACE.test(file)) core.add(`/assets/${file}`);
  const rest = new Set<string>();
  collect(manifest, 'app.html', true, rest, new Set());
  const hash = createHash('sha256').update(JSON.stringify([[...core], [...rest]]));
  for (const path of PLAIN) hash.update(await readFile(join(dist, path)));
  return {
    version: hash.digest('hex').slice(0, 12),
    core: [...core],
    rest: [...rest].filter((file) => !core.has(file)),
  };
}

/** Builds dist/sw.js with the list of the files that the build before it has made. Runs after `vite build`. */
const files = await shellFiles();
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  define: { SHELL_FILES: JSON.stringify(files) },
  build: {
    outDir: dist,
    emptyOutDir: false,
    copyPublicDir: false,
    target: ['chrome111', 'safari16.4', 'firefox128'],
    rolldownOptions: {
      input: join(root, 'src/service-worker/worker.ts'),
      output: { entryFileNames: 'sw.js', format: 'iife' },
    },
  },
});
process.stdout.write(`The service worker keeps ${files.core.length} files, and ${files.rest.length} later\n`);
