import type { Stage } from '../accept/stage.ts';
import { openConnection } from '../connection.ts';
import { KINDS, type Kind, requestOf } from './kinds.ts';

/** The cost of one request of a kind, whatever else the machine does: CPU time, not time on the clock. */
export interface Cost {
  readonly kind: string;
  /** The number of requests sent. */
  readonly count: number;
  /** CPU time of the server with all its threads, in milliseconds a request. */
  readonly serverMs: number;
  /** CPU time of the database with all its processes, in milliseconds a request. */
  readonly databaseMs: number;
  readonly statuses: Readonly<Record<string, number>>;
}

/** One kind after another, each so often over so many connections, from as many addresses. */
export async function measureCosts(stage: Stage, count: number, connections = 4): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (const kind of KINDS) costs.push(await costOf(stage, kind, count, connections));
  return costs;
}

async function costOf(stage: Stage, kind: Kind, count: number, connections: number): Promise<Cost> {
  const { hostname, port, host } = new URL(stage.serverUrl);
  const statuses: Record<string, number> = {};
  const before = [stage.serverCpuMs(), stage.databaseCpuMs()] as const;
  await Promise.all(
    Array.from({ length: connections }, async (_, number) => {
      let connection = await openConnection(hostname, Number(port));
      for (let sent = number; sent < count; sent += connections) {
        const answer = await connection
          .exchange(requestOf(kind, host, `198.51.100.${number}`))
          .catch(() => 'HTTP/1.1 closed\r\nconnection: close\r\n');
        const status = answer.slice(9, 12);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (/\r\nconnection: close\r\n/i.test(answer))
          connection = await openConnection(hostname, Number(port));
      }
    }),
  );
  return {
    kind: kind.name,
    count,
    serverMs: (stage.serverCpuMs() - before[0]) / count,
    databaseMs: (stage.databaseCpuMs() - before[1]) / count,
    statuses,
  };
}
