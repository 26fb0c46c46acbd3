export { lossApprovals } from './losses.approvals.ts';
export { registerLosses } from './losses.routes.ts';
export { createLossesService } from './losses.service.ts';
export { lossJobs } from './losses.tell.ts';
