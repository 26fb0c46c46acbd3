export { registerReviews } from './reviews.admin.ts';
export type { ReviewHandler, ReviewSubject, Verdict } from './reviews.handlers.ts';
export { openReview, withdrawReviews } from './reviews.repo.ts';
export { reviewJobs, sweepReviews } from './reviews.jobs.ts';
export { createReviewsService } from './reviews.service.ts';
