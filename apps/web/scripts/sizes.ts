// `npm run sizes`: builds into a scratch folder and holds what each page fetches as script against its budget.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { readCommandLine } from '../../../scripts/command-line.ts';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

interface Page {
  readonly name: string;
  /** Modules that begin what the page loads; what they import statically comes along. */
  readonly entries: readonly string[];
  /** Files that are served as they stand. */
  readonly files?: readonly string[];
  readonly budgetBytes: number;
  /** Each file costs a turn on a slow line, however small it is. */
  readonly scriptsMax?: number;
}

/** Bytes of gzip, a kilobyte being a thousand. */
const BUDGETS = { public: 15_000, dashboard: 175_000, screen: 215_000, staff: 300_000 } as const;
const APP = 'app.html';
/** Names the staff's pages; fetched with the first of them. */
const STAFF = 'src/shell/admin-routes.tsx';
/** A screen of one feature, or one that the shell joins of several. */
const SCREEN = /^src\/(?:features\/([\w-]+)(?:\/[\w-]+)?|(shell))\/([\w-]+)\.tsx$/;
const JOINED = /-page$/;

readCommandLine(import.meta.filename, {});
const dist = mkdtempSync(join(tmpdir(), 'mohlat-sizes-'));
process.once('exit', () => rmSync(dist, { recursive: true, force: true }));
await build({
  root: join(import.meta.dirname, '..'),
  logLevel: 'error',
  build: { outDir: dist, emptyOutDir: true },
});
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

function chunk(name: string): Chunk {
  const found = manifest[name];
  if (found === undefined) throw new Error(`The build has no ${name}`);
  return found;
}

/** A script and everything it needs before it runs. */
function chunksOf(name: string, seen = new Map<string, Chunk>()): Map<string, Chunk> {
  const one = chunk(name);
  if (!seen.has(one.file)) {
    seen.set(one.file, one);
    for (const needed of one.imports ?? []) chunksOf(needed, seen);
  }
  return seen;
}

function scriptsOf({ entries, files = [] }: Page): string[] {
  const all = new Set([...files, ...entries.flatMap((entry) => [...chunksOf(entry).keys()])]);
  return [...all].filter((file) => file.endsWith('.js'));
}

function gzipBytes(page: Page): number {
  return scriptsOf(page).reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
    0,
  );
}

function isStaffs(feature: string): boolean {
  return feature.startsWith('admin-');
}

function layoutOf(feature: string, screen: string): string {
  if (feature === 'auth') return 'src/shell/auth-layout.tsx';
  if (isStaffs(feature)) return 'src/shell/admin-layout.tsx';
  return screen === 'onboarding' ? 'src/shell/focused-layout.tsx' : 'src/shell/dashboard-layout.tsx';
}

/** Every screen the routes load lazily: a new one is measured without being named here. */
function screens(): Page[] {
  const begun = new Map([APP, STAFF].flatMap((name) => [...chunksOf(name)]));
  const lazy = new Set([...begun.values()].flatMap(({ dynamicImports = [] }) => dynamicImports));
  return [...lazy].flatMap((name) => {
    const [, feature = 'shell', shell, screen] = SCREEN.exec(name) ?? [];
    if (screen === undefined || (shell !== undefined && !JOINED.test(screen))) return [];
    const entries = [APP, ...(isStaffs(feature) ? [STAFF] : []), layoutOf(feature, screen), name];
    const budgetBytes = isStaffs(feature) ? BUDGETS.staff : BUDGETS.screen;
    return [{ name: `${feature}/${screen}`, entries, budgetBytes }];
  });
}

const pages: Page[] = [
  {
    name: 'public pages',
    entries: ['src/marketing/browser.ts'],
    files: ['first-paint.js'],
    budgetBytes: BUDGETS.public,
  },
  {
    name: 'first dashboard load',
    entries: [APP, 'src/shell/dashboard-layout.tsx', 'src/features/me/dashboard/dashboard.tsx'],
    budgetBytes: BUDGETS.dashboard,
    scriptsMax: 10,
  },
  ...screens(),
];
if (pages.length < 10)
  throw new Error('Hardly any screen was found: look at how sizes.ts reads the manifest.');

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9);
const sized = pages.map((page) => ({ ...page, bytes: gzipBytes(page) }));
for (const { name, bytes, budgetBytes } of sized) {
  const verdict = bytes > budgetBytes ? 'TOO LARGE' : 'ok';
  process.stdout.write(`${name.padEnd(28)} ${kilobytes(bytes)} of ${kilobytes(budgetBytes)}  ${verdict}\n`);
}
const tooLarge = sized.filter(({ bytes, budgetBytes }) => bytes > budgetBytes);
for (const page of pages) {
  const scripts = scriptsOf(page);
  if (scripts.length <= (page.scriptsMax ?? Infinity)) continue;
  process.stdout.write(
    `\nSizes: ${page.name} is ${scripts.length} scripts instead of ${page.scriptsMax}. scripts/vite/script-groups.ts joins them:\n  ${scripts.join('\n  ')}\n`,
  );
  process.exitCode = 1;
}
if (tooLarge.length > 0) {
  process.stdout.write(
    `\nSizes: ${tooLarge.length} over budget. Load what the first sight does not need with import(), or take a lighter way.\n`,
  );
  process.exitCode = 1;
}
