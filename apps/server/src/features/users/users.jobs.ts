import { businessDate } from '@mohlat/money';
import { z } from 'zod';
import type { FeatureContext } from '#features/context.ts';
import { type Job, job } from '#platform/jobs/worker.ts';
import { endExcusedDays } from './users.block.repo.ts';

/** Background work of accounts. */
export function usersJobs({ worker }: Pick<FeatureContext, 'worker'>): Job[] {
  return [
    // The auth server's own door has changed the ban of an account (sign-in/host.ts).
    job(
      'users.ban_ends',
      z.object({
        userId: z.uuid(),
        lastOn: z.iso.date().transform(businessDate),
        // Left out by a process of the version before.
        actedAt: z.iso.datetime().optional(),
      }),
      ({ userId, ...ban }) => worker.forUser(userId, (tx) => endExcusedDays(tx, userId, ban)),
      'aside',
    ),
  ];
}
