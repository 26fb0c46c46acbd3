import type { FastifyReply } from 'fastify';
import { createClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { createFaults } from './faults.ts';
import type { Faults } from './faults.ts';
import { createOutbox } from './outbox.ts';
import type { Outbox } from './outbox.ts';
import { createPeople } from './people.ts';
import type { People } from './people.ts';
import { openStore } from './store.ts';
import type { Store } from './store.ts';
import { createTimers } from './timers.ts';
import type { Timers } from './timers.ts';
import { createWebhooks } from './webhooks.ts';
import type { Webhooks } from './webhooks.ts';

/** Everything the providers' twins stand on. */
export type World = {
  store: Store;
  clock: Clock;
  timers: Timers;
  faults: Faults;
  webhooks: Webhooks;
  outbox: Outbox;
  people: People;
  holds: Holds;
  /** An id that is unique on one file for ever: prefix and a counter, `width` characters in all after it. */
  id(prefix: string, width?: number): string;
  reset(): void;
  close(): void;
};

export function createWorld(options: {
  dbPath: string;
  webhookTarget: string;
  holdMs: number;
  acknowledgeMs: number;
  onSilence?: (path: string, body: unknown) => void;
}): World {
  const store = openStore(options.dbPath);
  const clock = createClock(store, options.acknowledgeMs);
  const timers = createTimers(store, clock);
  const faults = createFaults();
  const webhooks = createWebhooks({ store, clock, timers, faults, target: options.webhookTarget });
  const holds = createHolds(options.holdMs, options.onSilence);
  return {
    store,
    clock,
    timers,
    faults,
    webhooks,
    outbox: createOutbox(store, clock),
    people: createPeople(store),
    holds,
    id: (prefix, width = 14) => `${prefix}SBX${String(store.nextNumber()).padStart(width - 3, '0')}`,
    reset() {
      store.reset();
      faults.remove();
      webhooks.resetPolicy();
      clock.reset();
    },
    close() {
      timers.close();
      webhooks.close();
      holds.close();
      clock.close();
      store.close();
    },
  };
}

type Holds = {
  /** Leaves the caller without an answer: until it hangs up, or the limit passes and the socket is cut. */
  hold(reply: FastifyReply): Promise<void>;
  close(): void;
};

/** Sockets that are kept open in silence. */
function createHolds(limitMs: number, onSilence: (path: string, body: unknown) => void = () => {}): Holds {
  const open = new Set<() => void>();
  return {
    hold(reply) {
      reply.hijack();
      const socket = reply.raw.socket;
      return new Promise((resolve) => {
        const finish = () => {
          clearTimeout(limit);
          open.delete(finish);
          socket?.destroy();
          resolve();
        };
        const limit = setTimeout(finish, limitMs);
        open.add(finish);
        if (!socket || socket.destroyed) return finish();
        socket.once('close', finish);
        onSilence(reply.request.url, reply.request.body);
      });
    },
    close() {
      for (const finish of open) finish();
    },
  };
}
