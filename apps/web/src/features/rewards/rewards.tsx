import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { LoadingFace } from '../../lib/faces.tsx';
import { Part } from '../../lib/parts.tsx';
import { PageHeader } from '../../ui/card.tsx';
import { Figure } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { RewardHistory } from './reward-history.tsx';
import { ShareOfNext } from './share-of-next.tsx';
import { rewardsQuery } from './rewards.data.ts';
import { useRewardsWords } from './rewards.words.ts';

/** Counts by the rules of the books, which come with a script of their own. */
const ComingRewards = lazy(() =>
  import('./coming-rewards.tsx').then((module) => ({ default: module.ComingRewards })),
);

export function Component() {
  const words = useRewardsWords();
  return (
    <>
      <PageHeader title={words.title} subtitle={words.subtitle} />
      <Figures />
      <div className="mt-4 grid items-start gap-4 lg:mt-6 lg:grid-cols-2 lg:gap-6">
        <div className="flex flex-col gap-4 lg:gap-6">
          <Suspense>
            <ComingRewards />
          </Suspense>
          <RewardHistory />
        </div>
        <div className="flex flex-col gap-4 max-lg:order-first lg:gap-6">
          <Part at="rewards.beside" given={{}} fallback={<CardOnItsWay />} />
        </div>
      </div>
    </>
  );
}

function Figures() {
  const words = useRewardsWords();
  const rewards = useInfiniteQuery(rewardsQuery);
  const available = rewards.data?.pages[0]?.availablePaise;
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 lg:gap-6">
        <Figure label={words.available} paise={available} note={words.availableNote} />
        <Part at="rewards.figure" given={{}} fallback={<Skeleton height="card" />} />
      </dl>
      {available === undefined ? null : <ShareOfNext availablePaise={available} />}
    </>
  );
}

function CardOnItsWay() {
  return (
    <LoadingFace>
      <Skeleton height="card" />
    </LoadingFace>
  );
}
