import { keepConnection } from '#platform/db/kept-connection.ts';
import type { Log } from '#platform/log/log.ts';
import { fullJitterMs } from '#platform/outbound/back-off.ts';

/** The events for a person's open pages. An event says that something changed, never the change itself: pages ask again. */
export const LIVE_EVENTS = ['payment', 'repayment', 'kyc', 'notification'] as const;
export type LiveEvent = (typeof LIVE_EVENTS)[number];

export interface LiveMessage {
  /**
   * `session`: a session of the person ended; it is not sent to the page, the stream checks its own session again. `missed`: the
   * listener was disconnected for a while, and any event may have been lost.
   */
  readonly type: LiveEvent | 'session' | 'missed';
  readonly id: string | null;
}

type Listener = (message: LiveMessage) => void;

/** Carries live events from whichever process wrote them to the open pages of one user. */
export interface EventBus {
  listen(userId: string, listener: Listener): () => void;
  /** The kinds of events a person had, or may have had unheard, within the last so many milliseconds; what is a minute old is forgotten. */
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

/** Events older than this are not replayed to a page that opens its stream late. */
const REMEMBERED_MS = 60_000;

/** When each kind of event last came for each person; the latest persons stand at the end. */
class Memory {
  readonly #heard = new Map<string, Map<LiveEvent, number>>();
  /** The end of the last disconnection. */
  #gapEndedAt = -Infinity;

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

  noteGap(): void {
    this.#gapEndedAt = performance.now();
  }

  since(userId: string, withinMs: number): LiveEvent[] {
    const from = performance.now() - Math.min(withinMs, REMEMBERED_MS);
    if (this.#gapEndedAt >= from) return [...LIVE_EVENTS];
    return [...(this.#heard.get(userId) ?? [])].filter(([, at]) => at >= from).map(([type]) => type);
  }
}

/** Listeners are told of a gap within so long, as pages come back within some seconds where a server stops. */
const MISSED_WITHIN = { baseMs: 2000, capMs: 2000 };

/** Keeps one direct connection for LISTEN. What happened while it was lost is unknown: each listener is told so once. */
export function createEventBus(databaseUrl: string, log: Log): EventBus {
  const listeners = new Map<string, Set<Listener>>();
  const memory = new Memory();
  let isDeaf = false;

  const hear = (payload: string | undefined) => {
    const { userId, ...message } = JSON.parse(payload ?? '{}') as LiveMessage & { userId: string };
    if (message.type !== 'session' && message.type !== 'missed') memory.add(userId, message.type);
    for (const listener of listeners.get(userId) ?? []) listener(message);
  };
  /** With jitter: each listener proves its session and has its page ask anew, and all of them at once would be a flood. */
  const tellMissed = (userId: string, listener: Listener) => {
    const tell = () => {
      if (listeners.get(userId)?.has(listener) === true) listener({ type: 'missed', id: null });
    };
    setTimeout(tell, fullJitterMs(1, MISSED_WITHIN)).unref();
  };
  const connection = keepConnection({
    databaseUrl,
    name: 'mohlat_events',
    log,
    onOpen: async (client) => {
      client.on('notification', ({ payload }) => hear(payload));
      await client.query(`listen ${CHANNEL}`);
      if (!isDeaf) return;
      isDeaf = false;
      memory.noteGap();
      for (const [userId, mine] of listeners) for (const listener of mine) tellMissed(userId, listener);
    },
    onLost: () => {
      isDeaf = true;
    },
  });

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
    close: () => connection.close(),
  };
}
