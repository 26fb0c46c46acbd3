export type PartName = 'check' | 'tests' | 'journeys';

export interface Options {
  /** The parts that run. */
  readonly parts: readonly PartName[];
  /** Where the reports of the run are written, from the project's folder. */
  readonly reports: string;
  /** Whether the trace of a red journey is kept. */
  readonly isTraced: boolean;
  /** Runs only what the changes since this revision reach. */
  readonly changedSince?: string;
  /** Writes the list of slow files from the reports of the last run, and runs nothing. */
  readonly isTimes: boolean;
  /** The words left over, for the runner of the tests or of the journeys, whichever runs alone. */
  readonly rest: readonly string[];
}

const PARTS: readonly PartName[] = ['check', 'tests', 'journeys'];
const REPORTS = 'test-results';

/** Throws: an Error with a sentence when an option lacks its value, or is unknown and there is no one runner to take it. */
export function readOptions(args: readonly string[]): Options {
  const left = [...args];
  const isE2e = left[0] === 'e2e';
  if (isE2e) left.shift();
  const flag = (name: string) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at;
  };
  const value = (name: string) => {
    const at = flag(name);
    if (at < 0) return undefined;
    const [word] = left.splice(at, 1);
    if (word === undefined || word.startsWith('-')) throw new Error(`${name} needs a value behind it.`);
    return word;
  };
  const isTimes = flag('--times') >= 0;
  const isTraced = flag('--trace-red') >= 0;
  const changedAt = flag('--changed');
  const changed = changedAt < 0 ? undefined : left[changedAt];
  if (changed !== undefined && !changed.startsWith('-')) left.splice(changedAt, 1);
  const only = isE2e ? 'journeys' : value('--only');
  if (only !== undefined && !PARTS.some((part) => part === only)) {
    throw new Error(`--only takes ${PARTS.join(', ')}; not ${only}.`);
  }
  const reports = value('--reports') ?? REPORTS;
  if (left.length > 0 && only !== 'tests' && only !== 'journeys')
    throw new Error(
      `It does not know "${left.join(' ')}": a runner takes words of its own behind --only tests or --only journeys.`,
    );
  return {
    parts: only === undefined ? PARTS : PARTS.filter((part) => part === only),
    reports,
    isTraced,
    isTimes,
    ...(changedAt < 0
      ? {}
      : { changedSince: changed === undefined || changed.startsWith('-') ? 'HEAD' : changed }),
    rest: left,
  };
}
