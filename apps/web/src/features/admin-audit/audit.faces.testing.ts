import type { listAudit } from '@mohlat/contract';
import { type Face, list } from '../../../test/faces.ts';
import { asha, AT, ID, ravi, type RowOf } from '../../../test/staff-samples.ts';

const auditRow: RowOf<typeof listAudit> = {
  id: 'aBcDeFgHiJkLmNoPqRsTuVwX',
  at: AT,
  actorKind: 'staff',
  actor: ravi,
  actorRoles: ['risk'],
  action: 'review.decided',
  objectKind: 'review',
  objectId: ID,
  subject: asha,
  details: { before: 'open', after: 'approved' },
  reason: 'The slip is clear',
  ip: '127.0.0.1',
  requestId: 'req-1',
};

/** The faces of each page: `shell/admin-faces.test.tsx` looks at them. */
export const faces: readonly Face[] = [
  list('/admin/audit', 'audit', auditRow, 'Review decided', 'Nothing is written down yet.'),
];
