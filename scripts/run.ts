import { spawn } from 'node:child_process';
import { delimiter, join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..');

/** What a program ended with; its output only when it was kept. */
export interface Run {
  readonly isGood: boolean;
  readonly output: string;
  readonly seconds: number;
}

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
      stdio: keep ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PATH: join(ROOT, 'node_modules/.bin') + delimiter + (process.env.PATH ?? ''),
        ...env,
      },
      shell: process.platform === 'win32',
    });
    const chunks: string[] = [];
    const end = (isGood: boolean) =>
      done({ isGood, output: chunks.join(''), seconds: (performance.now() - begun) / 1000 });
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
    child.once('error', (error) => {
      chunks.push(`${name}: ${error.message}\n`);
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
