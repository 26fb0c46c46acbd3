import { type Tree, withImports } from './tree.ts';

/** The part of a suite that a change reaches, and why, one line for each reason. */
export interface Reach {
  /** Tests: files whose importers run, by Vitest's own graph. Journeys: the specs. */
  readonly files: readonly string[] | 'all';
  readonly why: readonly string[];
}

const PROSE = /^[^/]+\.md$|^LICENSE$|^docs\/|(^|\/)README\.md$/;
const TEST = /\.test\.tsx?$/;
const TEST_CODE = /\.(test|testing)\.tsx?$|^(apps|packages)\/[^/]+\/test\//;
const SPEC = /^e2e\/.+\.spec\.ts$/;
const CODE = /\.(tsx?|mjs|js|css)$/;
/** Packages and settings of the compilers reach all; the settings of a runner reach what it runs. */
const SETTINGS = /(^|\/)package(-lock)?\.json$|(^|\/)tsconfig[^/]*\.json$/;
const TEST_SETTINGS = /^vitest\.config\.ts$|\.setup\.ts$|^scripts\/postgres\.ts$/;
const JOURNEY_SETTINGS = /^playwright\.config\.ts$/;
/** Clones the migrated database; every test of the server that has a database imports it, by itself or through a builder. */
const CLONE = 'apps/server/test/database.ts';
/** Reads files or starts programs: no import says on what it depends. */
const READS_FILES = /from 'node:(?:fs|fs\/promises|child_process|worker_threads)'|import\.meta\.glob/;
const STARTS_PROGRAMS = /from 'node:(?:child_process|worker_threads)'/;
/** The entries of the web's features: each screen under its address, each part under its place. */
const ENTRY = /^apps\/web\/src\/features\/[^/]+\/[^/]+\.feature\.ts$/;
const WEB_PAGE = /^apps\/web\/src\/features\/[^/]+\/(?:[^/]+\/)?[^/]+(?<!\.test)\.tsx$/;
const PART = /'([a-z]+\.[A-Za-z]+)': async/g;
const SCREEN = /'(\/[^']*)': \{\s*lazy: \(\) => import\('([^']+)'\)/g;
/** A journey that walks the menus is about every screen in them, and names none. */
const WALKS_MENUS = /\baddressesIn\(/;
/** The product's main story: it runs beside every choice. */
const STORY = 'e2e/journey.spec.ts';

/**
 * The tests that a change reaches. Imports are followed by Vitest; this adds what no import shows: SQL reaches every test
 * with a database, data of a workspace all its tests, and code of the product every test that reads files or starts programs.
 */
export function reachTests(changed: readonly string[], tree: Tree): Reach {
  const settings = changed.filter((file) => SETTINGS.test(file) || TEST_SETTINGS.test(file));
  if (settings.length > 0) return { files: 'all', why: [`all: ${some(settings)} reaches every test`] };
  const product = changed.filter((file) => /^(apps|packages|scripts|db)\//.test(file) && !PROSE.test(file));
  const code = product.filter((file) => CODE.test(file));
  const sql = product.filter((file) => file.startsWith('db/'));
  const data = product.filter((file) => !CODE.test(file) && !file.startsWith('db/'));
  const rooms = new Set(data.map(roomOf));
  const ofData = tree.files.filter((file) => TEST.test(file) && rooms.has(roomOf(file)));
  const shipped = product.filter((file) => !TEST_CODE.test(file));
  const sideways = shipped.length === 0 ? [] : tree.files.filter((file) => isSideways(file, shipped, tree));
  return {
    files: [...new Set([...code, ...(sql.length > 0 ? [CLONE] : []), ...ofData, ...sideways])].sort(),
    why: [
      ...(code.length > 0 ? [`whatever imports ${some(code)}`] : []),
      ...(sql.length > 0 ? [`every test with a database: ${some(sql)} changed`] : []),
      ...(data.length > 0 ? [`all of ${[...rooms].join(', ')}: ${some(data)} is no code`] : []),
      ...(sideways.length > 0 ? [`${sideways.length} files that read files or start programs`] : []),
    ],
  };
}

/** The journeys that a change reaches. A doubt runs all. */
export function reachJourneys(changed: readonly string[], tree: Tree): Reach {
  const specs = tree.files.filter((file) => SPEC.test(file));
  const started = withImports('scripts/start.ts', tree);
  const why: string[] = [];
  const chosen = new Set<string>();
  for (const file of changed.filter((one) => !PROSE.test(one) && !TEST_CODE.test(one))) {
    const reached = specsOf(file, specs, started, tree);
    if (reached === 'all') return { files: 'all', why: [`all: ${file} reaches every journey`] };
    if (reached.length > 0) why.push(`${file}: ${reached.length} of ${specs.length} specs`);
    for (const spec of reached) chosen.add(spec);
    if (reached.length > 0 && !file.startsWith('e2e/')) chosen.add(STORY);
  }
  return { files: [...chosen].sort(), why };
}

function specsOf(
  file: string,
  specs: readonly string[],
  started: ReadonlySet<string>,
  tree: Tree,
): readonly string[] | 'all' {
  if (file.startsWith('e2e/')) return specs.filter((spec) => withImports(spec, tree).has(file));
  const feature = /^apps\/(?:web|server)\/src\/features\/([^/]+)\//.exec(file)?.[1];
  // A feature of the server is seen on the screens of the same name; one without a screen is seen anywhere.
  if (feature !== undefined) {
    const mentioning = specs.filter((spec) => mentions(tree.read(spec), feature, routesOf(feature, tree)));
    if (!hasScreens(feature, tree) || mentioning.length === 0) return 'all';
    return specs.filter((spec) => mentioning.includes(spec) || WALKS_MENUS.test(tree.read(spec)));
  }
  if (SETTINGS.test(file) || JOURNEY_SETTINGS.test(file)) return 'all';
  const isProduct = /^(apps|packages|db)\//.test(file) || started.has(file);
  return isProduct ? 'all' : [];
}

function hasScreens(feature: string, { files }: Tree): boolean {
  return files.some((file) => file.startsWith(`apps/web/src/features/${feature}/`));
}

/** The addresses of a feature's screens below their frame, from the entries; a part it adds shows on the screen that draws it. */
export function routesOf(feature: string, tree: Tree): readonly string[] {
  const folder = `apps/web/src/features/${feature}/`;
  const entries = tree.files.filter((file) => ENTRY.test(file));
  const placed = entries
    .filter((entry) => entry.startsWith(folder))
    .flatMap((entry) => [...tree.read(entry).matchAll(PART)].map(([, place = '']) => `at="${place}"`));
  const drawing = tree.files.filter(
    (file) => WEB_PAGE.test(file) && placed.some((place) => tree.read(file).includes(place)),
  );
  return entries.flatMap((entry) => {
    const room = entry.slice(0, entry.lastIndexOf('/') + 1);
    const isWhole = entry.startsWith(folder);
    const others = drawing.filter((file) => file.startsWith(room));
    const screens = [...tree.read(entry).matchAll(SCREEN)];
    const drawn = screens.filter(([, , page = '']) => others.includes(`${room}${page.slice(2)}`));
    // A part may be drawn by a piece of any screen of that feature.
    const shown = isWhole || (others.length > 0 && drawn.length === 0) ? screens : drawn;
    return shown.map(([, address = '']) =>
      address.replace(/\/:.*$/, '').replace(/^\/(?:dashboard|admin)(?=\/)/, ''),
    );
  });
}

function mentions(spec: string, feature: string, routes: readonly string[]): boolean {
  const text = spec.replaceAll('\\', '');
  const name = new RegExp(`\\b${feature.replaceAll('-', '[- ]')}\\b`, 'i');
  return name.test(text) || routes.some((route) => text.includes(route));
}

/** Tests that read files, and builders that start programs, of a workspace in which something shipped has changed. */
function isSideways(file: string, shipped: readonly string[], { read }: Tree): boolean {
  if (!TEST_CODE.test(file) || !CODE.test(file)) return false;
  if (!(TEST.test(file) ? READS_FILES : STARTS_PROGRAMS).test(read(file))) return false;
  const room = roomOf(file);
  return shipped.some((one) => {
    const from = roomOf(one);
    return from === room || !from.startsWith('apps/') || (from === 'apps/sandbox' && room === 'apps/server');
  });
}

/** The workspace of a file: `apps/server`, `packages/money`; the first folder of any other. */
function roomOf(file: string): string {
  const [first = '', second = ''] = file.split('/');
  return first === 'apps' || first === 'packages' ? `${first}/${second}` : first;
}

function some(files: readonly string[]): string {
  const shown = files.slice(0, 3).join(', ');
  return files.length > 3 ? `${shown} and ${files.length - 3} more` : shown;
}
