import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { say } from './run.ts';

/** The exit code of a command that was called in a way it does not know. */
export const MISUSED = 2;

/**
 * Reads the words behind a command as `parseArgs` does, by its own rules, and at most so many words without an option. Help that is
 * asked for is printed, and ends the process. So does a word or an option that the command does not know: a misspelt or lost option
 * would otherwise mean "as usual", and do more than its caller wanted.
 */
export function readCommandLine<const C extends ParseArgsConfig>(
  script: string,
  config: C,
  { wordsMax = 0 }: { readonly wordsMax?: number } = {},
): ReturnType<typeof parseArgs<C>> {
  helpIfAsked(script, process.argv.slice(2));
  for (const option of Object.keys(config.options ?? {}))
    if (takenByNpm(option)) misused(script, `npm took --${option} for itself: write -- before the options.`);
  const read = readWords(script, () => parseArgs(config));
  const { positionals }: { readonly positionals: readonly string[] } = read;
  if (positionals.length > wordsMax)
    misused(script, `It does not know "${positionals.slice(wordsMax).join(' ')}".`);
  return read;
}

/** Reads the words behind a command that has rules of its own for them. An error of its reader is said, and ends the process. */
export function readWords<T>(script: string, read: () => T): T {
  helpIfAsked(script, process.argv.slice(2));
  try {
    return read();
  } catch (error) {
    return misused(script, error instanceof Error ? error.message : String(error));
  }
}

/** Whether npm was called with the option before a `--`. It keeps such a one, and hands at most its value on as a word. */
function takenByNpm(option: string): boolean {
  return process.env[`npm_config_${option.replaceAll('-', '_')}`] !== undefined;
}

/** The number that stands behind an option. Ends the process with a sentence where it is none. */
export function numberOf(script: string, option: string, word: string): number {
  const number = Number(word);
  return word.trim() !== '' && Number.isFinite(number)
    ? number
    : misused(script, `${option} needs a number behind it.`);
}

/** Says what is wrong with the call of a command, and how it is called. Ends the process with code 2. */
export function misused(script: string, sentence: string): never {
  process.stderr.write(`${sentence}\n\n${helpOf(readFileSync(script, 'utf8'))}\n`);
  process.exit(MISUSED);
}

/** Prints the comment at the head of a script and ends the process, where its words ask for help. */
export function helpIfAsked(script: string, words: readonly string[]): void {
  if (!words.some((word) => word === '--help' || word === '-h')) return;
  say(helpOf(readFileSync(script, 'utf8')));
  process.exit();
}

/** The comment at the head of a script, without its slashes. */
export function helpOf(source: string): string {
  const lines = source.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n');
}
