// `npm test`: the check, the tests of every room, the journeys in a browser. `npm run e2e`: the journeys alone.
// Each runner prints for itself; the last lines here say which part held, and which tests did not.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { failedJourneys, failedTests } from './failed-tests.ts';
import { ROOT, type Run, run, say } from './run.ts';

interface Part {
  readonly name: string;
  start(): Promise<Run>;
  /** The names of what failed, each with the first line of its reason. */
  failed?(): string[];
}

const rest = process.argv.slice(2);
const isJourneysOnly = rest[0] === 'e2e';

const check: Part = { name: 'check', start: () => run(['node', 'scripts/check.ts']) };
const reports = mkdtempSync(join(tmpdir(), 'mohlat-reports-'));
const testReport = join(reports, 'tests.json');
const journeyReport = join(reports, 'journeys.json');

const tests: Part = {
  name: 'tests',
  start: () =>
    run([
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${testReport}`,
      ...rest,
    ]),
  failed: () => failedTests(testReport),
};
const journeys: Part = {
  name: 'journeys',
  async start() {
    if (ensureBrowser(say) === undefined) return { isGood: false, output: '', seconds: 0 };
    return run(['playwright', 'test', '--reporter=list,json', ...(isJourneysOnly ? rest.slice(1) : [])], {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport },
    });
  },
  failed: () => failedJourneys(journeyReport),
};

const folder = join(ROOT, 'e2e');
const hasJourneys = existsSync(folder) && readdirSync(folder).some((file) => file.endsWith('.spec.ts'));
const parts = isJourneysOnly ? [journeys] : [check, tests, ...(hasJourneys ? [journeys] : [])];

const lines: string[] = [];
for (const part of parts) {
  say(`\n=== ${part.name} ===`);
  const { isGood, seconds } = await part.start();
  lines.push(`${isGood ? 'ok    ' : 'FAILED'} ${part.name} (${Math.round(seconds)} s)`);
  if (isGood) continue;
  process.exitCode = 1;
  lines.push(...(part.failed?.() ?? []).map((name) => `       ${name}`));
}
rmSync(reports, { recursive: true, force: true });
say(`\n${lines.join('\n')}`);
