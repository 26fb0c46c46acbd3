export { evidenceJobs, sweepAnchors } from './evidence.jobs.ts';
export { registerEvidence } from './evidence.routes.ts';
export {
  anchorNextDay,
  createAnchorsService,
  listAllAnchors,
  newestAnchor,
  proveBooking,
} from './evidence.service.ts';
export { outsideOf } from './evidence.outside.ts';
export { proveEvidence } from './evidence.proof.ts';
