export { type DebitInReview, listDebitsInReview } from './mandates.decided.ts';
export { createMandatesService } from './mandates.service.ts';
