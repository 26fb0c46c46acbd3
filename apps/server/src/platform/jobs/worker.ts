import { Logger, type Runner, run } from 'graphile-worker';
import { z } from 'zod';
import type { Log } from '#platform/log/log.ts';

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

/** Starts working off jobs. Stop it with `stop()`, which lets running jobs finish. */
export async function startWorker({
  databaseUrl,
  jobs,
  cron,
  concurrency,
  log,
}: WorkerOptions): Promise<Runner> {
  const runner = await run({
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
  return runner;
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
