// Loads the server over kept-alive connections, one request at a time on each. Plain sockets, not a client library:
// the load shares the machine with what it measures, and should take as little of it as pgbench does.
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Go, Start } from './http-load.ts';
import { idOf } from './ids.ts';
import type { Round } from './summary.ts';

interface Connection {
  /** One request and its whole answer: the status line. */
  exchange(request: string): Promise<string>;
}

let start: Start | undefined;
let connections: readonly Connection[] = [];

process.on('message', (message: Start | Go) => {
  void handle(message).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});

async function handle(message: Start | Go): Promise<object> {
  if ('url' in message) {
    start = message;
    const { hostname, port } = new URL(message.url);
    connections = await Promise.all(
      Array.from({ length: message.clients }, () => open(hostname, Number(port))),
    );
    return {};
  }
  return load(message);
}

async function load({ from, payments }: Go): Promise<Round> {
  const { tokens, url } = start!;
  const latenciesMs: number[] = [];
  const { host } = new URL(url);
  let next = from;
  const startedAt = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      while (next < from + payments) {
        const number = next++;
        const body = `{"quoteId":"${idOf('quote', number)}","acceptKeyFacts":true}`;
        const request =
          `POST /api/v1/payments HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${tokens[number % tokens.length]}\r\n` +
          `idempotency-key: ${randomUUID()}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
        const sentAt = performance.now();
        const status = await connection.exchange(request);
        latenciesMs.push(performance.now() - sentAt);
        if (!status.startsWith('HTTP/1.1 202')) throw new Error(`payment ${number}: ${status}`);
      }
    }),
  );
  return { payments, perSecond: (payments / (performance.now() - startedAt)) * 1000, latenciesMs };
}

function open(host: string, port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(connectionOn(socket)));
    socket.once('error', reject);
  });
}

const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;

function connectionOn(socket: Socket): Connection {
  let received = '';
  let settle: { resolve: (status: string) => void; reject: (error: Error) => void } | undefined;
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received += chunk;
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = Number(LENGTH.exec(received)?.[1]);
    if (received.length < headEnd + 4 + length) return;
    const status = received.slice(0, received.indexOf('\r\n'));
    const answer = status.startsWith('HTTP/1.1 2') ? status : received;
    received = '';
    settle?.resolve(answer);
  });
  socket.on('close', () => settle?.reject(new Error('the server closed a connection')));
  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        socket.write(request);
      }),
  };
}
