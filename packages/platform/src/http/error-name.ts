import { InvariantBroken } from '../invariant.ts';

const CODE = /^[A-Z0-9_]{1,40}$/;
const FRAMES = 7;

/**
 * An unexpected error as a log line may name it: its kind and code (SQLSTATE, ECONNREFUSED). A message may quote what a
 * person sent, the database's own do; only those of our own broken invariants are fixed texts.
 */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  if (error instanceof InvariantBroken) return `${error.name}: ${error.message}`;
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && CODE.test(code) ? `${error.name} ${code}` : error.name;
}

/** Where it was thrown, without the message, which may run over several lines. */
export function errorPlace(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return frames.slice(0, FRAMES).join('\n');
}
