import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Order } from './ways.process.ts';

/** Opens ways to ports of this machine, and cuts and mends them, each by its own port. */
export interface Ways {
  open(targets: readonly number[]): Promise<readonly number[]>;
  cut(ports: readonly number[]): Promise<void>;
  mend(ports: readonly number[]): Promise<void>;
  close(): Promise<void>;
}

export function startWays(): Ways {
  const child = fork(join(import.meta.dirname, 'ways.process.ts'), { stdio: 'ignore' });
  let turn: Promise<unknown> = Promise.resolve();
  // One order after the other: an answer belongs to the one before it.
  const say = (order: Order): Promise<readonly number[]> => {
    const answered = turn.then(async () => {
      const heard = once(child, 'message');
      child.send(order);
      const [ports] = (await heard) as [readonly number[]];
      return ports;
    });
    turn = answered;
    return answered;
  };
  return {
    open: (targets) => say({ open: targets }),
    cut: async (ports) => void (await say({ cut: ports })),
    mend: async (ports) => void (await say({ mend: ports })),
    async close() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
