import { existsSync, readFileSync } from 'node:fs';

/** Variables of the environment, by name. */
export type Env = Readonly<Record<string, string | undefined>>;

/** A start that cannot go on, said in one line a person can act upon. */
export class ConfigError extends Error {}

/** A secret of the environment, or of the file that `<NAME>_FILE` names. Throws ConfigError when there is no such file. */
export function readSecret(env: Env, name: string): string | undefined {
  const file = env[`${name}_FILE`];
  if (file === undefined) return env[name];
  if (!existsSync(file)) throw new ConfigError(`${name}_FILE names a file that does not exist`);
  return readFileSync(file, 'utf8').trim();
}

/** A number of the environment; one that is left empty is not set. What is no number is NaN, which no range holds. */
export function readNumber(env: Env, name: string, fallback: number): number {
  const text = env[name]?.trim() ?? '';
  return text === '' ? fallback : Number(text);
}
