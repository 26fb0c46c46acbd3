export { listMandatesOf } from './mandates.service.ts';
export { type DebitInReview, listDebitsInReview } from './mandates.decided.ts';
