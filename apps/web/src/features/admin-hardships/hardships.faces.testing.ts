import type { AnswerOf, getHardshipForStaff, listHardships } from '@mohlat/contract';
import { type Face, list, one } from '../../../test/faces.ts';
import { asha, AT, DAY, ID, type RowOf } from '../../../test/staff-samples.ts';

const hardshipRow: RowOf<typeof listHardships> = {
  id: ID,
  paymentId: ID,
  reason: 'illness',
  note: null,
  createdAt: AT,
  untilDate: '2026-12-18',
  account: asha,
  endedDate: null,
};

export const hardship: AnswerOf<typeof getHardshipForStaff> = {
  ...hardshipRow,
  fromDate: DAY,
  isActive: true,
  card: { bankName: 'HDFC Bank', last4: '4021' },
  paymentStatus: 'pending',
  outstandingPaise: 306_000,
  duePaise: 0,
  daysPastDue: 0,
  nextDueDate: '2026-12-18',
  earlier: [],
  earlierLeftOutCount: 0,
  extensibleUntil: '2027-02-16',
  openApprovalId: null,
};

/** The faces of each page: `shell/admin-faces.test.tsx` looks at them. */
export const faces: readonly Face[] = [
  {
    ...list('/admin/hardships', 'hardships', hardshipRow, 'Asha Rao', 'Nobody is in hardship now.'),
    cards: [
      { list: 'Hardships', labels: ['Told', 'Rests until'] },
      { list: 'Hardships', query: '?status=ended', labels: ['Told', 'Ended'] },
    ],
  },
  one('/admin/hardships/:id', 'hardships/:id', hardship, 'Propose more time'),
];
