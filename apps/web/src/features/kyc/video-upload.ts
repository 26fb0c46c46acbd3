import { completeRecording, getRecording, putRecordingPart, VIDEO_LIMITS } from '@mohlat/contract';
import { call, callWithBytes } from '../../lib/api.ts';
import { NetworkError, ProblemError } from '../../lib/problem.ts';
import type { Take } from '../../lib/take-store.ts';

/** Small enough that a slow line shows progress and loses little; a large recording has larger parts. */
const PART_BYTES = 64 * 1024;
const PARTS_MAX = 64;
/** The largest part is through by then on a slow line; after that its answer is lost, however open the line may seem. */
const ANSWER_MS = 90_000;
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000] as const;
/** A minute of pauses: a server that is busy for longer is not waited for without the person. */
const BUSY_MAX = 8;
const BUSY_MS = 60_000;

export interface Progress {
  readonly sentBytes: number;
  /** The reason why the rest waits: a lost connection, or the refusal of a busy server. Undefined while it is sent. */
  readonly waitsFor?: Error | undefined;
}

interface SendInput {
  readonly take: Take;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Told after every confirmed part, with all of them, so that they can be remembered. */
  readonly onSent: (sentParts: readonly number[]) => void;
}

/** Cuts a recording; the last part takes what is left. */
export function partsOf(video: Blob): readonly Blob[] {
  const size = Math.min(Math.max(PART_BYTES, Math.ceil(video.size / PARTS_MAX)), VIDEO_LIMITS.partBytesMax);
  const count = Math.ceil(video.size / size);
  return Array.from({ length: count }, (_, index) => video.slice(index * size, (index + 1) * size));
}

/** Computes the SHA-256 of the whole recording, in hex. */
async function fingerprint(video: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await video.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof ProblemError && error.code === code;
}

/** A busy server: the same request may go out again, some times. */
function isBusy(error: unknown): error is ProblemError {
  return error instanceof ProblemError && (error.status >= 500 || error.status === 429);
}

function pauseOf(count: number): number {
  return PAUSES_MS[Math.min(count, PAUSES_MS.length - 1)] ?? 10_000;
}

/** The pause before the next try of a busy server, the time that it named first; undefined where that is not waited for. */
function busyPause(error: unknown, count: number): number | undefined {
  if (!isBusy(error) || count >= BUSY_MAX - 1) return undefined;
  const { retryAfterSeconds } = error;
  const ms = retryAfterSeconds === undefined ? pauseOf(count) : retryAfterSeconds * 1000;
  return ms > BUSY_MS ? undefined : ms;
}

/** Ends early when the network comes back, where it waits for that. */
function pause(ms: number, signal: AbortSignal, endsOnline: boolean): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (endsOnline) globalThis.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

/** A signal that comes with the given one or when the time is over, whichever is first. `end` lets go of both. */
function within(ms: number, signal: AbortSignal): { readonly bounded: AbortSignal; end(): void } {
  const attempt = new AbortController();
  const stop = () => attempt.abort(signal.reason);
  const timer = setTimeout(stop, ms);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  return {
    bounded: attempt.signal,
    end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    },
  };
}

interface Insisting {
  readonly signal: AbortSignal;
  readonly onWaiting: (waitsFor: Error | undefined) => void;
}

/**
 * Sends until an answer comes, each time with a signal of its own: without an end where the connection is lost, some times where the
 * server is busy. What goes out here may arrive more than once. Throws what a busy server answered last.
 */
async function insist<T>(
  send: (signal: AbortSignal) => Promise<T>,
  { signal, onWaiting }: Insisting,
): Promise<T> {
  let lostCount = 0;
  let busyCount = 0;
  for (;;) {
    const { bounded, end } = within(ANSWER_MS, signal);
    try {
      const answer = await send(bounded);
      end();
      onWaiting(undefined);
      return answer;
    } catch (error) {
      end();
      if (signal.aborted) throw error;
      if (bounded.aborted || error instanceof NetworkError) {
        onWaiting(error instanceof NetworkError ? error : new NetworkError('There was no answer in time'));
        await pause(pauseOf(lostCount), signal, true);
        lostCount += 1;
      } else {
        const ms = busyPause(error, busyCount);
        if (ms === undefined) throw error;
        onWaiting(error as ProblemError);
        await pause(ms, signal, false);
        busyCount += 1;
      }
      signal.throwIfAborted();
    }
  }
}

/**
 * Sends a take in parts and hands it in. A lost connection is waited out; what had arrived before, on this visit or an
 * earlier one, is not sent again.
 * Throws: ProblemError for a refusal and for a server that stays busy, the signal's reason when it is stopped.
 */
export async function sendTake(input: SendInput): Promise<void> {
  try {
    await sendOnce(input, input.take.sentParts);
  } catch (error) {
    if (hasCode(error, 'recording_complete')) return;
    if (!hasCode(error, 'recording_incomplete')) throw error;
    // The server lacks parts that this device counts as sent, so all parts are sent again.
    await sendOnce(input, []);
  }
}

async function sendOnce({ take, signal, onProgress, onSent }: SendInput, known: readonly number[]) {
  const params = { challengeId: take.challengeId };
  const parts = partsOf(take.video);
  const sent = new Set<number>();
  const report = (waitsFor?: Error) => {
    const sentBytes = [...sent].reduce((sum, index) => sum + (parts[index]?.size ?? 0), 0);
    onProgress({ sentBytes, waitsFor });
  };
  const how = { signal, onWaiting: report };
  if (known.length > 0) {
    const { receivedParts } = await insist((bounded) => call(getRecording, { params, signal: bounded }), how);
    for (const index of receivedParts) if (known.includes(index)) sent.add(index);
  }
  report();
  for (const [index, part] of parts.entries()) {
    if (sent.has(index)) continue;
    await insist(
      (bounded) => callWithBytes(putRecordingPart, { params: { ...params, index }, signal: bounded }, part),
      how,
    );
    sent.add(index);
    onSent([...sent]);
    report();
  }
  const sha256 = await fingerprint(take.video);
  const { latitude, longitude } = take;
  const body = { partCount: parts.length, sha256, latitude, longitude };
  await insist((bounded) => call(completeRecording, { params, body, signal: bounded }), how);
}
