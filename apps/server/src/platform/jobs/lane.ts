import { EventEmitter } from 'node:events';
import {
  type Logger,
  type ParsedCronItem,
  run,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';
import { asRole } from '#platform/db/pool.ts';
import { isConnectionLost, isUnavailable } from '#platform/db/unavailable.ts';
import { errorName } from '#platform/http/error-name.ts';
import type { Log } from '#platform/log/log.ts';
import { fullJitterMs, pauseUnless } from '#platform/outbound/back-off.ts';
import type { Liveness } from './liveness.ts';
import { QueuePool } from './queue-pool.ts';

export interface LaneOptions {
  readonly databaseUrl: string;
  readonly tasks: TaskList;
  readonly cron: ParsedCronItem[];
  readonly concurrency: number;
  readonly log: Log;
  readonly logger: Logger;
  readonly liveness: Liveness;
  /** Takes jobs in bunches: far fewer round trips, but an urgent one waits for the bunch. */
  readonly isBunched: boolean;
  /** Waits between two looks at an old runner; by the machine's time where none is given. */
  readonly pause?: typeof pauseUnless | undefined;
}

/** Some slots that work off jobs for as long as the process lives. */
export interface Lane {
  /** False where its runners failed several times in a row and none works yet. */
  isWorking(): boolean;
  /** Lets running jobs finish. */
  stop(): Promise<void>;
}

/** One runner of the queue, under a name of its own. */
interface Incarnation {
  /** Resolves when it no longer knows for certain which jobs it holds, can take none, or has ended by itself. */
  readonly trouble: Promise<void>;
  /** Whether the queue answered it at least once. */
  hasWorked(): boolean;
  /** Lets its jobs finish; what it holds besides is given back by the living. */
  end(): Promise<void>;
}

const CONNECT_MS = 5000;
/** Statements of the queue are far quicker: the other side is gone without a word. */
const SILENCE_MS = 20_000;
/** Once the last job is done its end is noted within this time, or not at all. */
const NOTED_MS = CONNECT_MS + SILENCE_MS;
const LOOK_MS = 1000;
/** A runner that is lost is followed by another within moments: so many that fail in a row are more than that. */
const FAILURES_BORNE = 3;
const BACK_OFF = { baseMs: 100, capMs: 2000 } as const;
/** Ends of jobs are noted by the queue's batches, which shut the runner down where that fails; a single one would reject unheard. */
const NOTED_AT_ONCE = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };
const BUNCHES = { localQueue: { size: 50 } };

/**
 * Starts a lane. When the answer to a statement of the queue is lost, a job may have been taken that no worker works on, or the
 * end of one may not be noted. The lane then goes on under a new name, and what the old name holds is given back like
 * that of a dead worker as soon as its last job is done. No process ends for it. A lane that has begun once never gives up.
 */
export async function startLane(options: LaneOptions): Promise<Lane> {
  const { log } = options;
  const stopping = new AbortController();
  const stopped = Promise.withResolvers<void>();
  const ending = new Set<Promise<void>>();
  let failures = 0;
  let running: Incarnation | undefined;
  const isIdle = Object.keys(options.tasks).length === 0;

  /** Tries until the database answers. The first time it throws what is no fault of the database's being away. */
  async function begin(isFirst: boolean): Promise<Incarnation | undefined> {
    while (!stopping.signal.aborted) {
      try {
        return await incarnate(options);
      } catch (error) {
        if (isUnavailable(error)) log.warn({ reason: errorName(error) }, 'queue: the database is away');
        else if (isFirst) throw error;
        // A process that says it is ready and takes no jobs is of no use: an operator may mend it meanwhile.
        else log.error({ reason: errorName(error) }, 'queue: a lane cannot go on yet');
        await rest();
      }
    }
    return undefined;
  }

  function rest(): Promise<void> {
    failures += 1;
    return pauseUnless(stopping.signal, fullJitterMs(failures, BACK_OFF));
  }

  function end(one: Incarnation): void {
    const over = one.end().finally(() => ending.delete(over));
    ending.add(over);
  }

  async function keep(first: Incarnation | undefined): Promise<void> {
    for (let present = first; present; present = await begin(false)) {
      running = present;
      await Promise.race([present.trouble, stopped.promise]);
      running = undefined;
      end(present);
      if (stopping.signal.aborted) return;
      log.warn('queue: lost the database; going on under a new name');
      if (present.hasWorked()) failures = 0;
      await rest();
    }
  }

  const kept = keep(await begin(true));
  return {
    // A runner without tasks never asks the queue for a job.
    isWorking: () => isIdle || failures <= FAILURES_BORNE || running?.hasWorked() === true,
    async stop() {
      stopping.abort();
      stopped.resolve();
      await kept;
      await Promise.all(ending);
    },
  };
}

async function incarnate(options: LaneOptions): Promise<Incarnation> {
  const { liveness, log } = options;
  const pool = openPool(options);
  const trouble = Promise.withResolvers<void>();
  const names = new Set<string>();
  let hasWorked = false;
  const events = new EventEmitter() as WorkerEvents;
  /** The slots that have a job. */
  const busy = new Set<string>();
  // Until the first look succeeds, every failure counts: the queue keeps that of its list of tasks and answers with it for ever
  // (`getTaskDetails()` of graphile-worker 0.18), without another statement.
  events.on('worker:getJob:error', ({ error }) => {
    if (!hasWorked || isConnectionLost(error)) trouble.resolve();
  });
  // An end it could not note has it shut down. It takes no more jobs then and may never be done with it: its batches count
  // what they still owe wrongly after a failure (`batch()` of graphile/worker; see its issue 636). It is not waited for.
  events.on('pool:gracefulShutdown', () => trouble.resolve());
  events.on('worker:getJob:empty', () => {
    hasWorked = true;
  });
  events.on('job:start', ({ worker }) => {
    hasWorked = true;
    busy.add(worker.workerId);
  });
  events.on('job:complete', ({ worker }) => void busy.delete(worker.workerId));
  const announce = async (name: string) => {
    names.add(name);
    try {
      await liveness.announce(name);
    } catch (error) {
      // It would take jobs all the same, and the others would give them away.
      trouble.resolve();
      throw error;
    }
  };
  try {
    const runner = await run({
      preset: {
        plugins: [announcing(announce)],
        worker: { ...NOTED_AT_ONCE, ...(options.isBunched ? BUNCHES : {}) },
      },
      pgPool: pool,
      events,
      concurrency: options.concurrency,
      noHandleSignals: true,
      pollInterval: 1000,
      parsedCronItems: options.cron,
      logger: options.logger,
      taskList: options.tasks,
    });
    const over = runner.promise.catch((error: unknown) =>
      log.warn({ reason: errorName(error) }, 'queue: a runner ended by itself'),
    );
    void over.then(trouble.resolve);
    return {
      trouble: trouble.promise,
      hasWorked: () => hasWorked,
      async end() {
        await endRunner({ runner, over, pool, busy, pause: options.pause ?? pauseUnless });
        await Promise.all([...names].map((name) => liveness.retire(name)));
      },
    };
  } catch (error) {
    // Not waited for: a connection that is never given back would keep the lane from its next try.
    void pool.end();
    throw error;
  }
}

/** Stops a runner after its jobs have ended and are acknowledged. Does not wait for the queue's own shutdown, which may hang. */
async function endRunner({
  runner,
  over,
  pool,
  busy,
  pause,
}: {
  readonly runner: Runner;
  readonly over: Promise<void>;
  readonly pool: pg.Pool;
  readonly busy: ReadonlySet<string>;
  readonly pause: typeof pauseUnless;
}): Promise<void> {
  // One that is ending by itself answers at once, with jobs still under way.
  const ended = runner
    .stop()
    .catch(() => {})
    .then(() => over);
  const settled = new AbortController();
  await Promise.race([ended.then(() => pool.end()), untilNoted(busy, settled.signal, pause)]);
  settled.abort();
  // Also where it is never over: its connections go with their last statement.
  if (!pool.ending) void pool.end();
}

/** Resolves when no slot has had a job for as long as an end takes to be noted, or at the signal. */
async function untilNoted(
  busy: ReadonlySet<string>,
  signal: AbortSignal,
  pause: typeof pauseUnless,
): Promise<void> {
  for (let quietMs = 0; quietMs < NOTED_MS && !signal.aborted; quietMs += busy.size > 0 ? -quietMs : LOOK_MS)
    await pause(signal, LOOK_MS);
}

function openPool({ databaseUrl, concurrency }: LaneOptions): pg.Pool {
  const pool = new QueuePool({
    connectionString: databaseUrl,
    options: asRole('mohlat_worker'),
    max: concurrency + 2,
    application_name: 'mohlat_queue',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: SILENCE_MS,
    keepAlive: true,
  });
  // A lost connection fails its next statement; unheard, the event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/** The queue marks jobs with its pool's name; the name is announced before the first job is taken. */
function announcing(announce: (name: string) => Promise<void>) {
  return {
    name: 'announce-worker',
    version: '1',
    worker: {
      hooks: {
        startWorker: (
          _: unknown,
          event: { readonly worker: { readonly workerPool: { readonly id: string } } },
        ) => announce(event.worker.workerPool.id),
      },
    },
  };
}
