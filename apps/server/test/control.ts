import type { MachineClock, TrialClock } from '../src/platform/clock/clock.ts';
import { until } from '@mohlat/platform/waiting.testing.ts';

/** So long a move of the clock waits for servers that follow it: one that is slow must not meet a world that is ahead of it. */
export const FOLLOWED_WITHIN_MS = 60_000;

/** The machine's time, as far as a server under test is told; the test moves it. */
export function movableMachine() {
  let offsetMs = 0;
  const clock: MachineClock = { follows: 'machine', now: () => new Date(Date.now() + offsetMs) };
  return {
    ...clock,
    passSeconds(seconds: number): void {
      offsetMs += seconds * 1000;
    },
  };
}

/** The sandbox's controls as tests use them, and the trial clock's time as they last heard it. */
export interface RemoteControl {
  control<T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T>;
  /** The trial clock's time, in milliseconds since 1970. */
  now(): number;
}

/**
 * A move of the clock is over when the clocks of `followers` have come as far and jobs with them: the sandbox itself waits for
 * nobody who is just between two questions.
 */
export function remoteControl(
  sandboxUrl: string,
  followers: readonly Pick<TrialClock, 'version'>[] = [],
): RemoteControl {
  let offsetMs = 0;
  const untilFollowed = (version: number) =>
    until(async () => followers.every((follower) => follower.version() >= version) || undefined);
  return {
    async control<T>(method: string, path: string, body?: object): Promise<T> {
      const response = await fetch(`${sandboxUrl}/control${path}`, {
        method,
        ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
      });
      if (!response.ok)
        throw new Error(`control ${method} ${path}: ${response.status} ${await response.text()}`);
      const text = await response.text();
      const answer = (text ? JSON.parse(text) : undefined) as T;
      if (path === '/clock') {
        const clock = answer as { offsetMs: number; version: number };
        offsetMs = clock.offsetMs;
        await untilFollowed(clock.version);
      }
      return answer;
    },
    now: () => Date.now() + offsetMs,
  };
}
