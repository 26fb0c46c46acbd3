import type { AnswerOf, listRestores } from '@mohlat/contract';
import { type Face, one } from '../../../test/faces.ts';
import { AT, DAY, ID } from '../../../test/staff-samples.ts';

export const restoresSample: AnswerOf<typeof listRestores> = {
  items: [
    {
      id: ID,
      restoredAt: AT,
      throughAt: '2026-11-17T05:00:00Z',
      copyAt: '2026-11-16T20:00:00Z',
      days: [
        { dayOn: DAY, rows: 12, lastReadAt: '2026-11-18T07:00:00Z', closedReadAt: null },
        { dayOn: '2026-11-17', rows: 40, lastReadAt: '2026-11-17T04:00:00Z', closedReadAt: null },
      ],
      olderDaysCount: 0,
      differences: [{ kind: 'not_ours', openCount: 2, openPaise: 200_000, clearedCount: 1 }],
      receipts: { heldCount: 1, heldPaise: 70_000, clearedCount: 0 },
    },
  ],
  nextCursor: null,
  olderCount: 1,
};

/** The faces of each page: `shell/admin-faces.test.tsx` looks at them. */
export const faces: readonly Face[] = [
  one('/admin/restores', 'restores', restoresSample, 'Money out that is not ours'),
];
