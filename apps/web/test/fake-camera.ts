import { vi } from 'vitest';

interface CameraOptions {
  /** The name of the error with which the browser answers instead of a camera. */
  readonly refusal?: string;
  readonly place?: { readonly latitude: number; readonly longitude: number } | 'denied' | 'unavailable';
  readonly isSecure?: boolean;
}

const DELHI = { latitude: 28.61, longitude: 77.21 };
const RECORDED = 'a face and a phrase';

/** Ends when it is stopped, with one chunk of what was "recorded". */
class FakeRecorder extends EventTarget {
  static latest: FakeRecorder | undefined;
  static isTypeSupported(type: string): boolean {
    return type.startsWith('video/webm');
  }
  readonly mimeType = 'video/webm;codecs=vp8,opus';
  state = 'inactive';

  start(): void {
    FakeRecorder.latest = this;
    this.state = 'recording';
  }

  stop(): void {
    this.state = 'inactive';
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([RECORDED]) }));
    this.dispatchEvent(new Event('stop'));
  }
}

/** Stands where the devices begin: camera, microphone, recorder and place, as a browser hands them out. */
export function stubDevices({ refusal, place = DELHI, isSecure = true }: CameraOptions = {}) {
  const tracks = ['video', 'audio'].map((kind) =>
    Object.assign(new EventTarget(), { kind, stop: vi.fn<() => void>() }),
  );
  const stream = { id: 'stream-1', getTracks: () => tracks };
  const getUserMedia = vi.fn(() =>
    refusal === undefined
      ? Promise.resolve(stream)
      : Promise.reject(Object.assign(new Error(refusal), { name: refusal })),
  );
  const getCurrentPosition = (found: (position: object) => void, failed: (error: object) => void) => {
    if (place === 'denied') failed({ code: 1, PERMISSION_DENIED: 1 });
    else if (place === 'unavailable') failed({ code: 2, PERMISSION_DENIED: 1 });
    else found({ coords: place });
  };
  vi.stubGlobal('isSecureContext', isSecure);
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
  // jsdom plays nothing and keeps no addresses of content.
  URL.createObjectURL = () => 'blob:recording';
  URL.revokeObjectURL = () => undefined;
  // Newer browsers answer with a promise, which an effect must not hand on.
  Object.assign(Element.prototype, { scrollIntoView: () => Promise.resolve() });
  return { getUserMedia, isCameraOn: () => tracks.every(({ stop }) => stop.mock.calls.length === 0) };
}

/** The screen says that it records a moment before it does. */
export function isRecording(): boolean {
  return FakeRecorder.latest?.state === 'recording';
}

/** The browser gives the recording up, as it does when its encoder fails. */
export function breakRecorder(): void {
  FakeRecorder.latest?.dispatchEvent(new Event('error'));
  FakeRecorder.latest?.stop();
}

/** A clock that stands: a recording lasts as long as the test says, however slow the machine. */
export function heldClock() {
  // Whole: three seconds are then exactly three.
  let now = Math.ceil(performance.now());
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return { pass: (seconds: number) => void (now += seconds * 1000) };
}

/** Holds every look into what the device keeps, also of a page that is just going away, until all are let go. */
export function holdSearches() {
  const searches: Partial<IDBRequest>[] = [];
  const held = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    const search: Partial<IDBRequest> = {};
    searches.push(search);
    return search as IDBRequest;
  });
  return {
    searches,
    letGo() {
      held.mockRestore();
      for (const search of searches) search.onsuccess?.call(search as IDBRequest, new Event('success'));
    },
  };
}
