import type { FeatureContext } from '#features/context.ts';
import * as repo from './kyc.video.repo.ts';
import { PARTS_KEPT_MINUTES } from './kyc.video.rules.ts';

type Deps = Pick<FeatureContext, 'worker' | 'clock' | 'files'>;

const CLAIM_LIMIT = 50;

/**
 * Erases parts of recordings whose phrase has long run out: handed in, they stand in the recording; abandoned, nobody has
 * a use for them. Answers how many.
 */
export async function sweepVideoParts({ worker, clock, files }: Deps): Promise<number> {
  const before = new Date(clock.now().getTime() - PARTS_KEPT_MINUTES * 60_000);
  const old = await worker.plain((tx) => repo.listOldParts(tx, before, CLAIM_LIMIT));
  for (const part of old) {
    await worker.forUser(part.user_id, async (tx) => {
      await repo.deletePart(tx, part);
      await files.erase(tx, part.user_id, [part.file_id]);
    });
  }
  return old.length;
}
