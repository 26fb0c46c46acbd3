import type { listReinstatements } from '@mohlat/contract';
import { type Face, list } from '../../../test/faces.ts';
import { asha, AT, type RowOf } from '../../../test/staff-samples.ts';

const limitRow: RowOf<typeof listReinstatements> = {
  account: asha,
  limitPaise: 5_000_000,
  usedPaise: 0,
  suspendedAt: AT,
  daysPastDue: 0,
  hold: 'arrears',
  openDisputes: 0,
  openApprovalId: null,
};

/** The faces of each page: `shell/admin-faces.test.tsx` looks at them. */
export const faces: readonly Face[] = [
  {
    ...list('/admin/limits', 'credit/reinstatements', limitRow, 'Asha Rao', 'No repaid limits to reinstate.'),
    cards: [
      { list: 'Suspended limits', labels: ['Suspended', 'Why', 'Days late', 'Open disputes', 'Limit'] },
    ],
  },
];
