import { parseArgs } from 'node:util';

interface NumberOption {
  readonly meaning: string;
  readonly fallback: number;
}

interface Choice {
  readonly meaning: string;
  readonly of: readonly string[];
  readonly fallback: string;
}

/** Something that may happen to an installation, and how it is lived through. */
export interface Rehearsal<Option extends string = string> {
  /** One sentence. */
  readonly about: string;
  readonly options: Readonly<Record<Option, NumberOption>>;
  /** Options that take one of several words. */
  readonly choices?: Readonly<Record<string, Choice>>;
  /** Describes the words it takes beside its options, where it takes any. */
  readonly takes?: string;
  /** Answers whether everything held that has to; `say` hears what happens. Leaves nothing running. */
  run(
    numbers: Readonly<Record<Option, number>>,
    say: (line: string) => void,
    words: readonly string[],
    chosen: Readonly<Record<string, string>>,
  ): Promise<boolean>;
}

/** Reads a rehearsal's options and words from the command line. Throws for what is neither. */
export function readCommand(
  { options, choices = {}, takes }: Rehearsal,
  args: readonly string[],
): { numbers: Record<string, number>; chosen: Record<string, string>; words: string[] } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: takes !== undefined,
    options: Object.fromEntries(
      [...Object.keys(options), ...Object.keys(choices)].map((name) => [name, { type: 'string' as const }]),
    ),
  });
  const numbers = Object.fromEntries(
    Object.entries(options).map(([name, { fallback }]) => {
      const number = Number(values[name] ?? fallback);
      if (!Number.isFinite(number) || number <= 0) throw new Error(`--${name} wants a number above zero`);
      return [name, number];
    }),
  );
  const chosen = Object.fromEntries(
    Object.entries(choices).map(([name, { of, fallback }]) => {
      const word = values[name] ?? fallback;
      if (!of.includes(word)) throw new Error(`--${name} wants one of ${of.join(', ')}`);
      return [name, word];
    }),
  );
  return { numbers, chosen, words: positionals };
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
