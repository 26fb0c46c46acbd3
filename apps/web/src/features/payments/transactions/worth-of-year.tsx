import { useQuery } from '@tanstack/react-query';
import { LoadingFace } from '../../../lib/faces.tsx';
import { today } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { worthOfYear } from '../pay-bill/late-fees.ts';
import { spendQuery } from '../payments.data.ts';
import { WorthFacts } from './worth-facts.tsx';
import { useWorthWords } from './worth.words.ts';

/** This year's late fees avoided against what that cost; where it fails or knows too little, it is not there. */
export function WorthOfYearCard() {
  const words = useWorthWords();
  const { data, isPending, refetch } = useQuery(spendQuery);
  if (isPending) {
    return (
      <LoadingFace onRetry={() => void refetch()}>
        <Skeleton height="card" />
      </LoadingFace>
    );
  }
  const year = today().slice(0, 4);
  // Where the list goes on, a part of the year is missing, and its sums would be wrong ones.
  const isWhole = data !== undefined && (data.nextCursor === null || (data.items.at(-1)?.date ?? '') < year);
  if (!isWhole) return null;
  const worth = worthOfYear(data.items, year);
  if (worth.comparedCount === 0) return null;
  return (
    <Card title={words.yearTitle(year)} description={words.compared(worth.comparedCount, worth.otherCount)}>
      <WorthFacts worth={worth} avoided={words.avoided} cost={words.costOfYear} />
    </Card>
  );
}
