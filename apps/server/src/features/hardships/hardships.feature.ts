import {
  getHardship,
  getHardshipForStaff,
  listHardships,
  proposeHardshipExtension,
  tellHardship,
} from '@mohlat/contract';
import type { Feature } from '#features/feature.ts';
import { BOOKED } from '#features/personal-data.ts';
import type { EndpointRegistry } from '#platform/http/endpoints.ts';
import { createHardshipsService, type HardshipsService } from './hardships.service.ts';
import {
  createStaffHardshipsService,
  hardshipApproval,
  type StaffHardshipsService,
} from './hardships.staff.service.ts';

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

function registerHardships(
  endpoints: EndpointRegistry,
  hardships: HardshipsService,
  forStaff: StaffHardshipsService,
): void {
  endpoints.handle(getHardship, ({ actor, params }) => hardships.get(actor, params.id));
  endpoints.handle(tellHardship, ({ actor, params, body }) => hardships.tell(actor, params.id, body));
  endpoints.handle(listHardships, ({ actor, query, trace }) => hardships.list(actor, query, trace));
  endpoints.handle(getHardshipForStaff, ({ actor, params, trace }) => forStaff.get(actor, params.id, trace));
  endpoints.handle(proposeHardshipExtension, ({ actor, params, body, trace }) =>
    forStaff.extend(actor, params.id, body, trace),
  );
}
