import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '@mohlat/contract';
import type { Log } from '#platform/log/log.ts';
import { PROBLEM_TYPE, problemOf } from './problem.ts';

/** Codes of Node's parser that have an answer of their own; the others are all bad requests. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** The answer that Node has begun on a socket, if any; no public name tells. */
function isAnswering(socket: Socket & { readonly _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}

/**
 * Answers bytes that never became a request: malformed HTTP, headers without end, a request that does not arrive. The framework has no
 * request and no reply for them, so the same document is written to the socket by hand; then the connection ends.
 */
export function answerBroken(log: Log, headers: Readonly<Record<string, string>>) {
  return ({ code: reason }: { readonly code: string }, socket: Socket): void => {
    if (reason === 'ECONNRESET' || socket.destroyed) return;
    const code = CODES[reason] ?? 'bad_request';
    const requestId = randomUUID();
    log.info({ code, requestId }, 'request refused');
    // A second head within an answer that is under way would be read as its content. Node's own handler looks the same way.
    if (!socket.writable || isAnswering(socket)) return void socket.destroy();
    const { status } = ERRORS[code];
    const body = JSON.stringify(problemOf({ code }, 'en', requestId));
    const lines = Object.entries({
      ...headers,
      'x-request-id': requestId,
      'cache-control': 'no-store',
      'content-type': `${PROBLEM_TYPE}; charset=utf-8`,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
    socket.end(head + body, () => socket.destroy());
  };
}
