import { formatRupees, paise } from '@mohlat/money';
import type { FeatureContext } from '#features/context.ts';
import { announceEach } from '#features/notifications/index.ts';
import * as repo from './referrals.repo.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A sign-up is looked for that long; a sweep that rested longer than this has lost more than referrals. */
const LOOK_BACK_MS = 2 * DAY_MS;
/** The pause between two looks at what a friend did. */
const LOOK_AGAIN_MS = MINUTE_MS;
const AT_ONCE = 500;

/**
 * Remembers who brought whom, sees what friends have done, rewards once, and takes back what a returned payment had earned.
 * Rule: SPEC-9 (referral), LEND-24 (referral).
 */
export async function sweepReferrals({
  worker,
  clock,
}: Pick<FeatureContext, 'worker' | 'clock'>): Promise<number> {
  const now = clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const opened = await worker.plain((tx) => repo.openReferrals(tx, ago(LOOK_BACK_MS)));
  const lost = await worker.plain((tx) => repo.clawBackReferrals(tx, now));
  return worker.plain(async (tx) => {
    const credited = await repo.keepReferrals(tx, ago(LOOK_AGAIN_MS), now, AT_ONCE);
    const notices = credited.map(({ userId, amountPaise }) => ({
      userId,
      type: 'reward' as const,
      icon: 'gift',
      title: `You earned ${formatRupees(paise(amountPaise))}`,
      description: 'Referral: your friend completed KYC and had a first bill paid.',
      inHindi: {
        title: `आपने ${formatRupees(paise(amountPaise))} कमाए`,
        description: 'रेफ़रल: आपके दोस्त ने KYC पूरा किया और उसका पहला बिल चुक गया।',
      },
      link: '/dashboard/rewards',
    }));
    await announceEach(tx, notices, now);
    return opened + lost + credited.length;
  });
}
