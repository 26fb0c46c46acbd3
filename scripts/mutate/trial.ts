import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { readTests } from '../proof/outcomes.ts';
import type { Copy } from './copy.ts';
import type { Related } from './likely.ts';
import { applyMutation, type Mutant } from './mutation.ts';

/** The end of a fault. One that is `invalid` cannot be run, and proves nothing: another is drawn in its place. */
export type Verdict =
  | { readonly end: 'caught'; readonly by: string }
  | { readonly end: 'hangs'; readonly by: string }
  | { readonly end: 'survived'; readonly tried: number; readonly related: number }
  | { readonly end: 'invalid'; readonly why: string };

export interface Bounds {
  /** So many test files with a database are tried, the likeliest. */
  readonly files: number;
  readonly limitMs: number;
}

/** The result of a run of some test files. */
interface Shown {
  readonly end: 'green' | 'red' | 'hung';
  /** The file of the first red test; empty when the run broke off without one. */
  readonly file: string;
  /** The test's title; empty when the file failed outside its tests. */
  readonly title: string;
  /** The end of what was printed. */
  readonly words: string;
}

/** The time that a stopped run has to end its database before it is killed. */
const CLEAN_UP_MS = 15_000;
/** So many tests of the packages run before the others: most faults are caught there, and a run waits for the files it began. */
const LIKELIEST = 3;
/** Functions in the language SQL are checked when they are made: the database has refused such a fault itself. */
const REFUSED = /db\/functions\/[\w.]+: error: [^\n]*/;
const WORDS_MAX = 4000;

export interface Trials {
  /** The fault in the copy, and the tests that it reaches, until one of them is red. The copy is whole again afterwards. */
  judge(mutant: Mutant, related: Related): Promise<Verdict>;
}

/**
 * A red test counts once it has been green without the fault, alone or else with its file, and a run that hangs once the same
 * files have ended without it: so neither a broken test nor a slow machine catches anything.
 */
export function trialsIn(copy: Copy, { files, limitMs }: Bounds, say: (line: string) => void): Trials {
  const proven = new Map<string, boolean>();
  const isGreen = async (tests: readonly string[], title?: string) => {
    const key = JSON.stringify([tests, title]);
    const known = proven.get(key) ?? (await runTests(copy, tests, limitMs, title)).end === 'green';
    proven.set(key, known);
    return known;
  };
  const isGreenWithout = async ({ file, title }: Shown, tests: readonly string[]) => {
    if (file === '') return await isGreen(tests);
    return (title !== '' && (await isGreen([file], title))) || (await isGreen([file]));
  };

  const judge = async (mutant: Mutant, related: Related, without: ReadonlySet<string>): Promise<Verdict> => {
    const original = readFileSync(join(copy.folder, mutant.file), 'utf8');
    const whole = related.whole.filter((file) => !without.has(file)).slice(0, files);
    const quick = related.quick.filter((file) => !without.has(file));
    const stages = [quick.slice(0, LIKELIEST), quick.slice(LIKELIEST), whole].filter(
      ({ length }) => length > 0,
    );
    for (const tests of stages) {
      copy.write(mutant.file, applyMutation(original, mutant));
      const shown = await runTests(copy, tests, limitMs).finally(() => copy.write(mutant.file, original));
      if (shown.end === 'green') continue;
      const refused = shown.file === '' ? REFUSED.exec(shown.words)?.[0] : undefined;
      if (refused !== undefined) return { end: 'invalid', why: refused };
      if (await isGreenWithout(shown, tests))
        return shown.end === 'hung'
          ? { end: 'hangs', by: tests.join(', ') }
          : { end: 'caught', by: nameOf(shown) };
      if (shown.end === 'hung')
        return { end: 'invalid', why: 'its tests do not end in time without it either: raise --limit' };
      const suspects = shown.file === '' ? tests : [shown.file];
      say(`       red without the fault, and left out: ${suspects.join(', ')}`);
      return await judge(mutant, related, new Set([...without, ...suspects]));
    }
    const tried = stages.flat().length;
    return { end: 'survived', tried, related: related.quick.length + related.whole.length };
  };
  return { judge: (mutant, related) => judge(mutant, related, new Set()) };
}

function nameOf({ file, title }: Shown): string {
  return [file === '' ? 'a run that broke off' : file, ...(title === '' ? [] : [title])].join(' › ');
}

/** The files, or of them the test with a title alone. */
async function runTests(
  copy: Copy,
  tests: readonly string[],
  limitMs: number,
  title?: string,
): Promise<Shown> {
  const report = join(copy.folder, 'mutate-report.json');
  rmSync(report, { force: true });
  // The list of slow files says which files start first: here the likeliest do.
  copy.write('scripts/proof/slow-first.json', JSON.stringify(tests));
  const named = title === undefined ? [] : ['-t', `^${RegExp.escape(title)}$`];
  // A test that is given up after seconds says something of the machine alone.
  const args = [
    ...tests,
    ...named,
    `--testTimeout=${limitMs}`,
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { end, words } = await runVitest(copy, args, limitMs);
  await copy.sweep();
  // A file that the first red test kept from running is reported as failed, without a reason.
  const failed = readTests(report, copy.folder).outcomes.find(
    ({ status, reason = '' }) => status === 'failed' && reason !== '',
  );
  if (failed === undefined || end === 'hung') return { end, file: '', title: '', words };
  return { end, file: failed.file, title: failed.name.slice(`${failed.file} › `.length), words };
}

/** Runs the files in a process group of its own, which is ended whole when its time is over. */
function runVitest(
  copy: Copy,
  args: readonly string[],
  limitMs: number,
): Promise<{ readonly end: Shown['end']; readonly words: string }> {
  return new Promise((done) => {
    const child = spawn(
      process.execPath,
      [join(copy.folder, 'node_modules/vitest/vitest.mjs'), 'run', '--bail=1', ...args],
      {
        cwd: copy.folder,
        env: { ...process.env, TMPDIR: copy.tmp, NO_COLOR: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      },
    );
    let words = '';
    const hear = (chunk: Buffer) => {
      words = (words + stripVTControlCharacters(chunk.toString())).slice(-WORDS_MAX);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    let isOver = false;
    const stop = (signal: NodeJS.Signals) => {
      try {
        process.kill(-child.pid!, signal);
      } catch {
        // The group has ended by itself.
      }
    };
    const limit = setTimeout(() => {
      isOver = true;
      stop('SIGINT');
      setTimeout(() => stop('SIGKILL'), CLEAN_UP_MS).unref();
    }, limitMs);
    const giveUp = () => stop('SIGKILL');
    process.once('exit', giveUp);
    copy.whileRunning(giveUp);
    child.once('exit', (code) => {
      clearTimeout(limit);
      process.off('exit', giveUp);
      // Processes that it started may hold its pipes open.
      stop('SIGKILL');
      done({ end: isOver ? 'hung' : code === 0 ? 'green' : 'red', words });
    });
  });
}
