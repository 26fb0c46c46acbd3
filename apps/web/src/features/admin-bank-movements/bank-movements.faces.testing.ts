import type { listBankMovements } from '@mohlat/contract';
import { type Face, list } from '../../../test/faces.ts';
import { AT, DAY, ID, type RowOf } from '../../../test/staff-samples.ts';

export const movement: RowOf<typeof listBankMovements> = {
  id: ID,
  kind: 'igst_paid',
  amountPaise: 457_600,
  valueOn: DAY,
  reference: 'CPIN26110012',
  bookedAt: AT,
  approvalId: ID,
  takenBackAt: null,
};

/** The faces of each page: `shell/admin-faces.test.tsx` looks at them. */
export const faces: readonly Face[] = [
  list('/admin/bank-movements', 'bank-movements', movement, 'CPIN26110012', 'Nothing was booked yet.'),
];
