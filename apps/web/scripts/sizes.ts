// `npm run sizes`: builds into a scratch folder and holds what each page fetches as script against its budget.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

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
}

/** Bytes of gzip, a kilobyte being a thousand. */
const BUDGETS = { public: 15_000, shell: 175_000, screen: 215_000 } as const;
const APP = 'app.html';
/** A screen of one feature, or one that the shell joins of several. */
const SCREEN = /^src\/(?:features\/([\w-]+)|(shell))\/([\w-]+)\.tsx$/;
const JOINED = /-page$/;

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

/** The file of a module and of everything it needs before it runs. */
function filesOf(name: string, seen = new Set<string>()): Set<string> {
  const { file, imports = [] } = chunk(name);
  if (!seen.has(file)) {
    seen.add(file);
    for (const needed of imports) filesOf(needed, seen);
  }
  return seen;
}

function gzipBytes({ entries, files = [] }: Page): number {
  const all = new Set([...files, ...entries.flatMap((entry) => [...filesOf(entry)])]);
  return [...all]
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0);
}

function layoutOf(feature: string, screen: string): string {
  if (feature === 'auth') return 'src/shell/auth-layout.tsx';
  return screen === 'onboarding' ? 'src/shell/focused-layout.tsx' : 'src/shell/dashboard-layout.tsx';
}

/** Every screen the routes load lazily: a new one is measured without being named here. */
function screens(): Page[] {
  return (chunk(APP).dynamicImports ?? []).flatMap((name) => {
    const [, feature = 'shell', shell, screen] = SCREEN.exec(name) ?? [];
    if (screen === undefined || (shell !== undefined && !JOINED.test(screen))) return [];
    const entries = [APP, layoutOf(feature, screen), name];
    return [{ name: `${feature}/${screen}`, entries, budgetBytes: BUDGETS.screen }];
  });
}

const pages: Page[] = [
  {
    name: 'public pages',
    entries: ['src/marketing/browser.ts'],
    files: ['first-paint.js'],
    budgetBytes: BUDGETS.public,
  },
  { name: 'dashboard shell', entries: [APP, 'src/shell/dashboard-layout.tsx'], budgetBytes: BUDGETS.shell },
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
if (tooLarge.length > 0) {
  process.stdout.write(
    `\nSizes: ${tooLarge.length} over budget. Load what the first sight does not need with import(), or take a lighter way.\n`,
  );
  process.exitCode = 1;
}
