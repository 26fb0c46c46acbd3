export interface MutateOptions {
  /** So many faults are tried, the named ones among them. */
  readonly sample: number;
  readonly seed: number;
  /** A part of a path: only faults in such files. */
  readonly only: string;
  /** So many test files with a database for each fault, the likeliest. */
  readonly files: number;
  /** Minutes after which a run of tests hangs. */
  readonly limit: number;
  /** Shows the faults and their tests, and runs nothing. */
  readonly isListed: boolean;
  /** Keeps what was caught before, and tries the rest. */
  readonly isResumed: boolean;
}

/** Throws: an Error with a sentence when an option is unknown, or lacks its value. */
export function readMutateOptions(args: readonly string[]): MutateOptions {
  const left = [...args];
  const take = (name: string) => {
    const at = left.indexOf(name);
    if (at < 0) return undefined;
    const [, word = ''] = left.splice(at, 2);
    if (word === '' || word.startsWith('-')) throw new Error(`${name} needs a value behind it.`);
    return word;
  };
  const number = (name: string, otherwise: number) => {
    const word = take(name) ?? String(otherwise);
    if (!/^\d+$/.test(word)) throw new Error(`${name} needs a whole number behind it.`);
    return Number(word);
  };
  const flag = (name: string) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const options = {
    sample: number('--sample', 30),
    seed: number('--seed', 1),
    only: take('--only') ?? '',
    files: number('--files', 12),
    limit: number('--limit', 10),
    isListed: flag('--list'),
    isResumed: flag('--resume'),
  };
  if (left.length > 0) throw new Error(`npm run mutate does not know ${left.join(' ')}.`);
  return options;
}
