import { z } from 'zod';
import { KYC_STATUSES } from './constants.ts';
import { contract } from './endpoint.ts';
import { idSchema, instantSchema, webUrlSchema } from './primitives.ts';
import { VIDEO_MODES } from './video.calls.ts';
import * as calls from './video.calls.ts';

export * from './video.calls.ts';

const status = z.enum(KYC_STATUSES);

const challengeParams = z.strictObject({ challengeId: idSchema });

/** Parts arrive in any order and may arrive twice; the numbers tell what a lost connection left out. */
export const uploadProgress = z.object({
  status: z.enum(['open', 'complete']),
  receivedParts: z.array(z.int().nonnegative()),
  receivedBytes: z.int().nonnegative(),
});

const place = {
  latitude: z.coerce.number().min(-90).max(90),
  longitude: z.coerce.number().min(-180).max(180),
};

const handedIn = z.object({ status });

/** The text fields of the multipart form; the recording itself is the file field `video`. */
const recordingForm = z.strictObject({ challengeId: idSchema, ...place });

export const videoContract = contract({
  calls,
  endpoints: {
    startVideo: {
      summary: 'Begins the video step: a session at the provider, or word that it is recorded here',
      body: z.strictObject({}),
      answer: z.object({ status, mode: z.enum(VIDEO_MODES), sessionUrl: webUrlSchema.nullable() }),
      errors: [
        'onboarding_incomplete',
        'kyc_incomplete',
        'kyc_locked',
        'mobile_required',
        'provider_unavailable',
      ],
    },
    getVideoChallenge: {
      summary: 'A phrase to be said in the recording; it counts once and for a short time',
      answer: z.object({ challengeId: idSchema, phrase: z.string(), expiresAt: instantSchema }),
      errors: ['onboarding_incomplete', 'kyc_incomplete', 'kyc_locked', 'video_at_provider'],
    },
    getRecording: {
      summary: 'Which parts of a recording have arrived',
      params: challengeParams,
      answer: uploadProgress,
    },
    putRecordingPart: {
      summary: 'One part of a recording, as application/octet-stream; sent again it replaces itself',
      params: challengeParams.extend({ index: z.coerce.number().int().min(0).max(63) }),
      answer: uploadProgress,
      errors: ['recording_complete', 'kyc_incomplete', 'kyc_locked', 'video_challenge_expired'],
    },
    completeRecording: {
      summary: 'Hands the parts in for review',
      params: challengeParams,
      body: z.strictObject({
        partCount: z.int().min(1).max(64),
        /** The hash of the whole recording, in hex. */
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        ...place,
      }),
      answer: handedIn,
      errors: [
        'recording_complete',
        'kyc_incomplete',
        'kyc_locked',
        'video_challenge_expired',
        'location_outside_india',
        'recording_incomplete',
        'video_unreadable',
      ],
    },
    postRecording: {
      summary: 'A whole recording in one multipart form: video, challengeId, latitude, longitude',
      body: recordingForm,
      answer: handedIn,
      errors: [
        'onboarding_incomplete',
        'kyc_incomplete',
        'recording_complete',
        'kyc_locked',
        'video_challenge_expired',
        'location_outside_india',
        'video_unreadable',
      ],
    },
  },
});
