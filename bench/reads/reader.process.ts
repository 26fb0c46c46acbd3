// Reads over kept-alive connections, one request at a time on each.
import { setTimeout } from 'node:timers/promises';
import { answerAsked } from '../asking.ts';
import { type Connection, openConnection } from '../connection.ts';
import type { Go, Pace, Start } from './reader.ts';

let start: Start | undefined;
let connections: readonly Connection[] = [];
/** The tags of the latest answers, by token and path. */
const tags = new Map<string, string>();

answerAsked(handle);

async function handle(message: Start | Go): Promise<object> {
  if ('calls' in message) return read(message);
  start = message;
  const { hostname, port } = new URL(message.url);
  connections = await Promise.all(
    Array.from({ length: message.clients }, () => openConnection(hostname, Number(port))),
  );
  return {};
}

async function read({ paths, calls, perSecond, isAgain = false }: Go): Promise<Pace> {
  const { tokens, url } = start!;
  const { host } = new URL(url);
  const latenciesMs: number[] = [];
  let next = 0;
  let bytes = 0;
  const startedAt = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      while (next < calls) {
        const number = next++;
        // Everybody asks for all paths, as a page does.
        const token = tokens[Math.floor(number / paths.length) % tokens.length];
        const path = paths[number % paths.length];
        const dueAt = perSecond === undefined ? performance.now() : startedAt + (number / perSecond) * 1000;
        const early = dueAt - performance.now();
        if (early > 0) await setTimeout(early);
        const of = `${token} ${path}`;
        const tag = isAgain ? tags.get(of) : undefined;
        const condition = tag === undefined ? '' : `if-none-match: ${tag}\r\n`;
        const answer = await connection.exchange(
          `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n${condition}\r\n`,
        );
        latenciesMs.push(performance.now() - dueAt);
        if (!/^HTTP\/1.1 (200|304) /.test(answer)) throw new Error(`${path}: ${answer}`);
        bytes += answer.length;
        const given = /\r\netag: ([^\r]+)/.exec(answer)?.[1];
        if (given !== undefined) tags.set(of, given);
      }
    }),
  );
  return { perSecond: (calls / (performance.now() - startedAt)) * 1000, bytes: bytes / calls, latenciesMs };
}
