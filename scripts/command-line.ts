import { readFileSync } from 'node:fs';
import { say } from './run.ts';

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
