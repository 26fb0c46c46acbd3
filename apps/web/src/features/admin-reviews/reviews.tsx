import { REVIEW_KINDS, REVIEW_STATUSES, type AnswerOf, type listReviews } from '@mohlat/contract';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { useColumnKinds } from '../../lib/admin/columns.tsx';
import { choiceOf, FilteredPage } from '../../lib/admin/list-page.tsx';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import { ReviewStatus } from './review-status.tsx';
import { reviewsQuery } from './reviews.data.ts';
import { useReviewsWords } from './reviews.words.ts';
import { to } from '../../lib/addresses.ts';

type Review = AnswerOf<typeof listReviews>['items'][number];
const FILTERS = ['kind', 'status'] as const;

export function Component() {
  const words = useReviewsWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  return (
    <FilteredPage
      words={words}
      names={FILTERS}
      usual={{ status: 'open' }}
      choices={[
        choiceOf('status', common.status, REVIEW_STATUSES, codes.reviewStatuses),
        choiceOf('kind', words.kind, REVIEW_KINDS, codes.reviewKinds, common.any),
      ]}
      query={reviewsQuery}
      linkLabel={words.name}
      link={({ id, name }) => ({ to: to('/admin/kyc/:id', { id }), label: name ?? common.unnamed })}
      columns={useColumns()}
    />
  );
}

function useColumns(): DenseColumn<Review>[] {
  const words = useReviewsWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const column = useColumnKinds();
  return [
    column.text('kind', words.kind, ({ kind }) => codes.reviewKinds[kind]),
    column.instant('createdAt', words.waitingSince, ({ createdAt }) => createdAt),
    column.instant('decidedAt', words.decidedAt, ({ decidedAt }) => decidedAt, 'none'),
    column.status(
      'status',
      common.status,
      ({ status }) => <ReviewStatus status={status} />,
      ({ status }) => codes.reviewStatuses[status],
    ),
  ];
}
