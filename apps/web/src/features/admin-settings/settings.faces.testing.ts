import type { AnswerOf, getAdminSettings } from '@mohlat/contract';
import { type Face, one } from '../../../test/faces.ts';
import { type Answers, page } from '../../../test/network.ts';
import { AT } from '../../../test/staff-samples.ts';

const version: AnswerOf<typeof getAdminSettings>['inForce'] = {
  version: 1,
  state: 'in_force',
  startsAt: AT,
  createdAt: AT,
  createdBy: null,
  approvedBy: null,
  reason: null,
  changes: [],
  content: {
    fee: { percent: '2.00', minPaise: 5_000, maxPaise: 50_000 },
    plans: [],
    late: {
      graceDays: 3,
      levyOnLateDays: [4],
      bands: [],
      chargeAboveBandsPaise: 50_000,
      capPercent: '10.00',
      bouncePaise: 25_000,
    },
    coolingOffDays: 3,
    aprCeilingPercent: null,
    lossAllowance: { earlyPercent: '1.00', latePercent: '15.00', npaPercent: '60.00' },
    bureau: { daysOfMonth: [9, 16, 23], withinDays: 4, monthEndWithinDays: 5 },
    limitBeforeVideoPaise: 6_000_000,
    rewards: { cashbackPercent: '0.50', monthlyCapPaise: 50_000, expiryMonths: 12 },
    referral: { rewardPaise: 12_500, monthlyMax: 10, yearlyMaxPaise: 100_000 },
    remindersOff: [],
    notice: null,
  },
};

const settings: AnswerOf<typeof getAdminSettings> = {
  inForce: version,
  scheduled: [],
  newestVersion: 1,
  openApprovalId: null,
  gstPercent: '18.00',
};

/** The faces of each page: `shell/admin-faces.test.tsx` looks at them. */
export const faces: readonly Face[] = [one('/admin/settings', 'settings', settings, 'Version 1, in force')];

/** Parts of the page that read for themselves. */
export const beside: Answers = { 'GET /admin/settings/versions': page([version]) };
