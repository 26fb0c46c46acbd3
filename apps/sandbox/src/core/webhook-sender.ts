import type { Clock } from './clock.ts';
import type { Store, Book } from './store.ts';

const RETRY_AFTER_MS = [500, 2_000, 8_000];
const DELIVERY_LIMIT_MS = 5_000;
const SIDE_BY_SIDE = 24;

type WebhookStatus = 'waiting' | 'delivered' | 'failed' | 'dropped';

type WebhookAttempt = { at: string; status: number | null; error?: string };

export type Webhook = {
  id: string;
  provider: string;
  event: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  status: WebhookStatus;
  createdAt: string;
  attempts: WebhookAttempt[];
};

export type Sender = {
  book: Book<Webhook>;
  /** One try, at once; true when there is nothing left to do. */
  attempt(id: string): Promise<boolean>;
  deliver(id: string): void;
  later(work: () => void, ms: number): void;
  isAtRest(): boolean;
  close: () => void;
};

async function post(url: string, hook: Webhook, nowMs: number, stop: AbortSignal): Promise<WebhookAttempt> {
  const record: WebhookAttempt = { at: new Date(nowMs).toISOString(), status: null };
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...hook.headers },
      body: hook.body,
      signal: AbortSignal.any([AbortSignal.timeout(DELIVERY_LIMIT_MS), stop]),
    });
    record.status = answer.status;
    await answer.arrayBuffer();
  } catch (error) {
    record.error = error instanceof Error ? error.message : 'no answer';
  }
  return record;
}

/** Delivers written-down webhooks, a few side by side, and again after a while when they were not taken. */
export function createSender(parts: { store: Store; clock: Clock }, read: () => string): Sender {
  const book = parts.store.book<Webhook>('webhook');
  const retries = new Set<NodeJS.Timeout>();
  const soon = new Set<NodeJS.Timeout>();
  const queue: (() => Promise<void>)[] = [];
  const stop = new AbortController();
  let running = 0;

  const attempt = async (id: string): Promise<boolean> => {
    const hook = book.find(id);
    if (!hook || stop.signal.aborted) return true;
    const record = await post(`${read()}${hook.path}`, hook, parts.clock.now(), stop.signal);
    if (stop.signal.aborted) return true;
    const current = book.find(id);
    if (!current) return true;
    const isDelivered = record.status !== null && record.status >= 200 && record.status < 300;
    const status = isDelivered ? 'delivered' : current.status === 'delivered' ? 'delivered' : 'waiting';
    book.put(id, { ...current, status, attempts: [...current.attempts, record] });
    return isDelivered;
  };
  const wait = (timers: Set<NodeJS.Timeout>) => (work: () => void, ms: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timer.unref();
    timers.add(timer);
  };
  const [later, again] = [wait(soon), wait(retries)];
  const pump = () => {
    while (running < SIDE_BY_SIDE && queue.length > 0) {
      running += 1;
      void queue
        .shift()?.()
        .finally(() => {
          running -= 1;
          pump();
        });
    }
  };
  const deliver = (id: string, tries: number) => {
    queue.push(async () => {
      if (await attempt(id)) return;
      const waitMs = RETRY_AFTER_MS[tries];
      const hook = book.find(id);
      if (waitMs !== undefined) again(() => deliver(id, tries + 1), waitMs);
      else if (hook) book.put(id, { ...hook, status: 'failed' });
    });
    pump();
  };
  return {
    book,
    attempt,
    deliver: (id) => deliver(id, 0),
    later,
    isAtRest: () => running === 0 && queue.length === 0 && soon.size === 0,
    close: () => {
      stop.abort();
      for (const timer of [...retries, ...soon]) clearTimeout(timer);
      queue.length = 0;
    },
  };
}
