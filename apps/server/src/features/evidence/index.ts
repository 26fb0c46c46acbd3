export { leaveRecords } from './evidence.left.ts';
export { anchorNextDay, listAllAnchors, newestAnchor, proveBooking } from './evidence.service.ts';
export { outsideOf } from './evidence.outside.ts';
export { proveEvidence } from './evidence.proof.ts';
