// Floods the server as a visitor can: every connection asks again as soon as it is answered.
import { constants, setPriority } from 'node:os';
import { answerAsked } from '../asking.ts';
import { type Connection, openConnection } from '../connection.ts';
import type { FloodOrder, FloodReport, FloodStart } from './flood.ts';
import { KINDS, type Kind, requestOf } from './kinds.ts';

// It shares the cores with what it floods, and takes what that leaves.
setPriority(constants.priority.PRIORITY_LOW);

const counts = new Map<string, Map<string, number>>();
let start: FloodStart | undefined;
let isOver = false;
let running: Promise<unknown> = Promise.resolve();

answerAsked(handle);

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
