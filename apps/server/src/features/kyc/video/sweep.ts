import type { FeatureContext } from '#features/context.ts';
import { createTurns } from '#platform/jobs/turns.ts';
import * as repo from './video.repo.ts';
import { PARTS_KEPT_MINUTES } from './video.rules.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'files' | 'log'>;

const CLAIM_LIMIT = 50;

/**
 * Erases parts of recordings whose phrase has long run out: handed in, they stand in the recording; abandoned, they have
 * no use. Answers how many.
 */
export function createPartsSweep(deps: Deps): () => Promise<number> {
  const { worker, clock, files } = deps;
  const turns = createTurns(deps, 'video parts');
  return async () => {
    const before = new Date(clock.now().getTime() - PARTS_KEPT_MINUTES * 60_000);
    const page = { without: turns.resting(), limit: CLAIM_LIMIT };
    const old = await worker.single((tx) => repo.listOldParts(tx, before, page));
    return turns.take(
      old,
      (part) => part.file_id,
      (part) =>
        worker.forUser(part.user_id, async (tx) => {
          await repo.deletePart(tx, part);
          await files.erase(tx, part.user_id, [part.file_id]);
        }),
    );
  };
}
