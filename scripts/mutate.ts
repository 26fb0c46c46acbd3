// `npm run mutate -- --sample 30 --seed 1`: makes small faults in the rules of money, one at a time in a copy of the project, and
// runs the tests that each reaches. Every survivor is a hole in the tests. `--only <part of a path>` narrows it, `--list` shows
// the faults and their tests alone, `--resume` keeps what was caught and tries the rest. `--files` and `--limit` bound the tests
// of a fault. Results lie in test-results/mutate.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { copyProject } from './mutate/copy.ts';
import { likelihood } from './mutate/likely.ts';
import { diffOf, type Mutant } from './mutate/mutation.ts';
import { readMutateOptions } from './mutate/options.ts';
import { poolOf } from './mutate/sample.ts';
import { trialsIn, type Verdict } from './mutate/trial.ts';
import { workingTree } from './proof/tree.ts';
import { readWords } from './command-line.ts';
import { ROOT, say } from './run.ts';

const FOLDER = join(ROOT, 'test-results/mutate');
const RESULTS = join(FOLDER, 'results.jsonl');

process.chdir(ROOT);
const options = readWords(import.meta.filename, () => readMutateOptions(process.argv.slice(2)));
const tree = workingTree();
const { relatedTo } = likelihood(tree);
const { named, drawn } = poolOf(tree, options.seed, options.only);
const queue = [...named, ...drawn];
say(`${queue.length} lines that a fault is made in, seed ${options.seed}; ${options.sample} are tried.`);
if (options.isListed) {
  for (const mutant of queue.slice(0, options.sample)) sayPlan(mutant);
} else {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  await tryAll();
}

function sayPlan(mutant: Mutant): void {
  const { quick, whole } = relatedTo(mutant);
  say(`\n${titleOf(mutant)}`);
  for (const line of diffOf(mutant)) say(`       ${line}`);
  for (const test of [...quick, ...whole.slice(0, options.files)]) say(`         ${test}`);
}

async function tryAll(): Promise<void> {
  const known = begin();
  const copy = copyProject();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop());
  const stop = async () => {
    say('\nStopped. Go on with `npm run mutate -- --resume` and the same words.');
    await copy.remove();
    process.exit(130);
  };
  const trials = trialsIn(copy, { files: options.files, limitMs: options.limit * 60_000 }, say);
  const ended: Verdict[] = [];
  for (const mutant of queue) {
    if (ended.length === options.sample) break;
    const begun = performance.now();
    const old = known.get(mutant.key);
    const verdict = old ?? (await trials.judge(mutant, relatedTo(mutant)));
    if (old === undefined) appendFileSync(RESULTS, `${JSON.stringify({ key: mutant.key, verdict })}\n`);
    if (verdict.end !== 'invalid') ended.push(verdict);
    sayVerdict(mutant, verdict, old === undefined ? (performance.now() - begun) / 1000 : undefined);
  }
  await copy.remove();
  const caught = ended.filter(isCaught).length;
  say(`\n${caught} of ${ended.length} caught`);
  if (caught < ended.length) process.exitCode = 1;
}

/** Reads the verdicts of the run that this one resumes, without the faults that survived: they are tried again. */
function begin(): ReadonlyMap<string, Verdict> {
  if (!options.isResumed) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const lines = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8').split('\n').filter(Boolean) : [];
  const results = lines.map((line) => JSON.parse(line) as { key: string; verdict: Verdict });
  return new Map(
    results.filter(({ verdict }) => verdict.end !== 'survived').map(({ key, verdict }) => [key, verdict]),
  );
}

function sayVerdict(mutant: Mutant, verdict: Verdict, seconds: number | undefined): void {
  const time = seconds === undefined ? 'before' : `${Math.round(seconds)} s`;
  switch (verdict.end) {
    case 'caught':
      say(`caught ${titleOf(mutant)} (${time})\n       by ${verdict.by}`);
      return;
    case 'hangs':
      say(`caught ${titleOf(mutant)} (${time})\n       it hangs: ${verdict.by}`);
      return;
    case 'invalid':
      say(`       ${titleOf(mutant)} cannot be run: ${verdict.why}`);
      return;
    case 'survived':
      say(`SURVIVED ${titleOf(mutant)} (${time}) ${verdict.tried} of ${verdict.related} related test files`);
      for (const line of diffOf(mutant)) say(`       ${line}`);
  }
}

function titleOf({ key, file, line, kind }: Mutant): string {
  return `${key} ${file}:${line} ${kind}`;
}

function isCaught({ end }: Verdict): boolean {
  return end === 'caught' || end === 'hangs';
}
