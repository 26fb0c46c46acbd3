import { useInfiniteQuery } from '@tanstack/react-query';
import { ErrorFace, LoadingFace } from '../../lib/faces.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Friends } from './friends.tsx';
import { ReferCard } from './refer-card.tsx';
import { RewardHistory } from './reward-history.tsx';
import { referralsQuery, rewardsQuery } from './rewards.data.ts';
import { useRewardsWords } from './rewards.words.ts';

export function Component() {
  const words = useRewardsWords();
  return (
    <>
      <PageHeader title={words.title} subtitle={words.subtitle} />
      <Figures />
      <div className="mt-4 grid items-start gap-4 lg:mt-6 lg:grid-cols-2 lg:gap-6">
        <RewardHistory />
        <div className="flex flex-col gap-4 max-lg:order-first lg:gap-6">
          <Referring />
        </div>
      </div>
    </>
  );
}

function Figures() {
  const words = useRewardsWords();
  const rewards = useInfiniteQuery(rewardsQuery);
  const referrals = useInfiniteQuery(referralsQuery);
  const available = rewards.data?.pages[0]?.availablePaise;
  const earned = referrals.data?.pages[0]?.totalEarningsPaise;
  return (
    <dl className="grid grid-cols-2 gap-3 lg:gap-6">
      <Figure label={words.available} paise={available} note={words.availableNote} />
      <Figure label={words.earnings} paise={earned} />
    </dl>
  );
}

interface FigureProps {
  readonly label: string;
  readonly paise: number | undefined;
  readonly note?: string;
}

function Figure({ label, paise, note }: FigureProps) {
  return (
    <div className="rounded-card border border-line bg-surface p-4 md:p-5">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="mt-1">
        {paise === undefined ? (
          <Skeleton width="half" />
        ) : (
          <Money paise={paise} decimals="always" className="text-title font-semibold" />
        )}
        {note === undefined ? null : <p className="mt-1 text-caption text-ink-3">{note}</p>}
      </dd>
    </div>
  );
}

function Referring() {
  const referrals = useInfiniteQuery(referralsQuery);
  const [first] = referrals.data?.pages ?? [];
  if (referrals.isError && first === undefined)
    return <ErrorFace error={referrals.error} onRetry={() => void referrals.refetch()} />;
  if (first === undefined) {
    return (
      <LoadingFace onRetry={() => void referrals.refetch()}>
        <Skeleton height="card" />
      </LoadingFace>
    );
  }
  return (
    <>
      <ReferCard
        code={first.code}
        link={first.link}
        rewardPaise={first.rewardPaise}
        monthlyMax={first.monthlyMax}
      />
      <FriendsCard referrals={referrals} />
    </>
  );
}

function FriendsCard({ referrals }: { readonly referrals: ReturnType<typeof useReferrals> }) {
  const words = useRewardsWords();
  return (
    <Card title={words.friends.title} padding="flush">
      <Friends
        items={referrals.data?.pages.flatMap((page) => page.items) ?? []}
        onMore={referrals.hasNextPage ? () => void referrals.fetchNextPage() : undefined}
        isFetchingMore={referrals.isFetchingNextPage}
      />
    </Card>
  );
}

const useReferrals = () => useInfiniteQuery(referralsQuery);
