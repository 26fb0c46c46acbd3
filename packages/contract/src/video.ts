import { z } from 'zod';
import { KYC_STATUSES } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { idSchema, instantSchema, webUrlSchema } from './primitives.ts';

/** How the video step is done: recorded here, or in a session at the provider. */
export const VIDEO_MODES = ['inhouse', 'provider'] as const;

/** What a recording may measure; the browser asks before it sends. */
export const VIDEO_LIMITS = {
  sizeBytesMax: 25 * 1024 * 1024,
  partBytesMax: 512 * 1024,
  secondsMin: 3,
  secondsMax: 30,
} as const;

export const VIDEO_TYPES = ['video/webm', 'video/mp4'] as const;

const status = z.enum(KYC_STATUSES);

export const startVideo = endpoint({
  name: 'startVideo',
  method: 'POST',
  path: '/kyc/video',
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
});

export const getVideoChallenge = endpoint({
  name: 'getVideoChallenge',
  method: 'GET',
  path: '/kyc/video/challenge',
  summary: 'A phrase to be said in the recording; it counts once and for a short time',
  answer: z.object({ challengeId: idSchema, phrase: z.string(), expiresAt: instantSchema }),
  errors: ['onboarding_incomplete', 'kyc_incomplete', 'kyc_locked', 'video_at_provider'],
});

const challengeParams = z.strictObject({ challengeId: idSchema });

/** Parts arrive in any order and may arrive twice; the numbers tell what a lost connection left out. */
export const uploadProgress = z.object({
  status: z.enum(['open', 'complete']),
  receivedParts: z.array(z.int().nonnegative()),
  receivedBytes: z.int().nonnegative(),
});

export const getRecording = endpoint({
  name: 'getRecording',
  method: 'GET',
  path: '/kyc/video/recordings/{challengeId}',
  summary: 'Which parts of a recording have arrived',
  params: challengeParams,
  answer: uploadProgress,
});

export const putRecordingPart = endpoint({
  name: 'putRecordingPart',
  method: 'PUT',
  path: '/kyc/video/recordings/{challengeId}/parts/{index}',
  summary: 'One part of a recording, as application/octet-stream; sent again it replaces itself',
  params: challengeParams.extend({ index: z.coerce.number().int().min(0).max(63) }),
  upload: { kind: 'bytes', bytesMax: VIDEO_LIMITS.partBytesMax },
  answer: uploadProgress,
  errors: ['recording_complete', 'kyc_incomplete', 'kyc_locked', 'video_challenge_expired'],
});

const place = {
  latitude: z.coerce.number().min(-90).max(90),
  longitude: z.coerce.number().min(-180).max(180),
};

const handedIn = z.object({ status });

export const completeRecording = endpoint({
  name: 'completeRecording',
  method: 'POST',
  path: '/kyc/video/recordings/{challengeId}/complete',
  summary: 'Hands the parts in for review',
  params: challengeParams,
  body: z.strictObject({
    partCount: z.int().min(1).max(64),
    /** Of the whole recording, in hex. */
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
});

/** The text fields of the multipart form; the recording itself is the file field `video`. */
const recordingForm = z.strictObject({ challengeId: idSchema, ...place });

export const postRecording = endpoint({
  name: 'postRecording',
  method: 'POST',
  path: '/kyc/video/recordings',
  summary: 'A whole recording in one multipart form: video, challengeId, latitude, longitude',
  body: recordingForm,
  upload: { kind: 'form', field: 'video', bytesMax: VIDEO_LIMITS.sizeBytesMax },
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
});
