import { parseArgs } from 'node:util';

interface NumberOption {
  readonly meaning: string;
  readonly fallback: number;
}

/** Something that may happen to an installation, and how it is lived through. */
export interface Rehearsal<Option extends string = string> {
  /** One sentence. */
  readonly about: string;
  readonly options: Readonly<Record<Option, NumberOption>>;
  /** Describes the words it takes beside its options, where it takes any. */
  readonly takes?: string;
  /** Answers whether everything held that has to; `say` hears what happens. Leaves nothing running. */
  run(
    numbers: Readonly<Record<Option, number>>,
    say: (line: string) => void,
    words: readonly string[],
  ): Promise<boolean>;
}

/** Reads a rehearsal's options and words from the command line. Throws for what is neither. */
export function readCommand(
  { options, takes }: Rehearsal,
  args: readonly string[],
): { numbers: Record<string, number>; words: string[] } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: takes !== undefined,
    options: Object.fromEntries(Object.keys(options).map((name) => [name, { type: 'string' as const }])),
  });
  const numbers = Object.fromEntries(
    Object.entries(options).map(([name, { fallback }]) => {
      const number = Number(values[name] ?? fallback);
      if (!Number.isFinite(number) || number <= 0) throw new Error(`--${name} wants a number above zero`);
      return [name, number];
    }),
  );
  return { numbers, words: positionals };
}

/** One thing that has to hold, with the figure that says so. */
export interface Check {
  readonly what: string;
  readonly figure: string;
  readonly isGood: boolean;
}

/** Says each check in a line; answers whether all are good. */
export function report(checks: readonly Check[], say: (line: string) => void): boolean {
  say('');
  for (const { what, figure, isGood } of checks) say(`${isGood ? 'ok    ' : 'BROKEN'} ${what}: ${figure}`);
  return checks.every(({ isGood }) => isGood);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
