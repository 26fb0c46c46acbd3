// Loads the server over kept-alive connections, one request at a time on each.
import { randomUUID } from 'node:crypto';
import { answerAsked } from '../asking.ts';
import { openConnection } from '../connection.ts';
import type { Go, Start } from './http-load.ts';
import { idOf } from './ids.ts';
import type { Round } from './summary.ts';

let start: Start | undefined;

answerAsked(handle);

async function handle(message: Start | Go): Promise<object> {
  if (!('url' in message)) return load(message);
  start = message;
  return {};
}

async function load({ from, payments }: Go): Promise<Round> {
  const { tokens, url, clients } = start!;
  const latenciesMs: number[] = [];
  const { host, hostname, port } = new URL(url);
  // Opened for each round: the server closes those that were idle for long.
  const connections = await Promise.all(
    Array.from({ length: clients }, () => openConnection(hostname, Number(port))),
  );
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
        const answer = await connection.exchange(request);
        latenciesMs.push(performance.now() - sentAt);
        if (!answer.startsWith('HTTP/1.1 202')) throw new Error(`payment ${number}: ${answer}`);
      }
    }),
  );
  const perSecond = (payments / (performance.now() - startedAt)) * 1000;
  for (const connection of connections) connection.close();
  return { payments, perSecond, latenciesMs };
}
