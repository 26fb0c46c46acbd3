import { EMPTIED_BLOCK, HAS_NO_DAYS } from '#features/account-block.ts';
import { ALWAYS_ERASED } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { colleagueBlockApproval, unblockApproval } from './users.block.ts';
import { usersJobs } from './users.jobs.ts';
import { registerUsers } from './users.routes.ts';

/** The desk shows these to no member about themselves, and neither does the copy of their data. */
const OF_COLLEAGUES = {
  en: 'you are a member of our team, and colleagues write these; ask the grievance officer',
  hi: 'आप हमारी टीम के सदस्य हैं और इन्हें सहकर्मी लिखते हैं; शिकायत अधिकारी से पूछें',
};

export const users: Feature = {
  name: 'users',
  routes: registerUsers,
  jobs: usersJobs,
  approvals: (parts) => [unblockApproval(parts), colleagueBlockApproval(parts)],
  personalData: [
    {
      table: 'user_notes',
      topic: 'messages',
      title: { en: 'Notes of our team about your account', hi: 'आपके खाते पर हमारी टीम के नोट' },
      opened: ['text_sealed'],
      leftOutForStaff: OF_COLLEAGUES,
      fate: ALWAYS_ERASED,
    },
    {
      table: 'account_blocks',
      topic: 'access',
      title: { en: 'Times your account was blocked', hi: 'जब-जब आपका खाता रोका गया' },
      leftOutForStaff: OF_COLLEAGUES,
      fate: {
        visitor: { keep: 'access', atEnd: 'erase' },
        applicant: { keep: 'access', atEnd: 'erase' },
        customer: { keep: 'access', atEnd: { blank: EMPTIED_BLOCK, eraseWhere: HAS_NO_DAYS } },
      },
    },
  ],
  sealed: [
    {
      table: 'user_notes',
      column: 'text_sealed',
      context: 'user-note:{id}:{version}',
      role: 'mohlat_worker',
    },
  ],
};
