import type { Feature } from '#features/feature.ts';
import { registerHardships } from './hardships.routes.ts';
import { createHardshipsService } from './hardships.service.ts';
import { createStaffHardshipsService, hardshipApproval } from './hardships.staff.service.ts';

export const hardships: Feature = {
  name: 'hardships',
  routes: (endpoints, parts) =>
    registerHardships(endpoints, createHardshipsService(parts), createStaffHardshipsService(parts)),
  approvals: (parts) => [hardshipApproval(parts)],
};
