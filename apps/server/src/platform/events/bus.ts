import pg from 'pg';
import { errorName } from '#platform/http/error-name.ts';
import type { Log } from '#platform/log/log.ts';

/** What a person's open pages hear of. The event says that something changed, never what: pages ask again. */
export const LIVE_EVENTS = ['payment', 'repayment', 'kyc', 'notification'] as const;
export type LiveEvent = (typeof LIVE_EVENTS)[number];

export interface LiveMessage {
  /** `session`: one of theirs ended. It is told to nobody; who listens under it is asked anew who they are. */
  readonly type: LiveEvent | 'session';
  readonly id: string;
}

type Listener = (message: LiveMessage) => void;

/** Carries live events from whichever process wrote them to the open pages of one user. */
export interface EventBus {
  listen(userId: string, listener: Listener): () => void;
  /** The kinds of events a person had within the last so many milliseconds; what is a minute old is forgotten. */
  lately(userId: string, withinMs: number): readonly LiveEvent[];
  close(): Promise<void>;
}

const CHANNEL = 'live_events';

/** SQL, within a statement, that announces an event when its transaction commits. */
export const announcement = (userId: string, type: string, id: string) =>
  `pg_notify('${CHANNEL}', json_build_object('userId', ${userId}, 'type', ${type}, 'id', ${id})::text)`;

/** SQL that announces one event: `select pg_notify(…)`. */
export const ANNOUNCE = `select ${announcement('$1::uuid', '$2::text', '$3::uuid')}`;

/** SQL that announces that a person's sessions ended. */
export const ANNOUNCE_SESSION = `select pg_notify('${CHANNEL}', json_build_object('userId', $1::uuid, 'type', 'session', 'id', $1::uuid)::text)`;

/** A page that takes longer to open its stream hears of nothing that happened before that. */
const REMEMBERED_MS = 60_000;

/** When each kind of event was last heard of each person, those heard of last at the end. */
class Memory {
  readonly #heard = new Map<string, Map<LiveEvent, number>>();

  add(userId: string, type: LiveEvent): void {
    const now = performance.now();
    const mine = this.#heard.get(userId) ?? new Map<LiveEvent, number>();
    this.#heard.delete(userId);
    this.#heard.set(userId, mine.set(type, now));
    for (const [other, times] of this.#heard) {
      if (Math.max(...times.values()) >= now - REMEMBERED_MS) return;
      this.#heard.delete(other);
    }
  }

  since(userId: string, withinMs: number): LiveEvent[] {
    const from = performance.now() - Math.min(withinMs, REMEMBERED_MS);
    return [...(this.#heard.get(userId) ?? [])].filter(([, at]) => at >= from).map(([type]) => type);
  }
}

/** Holds one direct connection for LISTEN and takes it up again when it breaks. */
export function createEventBus(databaseUrl: string, log: Log): EventBus {
  const listeners = new Map<string, Set<Listener>>();
  const memory = new Memory();
  let client: pg.Client | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'mohlat_events',
      keepAlive: true,
    });
    client.on('notification', ({ payload }) => {
      const { userId, ...message } = JSON.parse(payload ?? '{}') as LiveMessage & { userId: string };
      if (message.type !== 'session') memory.add(userId, message.type);
      for (const listener of listeners.get(userId) ?? []) listener(message);
    });
    client.on('error', () => {});
    client.on('end', () => {
      if (!closed) setTimeout(reconnect, 500);
    });
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
  }

  function reconnect(): void {
    if (closed) return;
    connect().catch((error) => {
      log.warn({ reason: errorName(error) }, 'live events: connection lost');
      setTimeout(reconnect, 1000);
    });
  }
  reconnect();

  return {
    listen(userId, listener) {
      const mine = listeners.get(userId) ?? new Set();
      listeners.set(userId, mine.add(listener));
      return () => {
        mine.delete(listener);
        if (mine.size === 0) listeners.delete(userId);
      };
    },
    lately: (userId, withinMs) => memory.since(userId, withinMs),
    close: async () => {
      closed = true;
      await client?.end().catch(() => {});
    },
  };
}
