import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import type { Finding } from './finding.ts';
import { PLANTS } from './walls.plants.ts';

const ROOMS = ['apps', 'packages', 'scripts', 'bench', 'e2e'];
const config = await extractDepcruiseConfig('./.dependency-cruiser.mjs');
const { forbidden = [], options = {} } = config;
const names = forbidden.map(({ name }) => name ?? '');
const mendOf = new Map(forbidden.map(({ name, comment }) => [name, comment]));

/** Rooms import only what they may, every source file was looked at, and every wall stops what it is for. */
export async function findBrokenWalls(files: readonly string[]): Promise<readonly Finding[]> {
  const result = await look(process.cwd(), ROOMS);
  const broken = result.summary.violations.map((violation) => ({
    at: violation.from,
    what: `imports ${violation.to}, against the wall "${violation.rule.name}"`,
    mend: mendOf.get(violation.rule.name) ?? 'See .dependency-cruiser.mjs.',
  }));
  return [...broken, ...unseen(files, result), ...(await findWallsThatDoNotHold())];
}

/** A parser that cannot read our files would find no violations and say so proudly. */
function unseen(files: readonly string[], result: ICruiseResult): readonly Finding[] {
  const seen = new Set(result.modules.map((module) => module.source));
  return files
    .filter((file) => ROOMS.some((room) => file.startsWith(`${room}/`)) && /\.tsx?$/.test(file))
    .filter((file) => !seen.has(file))
    .map((file) => ({
      at: file,
      what: 'was not seen by dependency-cruiser',
      mend: 'Check `parser` and `extensions` in .dependency-cruiser.mjs.',
    }));
}

/** Builds a small house with one forbidden import for each wall and expects each to be caught. */
async function findWallsThatDoNotHold(): Promise<readonly Finding[]> {
  const house = realpathSync(mkdtempSync(join(tmpdir(), 'mohlat-walls-')));
  try {
    for (const [path, text] of Object.entries(PLANTS.house)) write(join(house, path), text);
    for (const { from, imports } of PLANTS.imports) {
      write(join(house, from), imports.map((path) => `import '${path}';\n`).join(''));
    }
    const { summary } = await look(house, ['apps', 'packages', 'e2e']);
    const isCaught = (rule: string) =>
      PLANTS.imports.some(
        (plant) =>
          plant.rule === rule &&
          summary.violations.some(({ from, rule: broken }) => from === plant.from && broken.name === rule),
      );
    return names
      .filter((name) => !isCaught(name))
      .map((name) => ({
        at: '.dependency-cruiser.mjs',
        what: `the wall "${name}" lets its planted violation through, or has none`,
        mend: 'Mend the rule, or plant an import for it in scripts/tidy/walls.plants.ts.',
      }));
  } finally {
    rmSync(house, { recursive: true, force: true });
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

async function look(baseDir: string, rooms: readonly string[]): Promise<ICruiseResult> {
  const { output } = await cruise([...rooms], {
    ...options,
    baseDir,
    validate: true,
    ruleSet: { forbidden },
  });
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with text');
  return output;
}
