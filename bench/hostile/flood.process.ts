// Floods the server as somebody without an account can: every connection asks again as soon as it is answered.
import { randomBytes } from 'node:crypto';
import { type Connection, openConnection } from '../connection.ts';
import type { FloodOrder, FloodReport, FloodStart } from './flood.ts';

const JSON_TYPE = 'application/json';
/** The most a body may be before anybody knows who sends it. */
const BODY_BYTES = 1024 * 1024 - 100;
const BIG = JSON.stringify({ email: 'x'.repeat(BODY_BYTES) });
const PASSWORD = 'a quiet river stone';

interface Kind {
  readonly name: string;
  /** Of twenty connections so many. */
  readonly share: number;
  readonly method: 'GET' | 'POST';
  readonly path: () => string;
  readonly body?: () => string;
}

const somebody = () => `${randomBytes(6).toString('hex')}@example.in`;
const KINDS: readonly Kind[] = [
  {
    name: 'sign-up',
    share: 5,
    method: 'POST',
    path: () => '/auth/v1/signup',
    body: () => JSON.stringify({ email: somebody(), password: PASSWORD }),
  },
  {
    name: 'log-in',
    share: 5,
    method: 'POST',
    path: () => '/auth/v1/token?grant_type=password',
    body: () => JSON.stringify({ email: somebody(), password: PASSWORD }),
  },
  {
    name: 'recovery',
    share: 3,
    method: 'POST',
    path: () => '/auth/v1/recover',
    body: () => JSON.stringify({ email: somebody() }),
  },
  {
    name: 'shared receipt',
    share: 3,
    method: 'GET',
    path: () => `/api/v1/public/receipts/${randomBytes(32).toString('base64url')}`,
  },
  { name: 'stream', share: 2, method: 'GET', path: () => '/api/v1/events' },
  { name: 'big body', share: 2, method: 'POST', path: () => '/auth/v1/signup', body: () => BIG },
];

const counts = new Map<string, Map<string, number>>();
let start: FloodStart | undefined;
let isOver = false;
let running: Promise<unknown> = Promise.resolve();

process.on('message', (message: FloodStart | FloodOrder) => {
  void handle(message).then((answer) => process.send?.(answer));
});

async function handle(message: FloodStart | FloodOrder): Promise<object> {
  if (typeof message === 'object') {
    start = message;
    return {};
  }
  if (message === 'begin') {
    const places = KINDS.flatMap((kind) => Array.from({ length: kind.share }, () => kind));
    const begun = Array.from({ length: start!.connections }, (_, number) =>
      flood(places[number % places.length]!, number),
    );
    running = Promise.all(begun.map(({ over }) => over));
    await Promise.all(begun.map(({ answered }) => answered));
    counts.clear();
    return {};
  }
  isOver = true;
  await running;
  return report();
}

function report(): FloodReport {
  return Object.fromEntries([...counts].map(([kind, statuses]) => [kind, Object.fromEntries(statuses)]));
}

/** One connection after another, one call after another on each. */
function flood(
  kind: Kind,
  number: number,
): { readonly answered: Promise<void>; readonly over: Promise<void> } {
  const first = Promise.withResolvers<void>();
  const address = `198.51.100.${number % start!.addresses}`;
  const run = async () => {
    const { hostname, port, host } = new URL(start!.url);
    let connection: Connection | undefined;
    while (!isOver) {
      try {
        connection ??= await openConnection(hostname, Number(port));
        const answer = await connection.exchange(requestOf(kind, host, address));
        count(kind, answer.slice(9, 12));
        if (/\r\nconnection: close\r\n/i.test(answer)) connection = undefined;
      } catch {
        count(kind, 'closed');
        connection = undefined;
      }
      first.resolve();
    }
  };
  return { answered: first.promise, over: run() };
}

function count({ name }: Kind, status: string): void {
  const statuses = counts.get(name) ?? new Map<string, number>();
  counts.set(name, statuses.set(status, (statuses.get(status) ?? 0) + 1));
}

function requestOf({ method, path, body }: Kind, host: string, address: string): string {
  const head = `${method} ${path()} HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: ${address}\r\n`;
  const content = body?.();
  if (content === undefined) return `${head}\r\n`;
  return `${head}content-type: ${JSON_TYPE}\r\ncontent-length: ${content.length}\r\n\r\n${content}`;
}
