import { ALWAYS_ERASED, IDENTITY, OWN_MARKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { createKycSweep, kycJobs } from './kyc.jobs.ts';
import { panReviewHandler } from './pan/review.ts';
import { registerKyc } from './kyc.routes.ts';
import { createKycService } from './kyc.service.ts';
import { createVideoReview } from './video/review.ts';
import { registerVideo } from './video/video.routes.ts';
import { IS_SESSION_OPEN } from './video/provider.repo.ts';
import { createVideoService } from './video/video.service.ts';
import { createPartsSweep } from './video/sweep.ts';

/** With the account every call is over: the desk is not asked about it again. */
const NO_CALL = `status = case when ${IS_SESSION_OPEN} then 'closed' else status end, next_look_at = null`;

export const kyc: Feature = {
  name: 'kyc',
  routes(endpoints, parts) {
    registerKyc(endpoints, createKycService(parts));
    registerVideo(endpoints, createVideoService(parts));
  },
  jobs: kycJobs,
  sweeps: (parts) => ({ kyc: createKycSweep(parts), videoParts: createPartsSweep(parts) }),
  reviews: (parts) => [panReviewHandler(parts), createVideoReview(parts)],
  personalData: [
    {
      table: 'kyc_records',
      topic: 'identity',
      title: { en: 'Identity checks', hi: 'पहचान की जाँच' },
      // A closed account is not asked for another KYC.
      fate: {
        visitor: 'erase',
        applicant: { keep: 'application', blank: 'rekyc_step_on = null', atEnd: 'erase' },
        customer: { keep: 'kyc', blank: 'rekyc_step_on = null', atEnd: 'erase' },
      },
    },
    {
      table: 'kyc_attempts',
      topic: 'identity',
      title: { en: 'Questions asked about your identity', hi: 'पहचान के बारे में पूछे गए प्रश्न' },
      fate: IDENTITY,
    },
    {
      table: 'aadhaar_sessions',
      topic: 'identity',
      title: { en: 'DigiLocker sessions', hi: 'DigiLocker सत्र' },
      fate: ALWAYS_ERASED,
    },
    {
      table: 'video_challenges',
      topic: 'files',
      title: { en: 'Phrases to be said in the video step', hi: 'वीडियो चरण में कहे जाने वाले वाक्य' },
      fate: IDENTITY,
    },
    {
      table: 'video_parts',
      topic: 'files',
      title: { en: 'Parts of a recording', hi: 'रिकॉर्डिंग के हिस्से' },
      leftOut: OWN_MARKS,
      fate: ALWAYS_ERASED,
    },
    {
      table: 'video_recordings',
      topic: 'files',
      title: { en: 'Recordings of the video step', hi: 'वीडियो चरण की रिकॉर्डिंग' },
      opened: ['location_sealed'],
      fate: IDENTITY,
    },
    {
      table: 'video_sessions',
      topic: 'identity',
      title: { en: "Video calls at our partner's", hi: 'साझेदार के यहाँ वीडियो कॉल' },
      fate: {
        visitor: 'erase',
        applicant: { keep: 'application', blank: NO_CALL, atEnd: 'erase' },
        customer: { keep: 'kyc', blank: NO_CALL, atEnd: 'erase' },
      },
    },
    {
      table: 'pan_reviews',
      topic: 'identity',
      title: { en: 'PAN checks by a person', hi: 'व्यक्ति द्वारा PAN की जाँच' },
      opened: ['pan_sealed'],
      fate: IDENTITY,
    },
  ],
  sealed: [
    { table: 'pan_reviews', column: 'pan_sealed', context: 'pan_review:{id}', role: 'mohlat_worker' },
    {
      table: 'video_recordings',
      column: 'location_sealed',
      context: 'location:{user_id}',
      role: 'mohlat_worker',
    },
  ],
};
