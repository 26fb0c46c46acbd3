// `npm test`: the check, the tests of every room, the journeys in a browser. `npm run e2e`: the journeys alone.
// `--only check|tests|journeys` runs one part; `--changed [base]` runs what the changes since a revision reach;
// `--reports <folder>` names where the reports go; `--trace-red` keeps the trace of a red journey. Where one part of tests or
// journeys runs alone, other words go to its runner.
// `--times` runs nothing, and writes the order of the slow test files from the reports of the last whole run.
// Each runner prints for itself; the last lines here say which part held, which tests did not, and what was slow.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { journeyReports, runJourneys } from './proof/journeys.ts';
import { watchMemory } from './proof/memory.ts';
import { type PartName, readOptions } from './proof/options.ts';
import { brokenRunner, type Outcome, readJourneys, readTests, slowest, total } from './proof/outcomes.ts';
import { type Reach, reachJourneys, reachTests } from './proof/reach.ts';
import { writeSlowFirst } from './proof/slow-first.ts';
import { changedSince, workingTree } from './proof/tree.ts';
import { readWords } from './command-line.ts';
import { ROOT, type Run, run, say } from './run.ts';

interface Part {
  readonly reach: Reach;
  start(reach: Reach): Promise<Run>;
  outcomes(): readonly Outcome[];
}

process.chdir(ROOT);
const options = readWords(import.meta.filename, () => readOptions(process.argv.slice(2)));
const reports = join(ROOT, options.reports);
const testReport = join(reports, 'tests.json');
if (options.isTimes) {
  const { files } = readTests(testReport);
  if (files.length === 0) throw new Error('There is no report of tests yet: run `npm test` first.');
  say(`${writeSlowFirst(files)} slow files are in scripts/proof/slow-first.json.`);
  process.exit();
}
mkdirSync(reports, { recursive: true });
// A runner that breaks off early writes no report: an old one must not speak for it.
for (const report of [testReport, ...journeyReports(reports)]) rmSync(report, { force: true });

const PARTS = planParts();
const memory = watchMemory();
const lines: string[] = [];
const ended: Outcome[] = [];
for (const name of options.parts) {
  const { reach, start, outcomes } = PARTS[name];
  if (reach.files.length === 0) continue;
  say(`\n=== ${name} ===`);
  const { isGood, seconds, lastWords } = await start(reach);
  const all = [...outcomes()];
  const failed = all.filter(({ status }) => status === 'failed');
  const broken = name === 'check' ? undefined : brokenRunner(isGood, all);
  if (broken !== undefined) {
    failed.push({ name, file: '', status: 'failed', seconds: 0, reason: broken, details: lastWords });
    all.push(...failed);
  }
  if (!isGood || broken !== undefined) process.exitCode = 1;
  lines.push(`${isGood && broken === undefined ? 'ok    ' : 'FAILED'} ${name} (${Math.round(seconds)} s)`);
  for (const one of failed) {
    lines.push(`       ${one.name}: ${one.reason ?? ''}`);
    lines.push(...(one.details ?? []).map((detail) => `         ${detail}`));
  }
  ended.push(...all);
}

say(`\n${lines.join('\n')}`);
sayTimes();
say(`\n${memory.peak()}\n\n${total(ended)}`);

/** Each part with what of it runs: all, or what the changes reach. The check always runs whole. */
function planParts(): Readonly<Record<PartName, Part>> {
  const base = options.changedSince;
  const all: Reach = { files: 'all', why: [] };
  const changed = base === undefined ? [] : changedSince(base);
  const tree = workingTree();
  const tests = base === undefined ? all : reachTests(changed, tree);
  const journeys = base === undefined ? all : reachJourneys(changed, tree);
  if (base !== undefined) {
    say(
      `${changed.length} files changed since ${base}. The whole is what counts: run \`npm test\` before you share.`,
    );
    sayReach('tests', tests);
    sayReach('journeys', journeys);
  }
  return {
    check: { reach: all, start: () => run(['node', 'scripts/check.ts']), outcomes: () => [] },
    tests: { reach: tests, start: runTests, outcomes: () => readTests(testReport).outcomes },
    journeys: {
      reach: journeys,
      start: ({ files }) =>
        runJourneys({
          reports,
          isTraced: options.isTraced,
          specs: files,
          args: options.parts.length === 1 ? options.rest : [],
        }),
      outcomes: () => journeyReports(reports).flatMap(readJourneys),
    },
  };
}

function sayReach(part: string, { files, why }: Reach): void {
  say(`${part}: ${files === 'all' ? 'all' : files.length === 0 ? 'none' : 'some'}`);
  for (const line of why) say(`  ${line}`);
  if (part === 'journeys' && files !== 'all' && files.length > 0) say(`  run: ${files.join(' ')}`);
}

function runTests({ files }: Reach): Promise<Run> {
  const chosen = files === 'all' ? ['run'] : ['related', '--run', '--passWithNoTests', ...files];
  return run([
    'vitest',
    ...chosen,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${testReport}`,
    ...options.rest,
  ]);
}

function sayTimes(): void {
  const files = readTests(testReport).files.map(({ file, seconds }) => ({ label: file, seconds }));
  if (files.length > 0) say(`\nThe slowest test files:\n${slowest(files, 10).join('\n')}`);
  const journeys = journeyReports(reports)
    .flatMap(readJourneys)
    .map(({ name, seconds }) => ({ label: name, seconds }));
  if (journeys.length > 0) say(`\nThe slowest journeys:\n${slowest(journeys, 5).join('\n')}`);
}
