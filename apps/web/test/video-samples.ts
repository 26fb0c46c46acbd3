import type { Take } from '../src/lib/take-store.ts';
import type { Answers } from './network.ts';
import { sampleKyc, sampleMe } from './samples.ts';

const CHALLENGE = '0192ab34-0000-7000-8000-00000000000c';
export const PARTS = `/kyc/video/recordings/${CHALLENGE}`;
export const before = sampleKyc(['pan', 'aadhaar']);
export const inReview = { ...before, video: { ...before.video, status: 'pending' as const } };
export const approved = { ...before, video: { ...before.video, status: 'verified' as const } };

export const HERE: Answers = {
  'GET /me': [200, sampleMe()],
  'GET /kyc': [200, before],
  'POST /kyc/video': [200, { status: 'not_started', mode: 'inhouse', sessionUrl: null }],
  'GET /kyc/video/challenge': [
    200,
    { challengeId: CHALLENGE, phrase: 'blue river 4 7 2', expiresAt: '2026-11-20T12:15:00Z' },
  ],
  [`PUT ${PARTS}/parts/0`]: [200, { status: 'open', receivedParts: [0], receivedBytes: 19 }],
  [`GET ${PARTS}`]: [200, { status: 'open', receivedParts: [0], receivedBytes: 19 }],
  [`POST ${PARTS}/complete`]: [200, { status: 'pending' }],
};

/** A recording as the device keeps it. */
export const kept = (change: Partial<Take> = {}): Take => ({
  challengeId: CHALLENGE,
  phrase: 'blue river 4 7 2',
  video: new Blob(['a face and a phrase'], { type: 'video/webm' }),
  latitude: 28.61,
  longitude: 77.21,
  sentParts: [],
  isWanted: false,
  ...change,
});
