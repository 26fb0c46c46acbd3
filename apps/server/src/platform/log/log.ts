import type { Log } from '@mohlat/platform/log.ts';
import { pino, type DestinationStream } from 'pino';

export type { Log } from '@mohlat/platform/log.ts';

/** Names under which something personal or secret could reach a log line. */
const SECRET_KEYS = [
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
];

/** The process's logger. Lines carry ids and codes; what slips in under a telling name is struck out. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    redact: {
      paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
      censor: '[struck out]',
    },
  };
  // Lines written while another write is under way go out with the next one; the rest is flushed at exit.
  return pino(options, destination ?? pino.destination({ fd: 1, sync: false }));
}
