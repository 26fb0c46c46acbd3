import { readOptions } from './options.ts';

export interface SoakOptions {
  readonly times: number;
  /** Busy processes beside a run. */
  readonly load: number;
  /** The number of runs with the load; they are the last ones. */
  readonly loaded: number;
  /** The words for `npm test`, such as `--only tests`. */
  readonly args: readonly string[];
}

export interface SoakRun {
  readonly run: number;
  /** The short name of the commit that was proven, with a plus where files differed from it. */
  readonly commit: string;
  readonly isLoaded: boolean;
  readonly isGood: boolean;
  readonly seconds: number;
  readonly total: string;
  readonly red: readonly { readonly name: string; readonly reason: string }[];
}

/** Throws: an Error with a sentence when a number is missing or senseless, or `npm test` does not know a word. */
export function readSoakOptions(args: readonly string[]): SoakOptions & { readonly isResumed: boolean } {
  const rest = [...args];
  const number = (name: string, otherwise: number) => {
    const at = rest.indexOf(name);
    if (at < 0) return otherwise;
    const [, word = ''] = rest.splice(at, 2);
    if (!/^\d+$/.test(word)) throw new Error(`${name} needs a whole number behind it.`);
    return Number(word);
  };
  const times = number('--times', 10);
  const load = number('--load', 0);
  const loaded = Math.min(times, number('--loaded', Math.floor(times / 2)));
  const isResumed = rest.includes('--resume');
  const forTests = rest.filter((word) => word !== '--resume');
  // Each run of a soak would end at a word that the proof does not know.
  readOptions(forTests);
  return {
    times,
    load,
    loaded: load === 0 ? 0 : loaded,
    args: forTests,
    isResumed,
  };
}

/** The runs of a soak that was stopped, one a line. A last line that was cut off while it was written is no run. */
export function readRuns(text: string): SoakRun[] {
  const lines = text.split('\n');
  return lines
    .slice(0, -1)
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SoakRun);
}

/** A run, as one line for the terminal. */
export function runLine(
  { run, commit, isLoaded, isGood, seconds, total, red }: SoakRun,
  { load }: SoakOptions,
): string {
  const beside = isLoaded ? `, ${load} busy beside it` : '';
  const found = isGood ? '' : `: ${red.map(({ name }) => name).join('; ')}`;
  return `${isGood ? 'ok    ' : 'FAILED'} run ${run} of ${commit} (${Math.round(seconds)} s${beside}) ${total}${found}`;
}

/** The report as far as the runs have come: each run, then each test that was ever red, the most often red first. */
export function renderSoak(runs: readonly SoakRun[], options: SoakOptions): string {
  const reds = Map.groupBy(
    runs.flatMap(({ run, red }) => red.map((one) => ({ ...one, run }))),
    ({ name }) => name,
  );
  const listed = [...reds].sort(([, a], [, b]) => b.length - a.length);
  return [
    '# Soak',
    '',
    `${runs.length} of ${options.times} runs of \`npm test${options.args.length > 0 ? ` -- ${options.args.join(' ')}` : ''}\`; ` +
      (options.loaded > 0
        ? `the last ${options.loaded} beside ${options.load} busy processes.`
        : 'nothing else beside them.'),
    '',
    ...runs.map((one) => `- ${runLine(one, options)}`),
    '',
    '## Ever red',
    '',
    ...(listed.length === 0 ? ['Nothing.'] : []),
    ...listed.flatMap(([name, times]) => [
      `- ${name}`,
      `  - ${times.length} of ${runs.length} runs: ${times.map(({ run }) => run).join(', ')}`,
      ...[...new Set(times.map(({ reason }) => reason))].map((reason) => `  - ${reason}`),
    ]),
    '',
  ].join('\n');
}
