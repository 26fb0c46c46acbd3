import type { PastAssessment } from '@mohlat/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatInstant, formatRupees } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { assessmentsQuery } from './credit.data.ts';
import { useCreditWords } from './credit.words.ts';

/** Every assessment with what became of it; takes no room before the first. */
export function AssessmentHistory() {
  const words = useCreditWords().history;
  const history = useInfiniteQuery(assessmentsQuery);
  const items = history.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <Card title={words.title}>
      <ul className="ruled">
        {items.map((item) => (
          <HistoryRow key={item.id} item={item} />
        ))}
      </ul>
      {history.hasNextPage ? (
        <Button
          tone="secondary"
          size="medium"
          className="mt-3"
          isPending={history.isFetchingNextPage}
          pendingText={words.morePending}
          onClick={() => void history.fetchNextPage()}
        >
          {words.more}
        </Button>
      ) : null}
    </Card>
  );
}

function HistoryRow({ item }: { readonly item: PastAssessment }) {
  const words = useCreditWords().history;
  const { language } = useLanguage();
  const outcome = item.status === 'approved' ? words.approved(formatRupees(item.limitPaise)) : words.declined;
  const details = [
    item.score === null ? undefined : words.score(item.score),
    item.offer === null ? undefined : words.offers[item.offer],
  ].filter((one) => one !== undefined);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
      <span className="font-medium">{outcome}</span>
      <span className="text-small text-ink-2">{formatInstant(item.at, language)}</span>
      {details.length === 0 ? null : (
        <span className="w-full text-small text-ink-2">{details.join(' · ')}</span>
      )}
    </li>
  );
}
