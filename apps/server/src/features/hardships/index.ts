export { registerHardships } from './hardships.routes.ts';
export { createHardshipsService } from './hardships.service.ts';
export { createStaffHardshipsService, hardshipApproval } from './hardships.staff.service.ts';
