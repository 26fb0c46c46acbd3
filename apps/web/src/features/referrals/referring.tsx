import { useInfiniteQuery } from '@tanstack/react-query';
import { ErrorFace, LoadingFace } from '../../lib/faces.tsx';
import { Card } from '../../ui/card.tsx';
import { Figure } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Friends } from './friends.tsx';
import { ReferCard } from './refer-card.tsx';
import { referralsQuery } from './referrals.data.ts';
import { useReferralsWords } from './referrals.words.ts';

/** Earnings that friends have brought so far. */
export function Earnings() {
  const words = useReferralsWords();
  const referrals = useInfiniteQuery(referralsQuery);
  return <Figure label={words.earnings} paise={referrals.data?.pages[0]?.totalEarningsPaise} />;
}

/** The code to share, and the friends who came by it. */
export function Referring() {
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
  const words = useReferralsWords();
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
