import { Logger, parseCrontab } from 'graphile-worker';
import { z } from 'zod';
import { errorName, errorPlace } from '#platform/http/error-name.ts';
import type { Log } from '#platform/log/log.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import { isAbout, openTrail } from '#platform/tracing/trail.ts';
import { type LaneOptions, startLane } from './lane.ts';
import { startLiveness } from './liveness.ts';

/** One kind of background work. A throw means: try again later. */
export interface Job {
  readonly task: string;
  /**
   * `aside`: runs on a few slots of its own, so that however much of it there is, nothing else waits for it. `alone`: one of
   * those that a sweep asks for again while it runs; in a process a second run ends at once, for it would only hold a slot.
   * `long`: reads the whole book, or a list as long as it is slow; one at a time, so that neither of the others waits for it.
   */
  readonly lane?: Lane;
  /** @throws z.ZodError when the payload is none of its shape */
  run(payload: unknown, info: JobRun): Promise<void>;
}

/** The attempt that a job is at. */
export interface JobRun {
  readonly attempt: number;
  readonly isLastAttempt: boolean;
}

export type Lane = 'main' | 'aside' | 'alone' | 'long';

/** Declares a job by the shape of its payload and what is done with one. */
export function job<P>(
  task: string,
  payload: z.ZodType<P>,
  run: (payload: P, info: JobRun) => Promise<void>,
  lane: Lane = 'main',
): Job {
  return { task, lane, run: async (given, info) => run(payload.parse(given), info) };
}

/** A job started by the calendar: five cron fields in UTC, with how far missed runs are made up for. */
export interface CronEntry {
  readonly task: string;
  readonly pattern: string;
  readonly backfill?: string;
}

export interface WorkerOptions {
  /** A direct connection, of the worker's login or of one that may become it. */
  readonly databaseUrl: string;
  readonly jobs: readonly Job[];
  readonly cron: readonly CronEntry[];
  readonly concurrency: number;
  readonly log: Log;
  /** Takes and ends jobs in bunches: far fewer round trips, but an urgent one waits for the bunch. Where no person waits. */
  readonly isBunched?: boolean;
  readonly tracing?: Tracing | undefined;
  /** See `LaneOptions`. */
  readonly pause?: LaneOptions['pause'];
}

export interface JobWorker {
  /** Whether each of its lanes takes jobs, or is about to. */
  isWorking(): boolean;
  /** Lets running jobs finish. */
  stop(): Promise<void>;
}

const ASIDE_SLOTS = 2;
const LONG_SLOTS = 1;

/** Starts working off jobs. A job held by a worker that died is given back by the ones that live. */
export async function startWorker(options: WorkerOptions): Promise<JobWorker> {
  const { databaseUrl, log, isBunched = false, tracing, pause } = options;
  const liveness = startLiveness(databaseUrl, log);
  const ofLanes = (...lanes: readonly Lane[]) =>
    options.jobs.filter(({ lane = 'main' }) => lanes.includes(lane));
  const begin = (jobs: readonly Job[], cron: readonly CronEntry[], concurrency: number) =>
    startLane({
      databaseUrl,
      tasks: Object.fromEntries(jobs.map((one) => [one.task, taskOf(one, log, tracing)])),
      cron: cronItems(cron),
      concurrency,
      log,
      logger: queueLogger(log),
      liveness,
      isBunched,
      pause,
    });
  const lanes = [
    await begin(ofLanes('main'), options.cron, options.concurrency),
    await begin(ofLanes('aside', 'alone'), [], ASIDE_SLOTS),
    await begin(ofLanes('long'), [], LONG_SLOTS),
  ];
  return {
    isWorking: () => lanes.every((lane) => lane.isWorking()),
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()));
      await liveness.stop();
    },
  };
}

/** Given even when empty: otherwise a file named crontab would be looked for. */
function cronItems(cron: readonly CronEntry[]) {
  return parseCrontab(
    cron
      .map((entry) => `${entry.pattern} ${entry.task} ${entry.backfill ? `?fill=${entry.backfill}` : ''}`)
      .join('\n'),
  );
}

function taskOf(known: Job, log: Log, tracing: Tracing | undefined) {
  let isUnderWay = false;
  return async (payload: unknown, helpers: { job: { attempts: number; max_attempts: number } }) => {
    const info = {
      attempt: helpers.job.attempts,
      isLastAttempt: helpers.job.attempts >= helpers.job.max_attempts,
    };
    if (known.lane === 'alone' && isUnderWay) return;
    isUnderWay = true;
    try {
      const work = () => known.run(payload, info);
      await (tracing ? tracedRun(tracing, known.task, payload, info.attempt, work) : work());
    } catch (error) {
      log.warn(
        { task: known.task, attempt: info.attempt, reason: nameOf(error), stack: errorPlace(error) },
        'job failed',
      );
      // The queue keeps the message of a failure: only its name may stand there, never data.
      throw new Error(nameOf(error), { cause: error });
    } finally {
      isUnderWay = false;
    }
  };
}

function nameOf(error: unknown): string {
  if (error instanceof z.ZodError) return 'payload malformed';
  return errorName(error);
}

function queueLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ queue: true }, message);
    else if (level === 'warning') log.warn({ queue: true }, message);
    else log.debug({ queue: true }, message);
  });
}

/** Runs a job as a trail of its own; one whose payload names a payment belongs to that payment's. */
async function tracedRun(
  tracing: Tracing,
  task: string,
  payload: unknown,
  attempt: number,
  work: () => Promise<void>,
): Promise<void> {
  const trail = openTrail(
    { name: `job ${task}`, kind: 'consumer', facts: { 'mohlat.task': task, 'mohlat.attempt': attempt } },
    tracing.deliver,
  );
  let error: string | undefined;
  const { promise, resolve } = Promise.withResolvers<void>();
  trail.enter(() => {
    const paymentId = paymentOf(payload);
    if (paymentId !== undefined) isAbout(paymentId);
    resolve(work());
  });
  try {
    await promise;
  } catch (caught) {
    error = errorName(caught);
    throw caught;
  } finally {
    trail.end({ error });
  }
}

function paymentOf(payload: unknown): string | undefined {
  const { paymentId } = (payload ?? {}) as { readonly paymentId?: unknown };
  return typeof paymentId === 'string' ? paymentId : undefined;
}
