import type { listBureauReports } from '@mohlat/contract';
import { type Face, list } from '../../../test/faces.ts';
import { AT, ID, type RowOf } from '../../../test/staff-samples.ts';

export const report: RowOf<typeof listBureauReports> = {
  id: ID,
  asOn: '2026-11-16',
  dueOn: '2026-11-20',
  isLate: false,
  isFull: false,
  accountCount: 412,
  correctionCount: 3,
  balancePaise: 61_200_000,
  overduePaise: 1_060_000,
  madeAt: AT,
  fetchedAt: null,
  submissions: [{ company: 'crif', reference: 'CHM-118', submittedAt: AT }],
};

/** The faces of each page: `shell/admin-faces.test.tsx` looks at them. */
export const faces: readonly Face[] = [
  list('/admin/bureau-reports', 'bureau-reports', report, '16 Nov 2026', 'No report was made yet.'),
];
