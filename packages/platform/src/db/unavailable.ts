import { DomainError } from '../http/domain-error.ts';

/**
 * SQLSTATEs of a database that cannot work now and may in a moment. Source: PostgreSQL, appendix A; PgBouncer answers in class 08.
 * - 08: the connection failed
 * - 53: resources ran out, such as disk or connections
 * - 57P01 to 57P05: the server shuts down or starts
 * - 25006: it is read-only, as a former leader is
 * - 25P03, 25P04: this process was too slow, and its transaction was ended
 */
const UNAVAILABLE = /^(?:08...|53...|57P0[1-5]|25006|25P0[34])$/;
/** Node's names for a server that is not there, or no longer. */
const SOCKET = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** The driver's and the pool's own errors have no code. */
const SENTENCES = [
  'Cannot use a pool after calling end on the pool',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
] as const;
/** Class 08 too, and a fault of ours: a statement that was bound to the wrong values. */
const OUR_FAULT = /^bind message /;

/** When a caller may ask again. */
const AGAIN_SECONDS = 3;

/** Whether the database cannot work at the moment. The only place that knows which errors say so. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as { readonly code?: unknown };
  if (typeof code === 'string')
    return SOCKET.has(code) || (UNAVAILABLE.test(code) && !OUR_FAULT.test(error.message));
  return SENTENCES.some((sentence) => error.message.startsWith(sentence));
}

/**
 * Whether the connection an error came from may not be used again: the next statement would wait for the same silence, or
 * reach the same former leader, which only reads. Where resources are short the connection itself is sound.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!isUnavailable(error)) return false;
  const { code } = error as { readonly code?: unknown };
  return typeof code !== 'string' || SOCKET.has(code) || !code.startsWith('53');
}

/**
 * The database cannot work at the moment: `busy`. Whether a statement that was under way took effect is unknown, so the
 * caller repeats the same request under the same key.
 */
export class DatabaseUnavailable extends DomainError<'busy'> {
  override readonly name = 'DatabaseUnavailable';

  constructor(cause: unknown) {
    super('busy', { retryAfterSeconds: AGAIN_SECONDS });
    this.cause = cause;
  }
}
