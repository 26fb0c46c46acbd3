import { declareCall } from './endpoint.ts';
import type { KYC_REASON_CODES } from './kyc-reasons.ts';

/** Things that wait for the judgement of staff: a recording, evidence of income, a name near enough on a PAN or at a bank. */
export const REVIEW_KINDS = ['video', 'income', 'pan', 'bank_account'] as const;
export type ReviewKindName = (typeof REVIEW_KINDS)[number];

/** The fewest characters of a rejection in words of one's own: the person acts upon them. */
export const REJECTION_WORDS_MIN = 3;

/** Withdrawn: settled in another way before anybody decided. */
export const REVIEW_STATUSES = ['open', 'approved', 'rejected', 'withdrawn'] as const;

export const listReviews = declareCall({
  name: 'listReviews',
  method: 'GET',
  path: '/admin/kyc/reviews',
  access: 'admin',
  roles: ['support', 'risk', 'admin'],
});

export const getReview = declareCall({
  name: 'getReview',
  method: 'GET',
  path: '/admin/kyc/reviews/{id}',
  access: 'admin',
  roles: ['support', 'risk', 'admin'],
});

export const getReviewFacts = declareCall({
  name: 'getReviewFacts',
  method: 'GET',
  path: '/admin/kyc/reviews/{id}/facts',
  access: 'admin',
  roles: ['risk', 'admin'],
  stepUp: true,
});

export const getReviewFile = declareCall({
  name: 'getReviewFile',
  method: 'GET',
  path: '/admin/kyc/reviews/{id}/file',
  access: 'admin',
  roles: ['risk', 'admin'],
  stepUp: true,
  download: true,
});

/** Why a recording was refused, in words the person can act upon; a text of one's own may stand beside it. */
export const VIDEO_REFUSALS = [
  'video_face_unclear',
  'video_phrase_wrong',
  'video_not_live',
  'video_other_person',
  'video_unusable',
] as const satisfies readonly (typeof KYC_REASON_CODES)[number][];

export const decideReview = declareCall({
  name: 'decideReview',
  method: 'POST',
  path: '/admin/kyc/reviews/{id}',
  access: 'admin',
  roles: ['risk'],
  stepUp: true,
});
