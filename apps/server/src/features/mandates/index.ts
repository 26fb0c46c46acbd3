export { type DebitInReview, listDebitsInReview } from './mandates.decided.ts';
