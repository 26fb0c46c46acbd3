import { ConfigError } from '../apps/server/src/platform/config/config.ts';
import { MISUSED } from './command-line.ts';
import { say } from './run.ts';

/** Reads settings for a command. One that is missing or wrong is said, and ends the process with code 2. */
export async function readSettings<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    say(error.message);
    process.exit(MISUSED);
  }
}
