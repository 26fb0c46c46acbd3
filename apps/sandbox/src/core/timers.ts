import type { Clock } from './clock.ts';
import type { Store } from './store.ts';

const LONGEST_SLEEP_MS = 60_000;

export type Timers = {
  /** Registers the handler that runs, in virtual time, when a timer of this kind falls due; `at` is the planned instant. */
  on(kind: string, handler: (body: never, at: number) => void): void;
  schedule(dueAt: number, kind: string, body: unknown): void;
  runDue(): void;
  close(): void;
};

/** Things that will happen later in virtual time; they are kept in the store and survive a restart. */
export function createTimers(store: Store, clock: Clock): Timers {
  const handlers = new Map<string, (body: never, at: number) => void>();
  let nextAt = store.nextTimerAt();
  let alarm: NodeJS.Timeout | undefined;
  let isRunning = false;

  const arm = () => {
    clearTimeout(alarm);
    if (nextAt === undefined) return;
    alarm = setTimeout(runDue, Math.min(Math.max(nextAt - clock.now(), 5), LONGEST_SLEEP_MS));
    alarm.unref();
  };
  const runDue = () => {
    if (isRunning) return;
    isRunning = true;
    try {
      while (nextAt !== undefined && nextAt <= clock.now()) {
        store.transaction(() => {
          const timer = store.takeTimer(clock.now());
          if (timer) handlers.get(timer.kind)?.(timer.body as never, timer.dueAt);
        });
        nextAt = store.nextTimerAt();
      }
    } finally {
      isRunning = false;
      arm();
    }
  };

  clock.onMove(() => {
    nextAt = store.nextTimerAt();
    runDue();
  });
  arm();
  return {
    on: (kind, handler) => void handlers.set(kind, handler),
    schedule(dueAt, kind, body) {
      store.addTimer(dueAt, kind, body);
      nextAt = Math.min(nextAt ?? dueAt, dueAt);
      arm();
    },
    runDue,
    close: () => clearTimeout(alarm),
  };
}
