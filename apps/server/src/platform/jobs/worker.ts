import { Logger, run } from 'graphile-worker';
import { z } from 'zod';
import type { Log } from '#platform/log/log.ts';
import { type Liveness, startLiveness } from './liveness.ts';

/** One kind of background work: its payload's shape and what is done. A throw means: try again later. */
export interface Job<P = unknown> {
  readonly task: string;
  readonly payload: z.ZodType<P>;
  run(payload: P, info: { readonly attempt: number; readonly isLastAttempt: boolean }): Promise<void>;
}

/** Declares a job. */
export function job<P>(task: string, payload: z.ZodType<P>, run: Job<P>['run']): Job<P> {
  return { task, payload, run };
}

/** A job started by the calendar: five cron fields in UTC, with how far missed runs are made up for. */
export interface CronEntry {
  readonly task: string;
  readonly pattern: string;
  readonly backfill?: string;
}

export interface WorkerOptions {
  /** The queue's own login: its tables belong to the owner. */
  readonly databaseUrl: string;
  readonly jobs: readonly Job<never>[];
  readonly cron: readonly CronEntry[];
  readonly concurrency: number;
  readonly log: Log;
}

export interface JobWorker {
  /** Lets running jobs finish. */
  stop(): Promise<void>;
}

/** Starts working off jobs. A job held by a worker that died is given back by the ones that live. */
export async function startWorker({
  databaseUrl,
  jobs,
  cron,
  concurrency,
  log,
}: WorkerOptions): Promise<JobWorker> {
  const liveness = startLiveness(databaseUrl, log);
  const runner = await run({
    preset: { plugins: [announcing(liveness)] },
    connectionString: databaseUrl,
    maxPoolSize: concurrency + 2,
    concurrency,
    noHandleSignals: true,
    pollInterval: 1000,
    crontab: cron
      .map((entry) => `${entry.pattern} ${entry.task} ${entry.backfill ? `?fill=${entry.backfill}` : ''}`)
      .join('\n'),
    logger: queueLogger(log),
    taskList: Object.fromEntries(
      jobs.map((one) => [
        one.task,
        async (payload: unknown, helpers: { job: { attempts: number; max_attempts: number } }) => {
          const info = {
            attempt: helpers.job.attempts,
            isLastAttempt: helpers.job.attempts >= helpers.job.max_attempts,
          };
          const known = one as Job;
          try {
            await known.run(known.payload.parse(payload), info);
          } catch (error) {
            log.warn({ task: one.task, attempt: info.attempt, reason: nameOf(error) }, 'job failed');
            // The queue keeps the message of a failure: only its name may stand there, never data.
            throw new Error(nameOf(error), { cause: error });
          }
        },
      ]),
    ),
  });
  return {
    async stop() {
      await runner.stop();
      await liveness.stop();
    },
  };
}

/** The queue marks jobs with its pool's name; the name is announced before the first job is taken. */
function announcing(liveness: Liveness) {
  return {
    name: 'announce-worker',
    version: '1',
    worker: {
      hooks: {
        startWorker: (
          _: unknown,
          event: { readonly worker: { readonly workerPool: { readonly id: string } } },
        ) => liveness.announce(event.worker.workerPool.id),
      },
    },
  };
}

function nameOf(error: unknown): string {
  if (error instanceof z.ZodError) return 'payload malformed';
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : 'unknown error';
}

function queueLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ queue: true }, message);
    else if (level === 'warning') log.warn({ queue: true }, message);
    else log.debug({ queue: true }, message);
  });
}
