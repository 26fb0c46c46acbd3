// `npm test`: the check, the tests of every room, the journeys in a browser. `npm run e2e`: the journeys alone.
// `--only check|tests|journeys` runs one part; `--reports <folder>` names where the reports go.
// Each runner prints for itself; the last lines here say which part held, which tests did not, and what was slow.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { watchMemory } from './proof/memory.ts';
import { type Options, type PartName, readOptions } from './proof/options.ts';
import { type FileTime, type Outcome, readJourneys, readTests, slowest, total } from './proof/outcomes.ts';
import { ROOT, type Run, run, say } from './run.ts';

interface Part {
  start(): Promise<Run>;
  outcomes?(): readonly Outcome[];
}

const options = readOptions(process.argv.slice(2));
const reports = join(ROOT, options.reports);
const testReport = join(reports, 'tests.json');
const journeyReport = join(reports, 'journeys.json');
mkdirSync(reports, { recursive: true });
// A runner that breaks off early writes no report: an old one must not speak for it.
for (const report of [testReport, journeyReport]) rmSync(report, { force: true });

const PARTS: Readonly<Record<PartName, Part>> = {
  check: { start: () => run(['node', 'scripts/check.ts']) },
  tests: {
    start: () =>
      run([
        'vitest',
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${testReport}`,
        ...options.rest,
      ]),
    outcomes: () => readTests(testReport).outcomes,
  },
  journeys: { start: () => startJourneys(options), outcomes: () => readJourneys(journeyReport) },
};

const memory = watchMemory();
const lines: string[] = [];
const ended: Outcome[] = [];
for (const name of options.parts) {
  say(`\n=== ${name} ===`);
  const { isGood, seconds } = await PARTS[name].start();
  lines.push(`${isGood ? 'ok    ' : 'FAILED'} ${name} (${Math.round(seconds)} s)`);
  const outcomes = [...(PARTS[name].outcomes?.() ?? [])];
  const failed = outcomes.filter(({ status }) => status === 'failed');
  if (!isGood) process.exitCode = 1;
  // A runner that fails without a failed test did not finish: the closing line must not look green.
  if (!isGood && name !== 'check' && failed.length === 0) {
    failed.push({ name, file: '', status: 'failed', seconds: 0, reason: 'it broke off, see its output' });
    outcomes.push(...failed);
  }
  lines.push(...failed.map((one) => `       ${one.name}: ${one.reason ?? ''}`));
  ended.push(...outcomes);
}

const { files } = readTests(testReport);
say(`\n${lines.join('\n')}`);
sayTimes(files, options.parts.includes('journeys') ? readJourneys(journeyReport) : []);
say(`\n${memory.peak()}\n\n${total(ended)}`);

async function startJourneys({ isTraced, parts, rest }: Options): Promise<Run> {
  if (ensureBrowser(say) === undefined) return { isGood: false, output: '', seconds: 0 };
  return run(
    [
      'playwright',
      'test',
      '--reporter=list,json',
      `--output=${join(reports, 'journeys')}`,
      ...(isTraced ? ['--trace=retain-on-failure'] : []),
      ...(parts.length === 1 ? rest : []),
    ],
    { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport } },
  );
}

function sayTimes(tests: readonly FileTime[], journeys: readonly Outcome[]): void {
  const rows = tests.map(({ file, seconds }) => ({ label: file, seconds }));
  if (rows.length > 0) say(`\nThe slowest test files:\n${slowest(rows, 10).join('\n')}`);
  const lived = journeys.map(({ name, seconds }) => ({ label: name, seconds }));
  if (lived.length > 0) say(`\nThe slowest journeys:\n${slowest(lived, 5).join('\n')}`);
}
