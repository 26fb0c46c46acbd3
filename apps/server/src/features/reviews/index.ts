export type { ReviewHandler, ReviewSubject, Verdict } from './reviews.handlers.ts';
export { openReview, withdrawReviews } from './reviews.repo.ts';
