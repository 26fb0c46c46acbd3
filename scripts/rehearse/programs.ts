import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian keeps servers where an ordinary account does not look. */
const PLACES = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Where a program of the machine lies. Throws, with how to get it, where it is missing. */
export function findProgram(name: string, debianPackage: string): string {
  const found = PLACES.map((place) => join(place, name)).find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(`${name} is missing: apt-get install --no-install-recommends ${debianPackage}`);
  return found;
}

/** Where the programs of Debian's newest PostgreSQL lie: each version has a folder of its own. */
export function findPostgres(): string {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).map(Number) : [];
  if (versions.length === 0)
    throw new Error('PostgreSQL is missing: apt-get install --no-install-recommends postgresql');
  return join(root, String(Math.max(...versions)), 'bin');
}

/** Runs a program to its end; answers what it said, and whether it was content. */
export function runProgram(path: string, args: readonly string[]): { isGood: boolean; output: string } {
  try {
    return { isGood: true, output: execFileSync(path, args, { encoding: 'utf8', stdio: 'pipe' }) };
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return { isGood: false, output: `${stdout}${stderr}` };
  }
}

/** A program that runs beside a rehearsal. */
export interface Running {
  readonly pid: number;
  /** Resolves when it ended, with its code; null where a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Its latest output. */
  output(): string;
  /** SIGTERM where no other signal is named. Answers what it ended with; null where a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** SIGKILL: nothing of it goes on. */
  kill(): Promise<number | null>;
}

export interface Start {
  readonly env?: NodeJS.ProcessEnv;
  /** It sees nothing of our environment. */
  readonly isAlone?: boolean;
  /** As whom it runs, where it refuses to run as root. */
  readonly account?: { readonly uid: number; readonly gid: number } | undefined;
}

const OUTPUT_KEPT = 4000;

export function startProgram(
  path: string,
  args: readonly string[],
  { env = {}, isAlone = false, account }: Start = {},
): Running {
  const child = spawn(path, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: isAlone ? env : { ...process.env, ...env },
    ...account,
  });
  let output = '';
  const hear = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-OUTPUT_KEPT);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    pid: child.pid ?? 0,
    ended,
    output: () => output,
    stop: (signal = 'SIGTERM') => end(signal),
    kill: () => end('SIGKILL'),
  };
}
