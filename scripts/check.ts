// `npm run check`: everything that can be said of the code without running the product.
import { availableParallelism } from 'node:os';
import { readCommandLine } from './command-line.ts';
import { type Run, run, say } from './run.ts';

interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly mend: string;
}

/**
 * The compiler keeps what it found for each file, errors as well, and looks again only at what a change reaches: the web's
 * types take one second of work instead of thirteen. A fresh clone begins without it.
 */
function remembering(name: string): readonly string[] {
  return ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/check/${name}.tsbuildinfo`];
}

/** The longest first, so that none ends the check alone. */
const STEPS: readonly Step[] = [
  { name: 'lint', command: ['oxlint'], mend: 'The rules and what was left out are in .oxlintrc.json.' },
  {
    name: 'format',
    command: ['oxfmt', '--check'],
    mend: 'Run `npm run format`.',
  },
  {
    name: 'types',
    command: ['tsc', '-p', 'tsconfig.json', ...remembering('types')],
    mend: 'Mend the types; a cast needs a reason.',
  },
  {
    name: 'types of the web',
    command: ['tsc', '-p', 'apps/web/tsconfig.json', ...remembering('types-web')],
    mend: 'As above.',
  },
  { name: 'tidy', command: ['node', 'scripts/tidy.ts'], mend: 'Each line above says how.' },
  {
    name: 'dead code',
    command: ['knip', '--no-config-hints'],
    mend: 'Delete what nobody uses, or use it. See knip.json.',
  },
  {
    name: 'sizes',
    command: ['node', 'apps/web/scripts/sizes.ts'],
    mend: 'Load what the first sight of a page does not need with import().',
  },
  { name: 'rules', command: ['node', 'scripts/rules.ts', '--verify'], mend: 'See docs/rules.md.' },
];

readCommandLine(import.meta.filename, {});
const results = new Map<Step, Run>();
const waiting = [...STEPS];

async function work(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const result = await run(step.command, { keep: true });
    results.set(step, result);
    say(`${result.isGood ? 'ok    ' : 'FAILED'} ${step.name} (${result.seconds.toFixed(1)} s)`);
  }
}

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
const failed = [...results].filter(([, { isGood }]) => !isGood);
for (const [{ name, mend }, { output }] of failed) say(`\n— ${name} —\n${output.trimEnd()}\n  ${mend}`);
say(
  failed.length === 0
    ? 'The house is in order.'
    : `\nOut of order: ${failed.map(([{ name }]) => name).join(', ')}.`,
);
if (failed.length > 0) process.exitCode = 1;
