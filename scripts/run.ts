import { spawn } from 'node:child_process';
import { delimiter, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export const ROOT = resolve(import.meta.dirname, '..');

/** The end of a program; its output is empty unless it was kept. */
export interface Run {
  readonly isGood: boolean;
  readonly output: string;
  /** The last lines that it wrote as errors: why a runner broke off stands there, and in no report. */
  readonly lastWords: readonly string[];
  readonly seconds: number;
}

/** Where Node keeps what it compiled: a process of the server starts with half of the work, and a proof starts dozens. */
const COMPILED = join(ROOT, 'node_modules/.cache/compile');
const LAST_WORDS_MAX = 20;
const LAST_CHARS_MAX = 16_384;
const READ_REST_MS = 500;

/** Runs a program of the project, found among its packages first. `keep` holds its output back; else it is seen at once. */
export function run(
  command: readonly [string, ...string[]],
  { keep = false, env = {} }: { keep?: boolean; env?: Readonly<Record<string, string>> } = {},
): Promise<Run> {
  const [name, ...args] = command;
  const begun = performance.now();
  return new Promise((done) => {
    const child = spawn(name, args, {
      cwd: ROOT,
      stdio: ['ignore', keep ? 'pipe' : 'inherit', 'pipe'],
      env: {
        NODE_COMPILE_CACHE: COMPILED,
        ...process.env,
        PATH: join(ROOT, 'node_modules/.bin') + delimiter + (process.env.PATH ?? ''),
        ...env,
      },
      shell: process.platform === 'win32',
    });
    const chunks: string[] = [];
    let errors = '';
    const end = (isGood: boolean) =>
      done({
        isGood,
        output: chunks.join(''),
        lastWords: lastLines(errors),
        seconds: (performance.now() - begun) / 1000,
      });
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-LAST_CHARS_MAX);
      if (keep) chunks.push(chunk.toString());
      else process.stderr.write(chunk);
    });
    child.once('error', (error) => {
      chunks.push(`${name}: ${error.message}\n`);
      end(false);
    });
    child.once('close', (code) => end(code === 0));
    // A process that it left running may hold the pipe open. Then its own exit counts, after its last output has been read.
    if (!keep) child.once('exit', (code) => setTimeout(() => end(code === 0), READ_REST_MS));
  });
}

function lastLines(text: string): readonly string[] {
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-LAST_WORDS_MAX);
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
