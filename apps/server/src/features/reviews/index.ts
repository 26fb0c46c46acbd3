export type { ReviewHandler, ReviewSubject, Verdict } from './reviews.handlers.ts';
export { matchFact } from './reviews.rules.ts';
export { openReview, withdrawReviews } from './reviews.repo.ts';
