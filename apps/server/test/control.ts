import type { MachineClock } from '../src/platform/clock/clock.ts';

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

export function remoteControl(sandboxUrl: string): RemoteControl {
  let offsetMs = 0;
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
      if (path === '/clock') ({ offsetMs } = answer as { offsetMs: number });
      return answer;
    },
    now: () => Date.now() + offsetMs,
  };
}
