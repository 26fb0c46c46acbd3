import type { FeatureContext } from '#features/context.ts';
import { lockProfile, mobileHashes } from '#features/me/index.ts';
import type { Turns } from '#platform/jobs/turns.ts';
import * as repo from './kyc.repo.ts';

const LIMIT = 200;

/**
 * Hashes the numbers that a process of the version before sealed, and takes the hashes of those it erased away. Answers how many it
 * took; safe to run at any time and by many.
 */
export async function hashOlderMobiles(
  { worker, vault }: Pick<FeatureContext, 'worker' | 'vault'>,
  turns: Turns,
): Promise<number> {
  const page = { without: turns.resting(), limit: LIMIT };
  const left = await worker.single((tx) => repo.findUnhashedMobiles(tx, page));
  return turns.take(
    left,
    (userId) => userId,
    (userId) =>
      worker.forUser(userId, async (tx) => {
        await lockProfile(tx, userId);
        const sealed = await repo.findSealedMobile(tx, userId);
        const mobile = sealed === null ? undefined : vault.open(sealed, `mobile:${userId}`);
        await repo.saveMobileHashes(tx, userId, mobile === undefined ? NONE : mobileHashes(vault, mobile));
      }),
  );
}

const NONE = { whole: null, end: null } as const;
