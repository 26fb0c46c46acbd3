import type { Log } from '@mohlat/platform/log.ts';
import { pino, stdSerializers, type DestinationStream } from 'pino';

export type { Log } from '@mohlat/platform/log.ts';

/** Names under which something personal or secret could reach a log line. */
const SECRET_KEYS: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'password',
  'token',
  'access_token',
  'refresh_token',
  'otp',
  'pan',
  'aadhaar',
  'cardNumber',
  'accountNumber',
  'mobile',
  'phone',
  'email',
  'to',
  'text',
  'body',
]);
/** The depth of a logged object down to which those names are looked for. */
const DEPTH = 3;
const CENSOR = '[struck out]';
/**
 * Lines wait for each other, 50 ms at most: a write of its own for every line was a quarter of what a short answer cost. At exit, also
 * by an exception, they are flushed; a killed process loses those of its last 50 ms.
 */
const BUFFER = { minLength: 4096, periodicFlush: 50 };

/** The process's logger. Lines carry ids and codes; what slips in under a telling name is struck out. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    formatters: { log: (fields: Record<string, unknown>) => strikeOut(fields) },
    serializers: { err: (error: Error) => strikeOut(stdSerializers.err(error), 2) },
  };
  return pino(options, destination ?? pino.destination({ fd: 1, sync: false, ...BUFFER }));
}

/**
 * The same without what stands under a telling name, copied only where there is some: the logger's own way walks sixty paths for
 * every field of every line.
 */
function strikeOut<T extends object>(value: T, depth = 1): T {
  let clean: T | undefined;
  for (const [key, part] of Object.entries(value) as [string, unknown][]) {
    // An error's own words are not among its fields: its serializer takes them, and what stands beside them is struck out there.
    const isError = key === 'err' && part instanceof Error;
    const isDeeper = depth < DEPTH && typeof part === 'object' && part !== null && !isError;
    const kept = SECRET_KEYS.has(key) ? CENSOR : isDeeper ? strikeOut(part, depth + 1) : part;
    if (kept === part) continue;
    clean ??= Array.isArray(value) ? ([...value] as unknown as T) : { ...value };
    Object.assign(clean, { [key]: kept });
  }
  return clean ?? value;
}
