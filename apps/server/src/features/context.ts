import type { Config } from '#platform/config/config.ts';
import type { Clock, MachineClock } from '#platform/clock/clock.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Database } from '#platform/db/database.ts';
import type { EventBus } from '#platform/events/bus.ts';
import type { Figure } from '#platform/figures/figures.ts';
import type { FileStore } from '#platform/files/files.ts';
import type { Waker } from '#platform/jobs/waker.ts';
import type { CallLimiter } from '#platform/limits/limits.ts';
import type { Log } from '#platform/log/log.ts';
import type { Providers } from '#providers/index.ts';

/** The dependencies that the composition hands to every feature. */
export interface FeatureContext {
  readonly config: Config;
  readonly clock: Clock;
  /** Judges the ages of sessions, proofs, codes and links. */
  readonly machineClock: MachineClock;
  readonly vault: Vault;
  /** Under the API's role: one signed-in person per transaction. */
  readonly api: Database;
  /** Under the worker's role: jobs, over all users. */
  readonly worker: Database;
  /** Under the staff's role: a member of staff per transaction. */
  readonly staff: Database;
  readonly files: FileStore;
  readonly providers: Providers;
  readonly events: EventBus;
  readonly limits: CallLimiter;
  /** Tells the workers of jobs that a statement added without a notification. */
  readonly waker: Waker;
  /** The figures that this release reads. */
  readonly figures: readonly Figure[];
  readonly log: Log;
}
