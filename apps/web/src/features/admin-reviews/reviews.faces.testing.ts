import type { AnswerOf, getReview, listReviews } from '@mohlat/contract';
import { type Face, list, one } from '../../../test/faces.ts';
import { asha, AT, ID, type RowOf } from '../../../test/staff-samples.ts';

export const reviewRow: RowOf<typeof listReviews> = {
  id: ID,
  kind: 'income',
  status: 'open',
  name: asha.name,
  createdAt: AT,
  decidedAt: null,
  reason: null,
};

export const review: AnswerOf<typeof getReview> = {
  ...reviewRow,
  facts: [{ code: 'evidence_kind', value: 'salary_slip' }],
  file: null,
};

/** The faces of each page: `shell/admin-faces.test.tsx` looks at them. */
export const faces: readonly Face[] = [
  list('/admin/kyc', 'kyc/reviews', reviewRow, 'Asha Rao', 'No review waits.'),
  one('/admin/kyc/:id', 'kyc/reviews/:id', review, 'Salary slip'),
];
