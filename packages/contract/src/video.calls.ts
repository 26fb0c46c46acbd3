import { declareCall } from './endpoint.ts';

/** The modes of the video step: recorded here, or in a session at the provider. */
export const VIDEO_MODES = ['inhouse', 'provider'] as const;

/** The limits of a recording; the browser checks them before it sends. */
export const VIDEO_LIMITS = {
  sizeBytesMax: 25 * 1024 * 1024,
  partBytesMax: 512 * 1024,
  secondsMin: 3,
  secondsMax: 30,
} as const;

export const VIDEO_TYPES = ['video/webm', 'video/mp4'] as const;

export const startVideo = declareCall({
  name: 'startVideo',
  method: 'POST',
  path: '/kyc/video',
});

export const getVideoChallenge = declareCall({
  name: 'getVideoChallenge',
  method: 'GET',
  path: '/kyc/video/challenge',
});

export const getRecording = declareCall({
  name: 'getRecording',
  method: 'GET',
  path: '/kyc/video/recordings/{challengeId}',
});

export const putRecordingPart = declareCall({
  name: 'putRecordingPart',
  method: 'PUT',
  path: '/kyc/video/recordings/{challengeId}/parts/{index}',
  upload: { kind: 'bytes', bytesMax: VIDEO_LIMITS.partBytesMax },
});

export const completeRecording = declareCall({
  name: 'completeRecording',
  method: 'POST',
  path: '/kyc/video/recordings/{challengeId}/complete',
});

export const postRecording = declareCall({
  name: 'postRecording',
  method: 'POST',
  path: '/kyc/video/recordings',
  upload: { kind: 'form', field: 'video', bytesMax: VIDEO_LIMITS.sizeBytesMax },
});
