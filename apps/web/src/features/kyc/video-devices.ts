import { VIDEO_TYPES } from '@mohlat/contract';

/** Why a recording cannot be made here and now. */
export const TROUBLES = [
  'insecure',
  'unsupported',
  'camera_denied',
  'no_camera',
  'camera_busy',
  'location_denied',
  'location_unavailable',
] as const;
export type Trouble = (typeof TROUBLES)[number];

export class DeviceError extends Error {
  override readonly name = 'DeviceError';
  readonly trouble: Trouble;

  constructor(trouble: Trouble, cause?: unknown) {
    super(trouble, { cause });
    this.trouble = trouble;
  }
}

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Half a minute stays under 3 MB: about 0.55 Mbit/s, for a cheap phone on a slow line. */
const BITS_PER_SECOND = { videoBitsPerSecond: 500_000, audioBitsPerSecond: 48_000 } as const;
const CODECS = ['video/webm;codecs=vp8,opus', ...VIDEO_TYPES] as const;
const CHUNK_MS = 1_000;
const PLACE_WITHIN_MS = 20_000;

const recordingType = () => CODECS.find((type) => MediaRecorder.isTypeSupported(type));

/** Throws: DeviceError when this browser, or this address, can make no recording at all. */
function expectRecorder(): void {
  if (!globalThis.isSecureContext) throw new DeviceError('insecure');
  const hasRecorder = 'mediaDevices' in navigator && typeof MediaRecorder === 'function';
  if (!hasRecorder || recordingType() === undefined) throw new DeviceError('unsupported');
}

const CAMERA_TROUBLES: Readonly<Record<string, Trouble>> = {
  NotAllowedError: 'camera_denied',
  SecurityError: 'camera_denied',
  NotFoundError: 'no_camera',
  OverconstrainedError: 'no_camera',
  NotReadableError: 'camera_busy',
  AbortError: 'camera_busy',
};

/** Asks for camera and microphone: the browser's own question comes here. Throws: DeviceError. */
export async function openCamera(): Promise<MediaStream> {
  expectRecorder();
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true },
      video: {
        facingMode: 'user',
        width: { ideal: 480 },
        height: { ideal: 640 },
        frameRate: { ideal: 20, max: 24 },
      },
    });
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new DeviceError(CAMERA_TROUBLES[name] ?? 'camera_busy', error);
  }
}

/** The light of the camera goes out. */
export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Asks where this device is: the browser's own question comes here. Throws: DeviceError. */
export function readPlace(): Promise<Place> {
  if (!('geolocation' in navigator)) return Promise.reject(new DeviceError('location_unavailable'));
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: coords.latitude, longitude: coords.longitude }),
      (error) =>
        reject(
          new DeviceError(
            error.code === error.PERMISSION_DENIED ? 'location_denied' : 'location_unavailable',
            error,
          ),
        ),
      { enableHighAccuracy: false, timeout: PLACE_WITHIN_MS, maximumAge: 0 },
    );
  });
}

export interface Recorder {
  readonly stop: () => void;
  /** The whole recording, once it has stopped by itself or by `stop`. */
  readonly finished: Promise<Blob>;
}

/** Records what a camera sees and hears, small enough for a slow line. */
export function startRecorder(stream: MediaStream): Recorder {
  const mimeType = recordingType() ?? '';
  const recorder = new MediaRecorder(stream, { mimeType, ...BITS_PER_SECOND });
  const chunks: Blob[] = [];
  recorder.addEventListener('dataavailable', (event) => chunks.push(event.data));
  const finished = new Promise<Blob>((resolve, reject) => {
    recorder.addEventListener('stop', () =>
      resolve(new Blob(chunks, { type: recorder.mimeType.split(';')[0] ?? '' })),
    );
    recorder.addEventListener('error', () => reject(new DeviceError('camera_busy')));
  });
  recorder.start(CHUNK_MS);
  return {
    stop: () => {
      if (recorder.state !== 'inactive') recorder.stop();
    },
    finished,
  };
}
