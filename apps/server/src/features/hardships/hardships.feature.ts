import { BOOKED } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { registerHardships } from './hardships.routes.ts';
import { createHardshipsService } from './hardships.service.ts';
import { createStaffHardshipsService, hardshipApproval } from './hardships.staff.service.ts';

export const hardships: Feature = {
  name: 'hardships',
  routes: (endpoints, parts) =>
    registerHardships(endpoints, createHardshipsService(parts), createStaffHardshipsService(parts)),
  approvals: (parts) => [hardshipApproval(parts)],
  personalData: [
    {
      table: 'hardships',
      topic: 'books',
      title: { en: 'Times you said you could not pay on time', hi: 'जब आपने बताया कि समय पर नहीं चुका सकते' },
      // A person's own words about a hard time are no part of the books.
      fate: {
        visitor: BOOKED,
        applicant: BOOKED,
        customer: { keep: 'books', blank: 'note = null', atEnd: 'archive' },
      },
    },
  ],
};
