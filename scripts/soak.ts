// `npm run soak -- --times 10 --load 12`: the whole proof again and again, half of the runs beside busy processes, and a
// report of every test that was ever red. `--loaded 3` says how many runs have the load; `--resume` goes on where a soak
// was stopped, on whatever day and commit: the report names the commit of each run. Other words go to `npm test`, such as
// `--only journeys`. All of it lies in test-results/soak, which may be kept and put back.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { journeyReports } from './proof/journeys.ts';
import { startLoad } from './proof/load.ts';
import { readJourneys, readTests, total } from './proof/outcomes.ts';
import {
  readRuns,
  readSoakOptions,
  renderSoak,
  runLine,
  type SoakOptions,
  type SoakRun,
} from './proof/soak-report.ts';
import { readWords } from './command-line.ts';
import { ROOT, say } from './run.ts';

const FOLDER = 'test-results/soak';
const SETTINGS = join(ROOT, FOLDER, 'soak.json');
const RUNS = join(ROOT, FOLDER, 'runs.jsonl');
const REPORT = join(ROOT, FOLDER, 'report.md');
/** The time that a stopped run has to end its browsers and databases before it is killed. */
const CLEAN_UP_MS = 20_000;

const asked = readWords(import.meta.filename, () => readSoakOptions(process.argv.slice(2)));
let running: ChildProcess | undefined;
let load: { stop(): void } | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
process.once('exit', () => load?.stop());

const { options, runs } = begin();
for (let number = runs.length + 1; number <= options.times; number += 1) {
  const result = await soakOnce(number);
  runs.push(result);
  appendFileSync(RUNS, lineOf(result));
  writeFileSync(REPORT, renderSoak(runs, options));
  say(runLine(result, options));
}
say(`\n${renderSoak(runs, options)}`);
if (runs.some(({ isGood }) => !isGood)) process.exitCode = 1;

/** A new soak with an empty folder; or, with `--resume`, the stopped one with its own settings and the runs it has. */
function begin(): { options: SoakOptions; runs: SoakRun[] } {
  const { isResumed, ...given } = asked;
  if (isResumed) {
    if (!existsSync(SETTINGS)) throw new Error(`There is no soak to resume in ${FOLDER}.`);
    const done = existsSync(RUNS) ? readRuns(readFileSync(RUNS, 'utf8')) : [];
    writeFileSync(RUNS, done.map(lineOf).join(''));
    return { options: JSON.parse(readFileSync(SETTINGS, 'utf8')) as SoakOptions, runs: done };
  }
  rmSync(join(ROOT, FOLDER), { recursive: true, force: true });
  mkdirSync(join(ROOT, FOLDER), { recursive: true });
  writeFileSync(SETTINGS, JSON.stringify(given));
  return { options: given, runs: [] };
}

function lineOf(run: SoakRun): string {
  return `${JSON.stringify(run)}\n`;
}

/** The short name of the commit, with a plus where files differ from it. */
function commitNow(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+'}`;
}

async function soakOnce(run: number): Promise<SoakRun> {
  const folder = `${FOLDER}/${run}`;
  // A run that was stopped half-way left a part of its reports.
  rmSync(join(ROOT, folder), { recursive: true, force: true });
  mkdirSync(join(ROOT, folder), { recursive: true });
  const isLoaded = run > options.times - options.loaded;
  if (isLoaded) load = startLoad(options.load);
  const commit = commitNow();
  const begun = performance.now();
  const isGood = await prove(folder);
  load?.stop();
  load = undefined;
  const outcomes = [
    ...readTests(join(ROOT, folder, 'tests.json')).outcomes,
    ...journeyReports(join(ROOT, folder)).flatMap(readJourneys),
  ];
  const failed = outcomes.filter(({ status }) => status === 'failed');
  const red = failed.map(({ name, reason = '' }) => ({ name, reason }));
  const partsDown = isGood ? [] : brokenParts(join(ROOT, folder, 'output.log'), red.length > 0);
  return {
    run,
    commit,
    isLoaded,
    isGood,
    seconds: (performance.now() - begun) / 1000,
    total: total(outcomes),
    red: [...red, ...partsDown],
  };
}

/** Runs the proof once, its output in a file of the folder. It has a process group of its own, so that it can be ended whole. */
function prove(folder: string): Promise<boolean> {
  const log = openSync(join(ROOT, folder, 'output.log'), 'w');
  return new Promise((done) => {
    running = spawn(
      process.execPath,
      [join(ROOT, 'scripts/test.ts'), '--reports', folder, '--trace-red', ...options.args],
      { cwd: ROOT, stdio: ['ignore', log, log], detached: true },
    );
    closeSync(log);
    running.once('error', () => done(false));
    running.once('exit', (code) => {
      running = undefined;
      done(code === 0);
    });
  });
}

/** The check, and a run that broke off: no report of tests names them, the output does. */
function brokenParts(log: string, isNamed: boolean): SoakRun['red'] {
  const output = readFileSync(log, 'utf8');
  const reason = /^Out of order: .+$/m.exec(output)?.[0];
  if (reason !== undefined) return [{ name: 'check', reason }];
  return isNamed ? [] : [{ name: 'the run', reason: output.trimEnd().split('\n').at(-1) ?? '' }];
}

/** Ends the load and the run with all that it started, then this program. What has run so far is in the report. */
function stop(): void {
  load?.stop();
  say(`\nStopped. Go on with \`npm run soak -- --resume\`.`);
  const group = running?.pid;
  if (group === undefined) process.exit(130);
  const end = (signal: NodeJS.Signals) => {
    try {
      process.kill(-group, signal);
    } catch {
      // The group has ended by itself.
    }
  };
  end('SIGINT');
  running?.removeAllListeners('exit').once('exit', () => {
    end('SIGKILL');
    process.exit(130);
  });
  setTimeout(() => {
    end('SIGKILL');
    process.exit(130);
  }, CLEAN_UP_MS);
}
