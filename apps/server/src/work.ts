import { FEATURES, FIGURES } from '#features/all.ts';
import type { Parts, QueueParts } from '#features/feature.ts';
import { createPapers } from '#features/documents/index.ts';
import type { Config } from '#platform/config/config.ts';
import { purgeCron, purgeJob } from '#platform/idempotency/purge.ts';
import { createLookAtFigures } from '#platform/figures/figures.ts';
import type { Sweeps } from '#platform/jobs/sweeper.ts';
import { type Job, startWorker } from '#platform/jobs/worker.ts';
import type { Log } from '#platform/log/log.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';

/** The looks for due work, repeated every few seconds beside each other. */
export function sweepsOf(parts: Parts): Sweeps {
  const ofFeatures = FEATURES.map(({ sweeps }) => sweeps?.(parts) ?? {});
  const figures = createLookAtFigures(FIGURES, parts);
  return Object.assign({ files: () => parts.files.sweep(), figures }, ...ofFeatures) as Sweeps;
}

type QueueOptions = Partial<Pick<QueueParts, 'papers' | 'firstLooksMs'>>;

/** The work in the background. */
export function jobsOf(parts: Parts, options: QueueOptions = {}): Job[] {
  const queueParts = { ...parts, papers: createPapers(parts), ...options };
  return [...FEATURES.flatMap(({ jobs }) => jobs?.(queueParts) ?? []), purgeJob(parts)];
}

/** Starts the queue's workers. `isBunched`: see `WorkerOptions`. */
export function startQueue(
  parts: Parts,
  config: Config,
  log: Log,
  {
    isBunched = false,
    tracing,
    ...options
  }: QueueOptions & { readonly isBunched?: boolean; readonly tracing?: Tracing | undefined } = {},
) {
  return startWorker({
    databaseUrl: config.directUrl,
    jobs: jobsOf(parts, options),
    cron: [purgeCron, ...FEATURES.flatMap(({ crons }) => crons ?? [])],
    concurrency: config.workerConcurrency,
    log,
    isBunched,
    tracing,
  });
}
