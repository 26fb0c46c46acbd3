import type { AnswerOf, getApproval, listApprovals } from '@mohlat/contract';
import { type Face, list, one } from '../../../test/faces.ts';
import { asha, AT, ID, ravi, type RowOf } from '../../../test/staff-samples.ts';

const approvalRow: RowOf<typeof listApprovals> = {
  id: ID,
  kind: 'settlement',
  status: 'open',
  objectId: ID,
  account: asha,
  reason: 'The family lends the rest',
  proposedBy: ravi,
  proposedAt: AT,
  expiresAt: AT,
  decidedBy: null,
  decidedAt: null,
  note: null,
};

const approval: AnswerOf<typeof getApproval> = {
  ...approvalRow,
  facts: [{ code: 'agreed_paise', value: 500_000 }],
  changes: [],
  isCurrent: true,
};

/** The faces of each page: `shell/admin-faces.test.tsx` looks at them. */
export const faces: readonly Face[] = [
  list('/admin/approvals', 'approvals', approvalRow, 'Settle a loan', 'Nothing waits for a second person.'),
  one('/admin/approvals/:id', 'approvals/:id', approval, 'The family lends the rest'),
];
