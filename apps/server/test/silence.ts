import type { TimeLimit } from '../src/platform/outbound/http-client.ts';
import type { ProvidersConfig } from '../src/providers/index.ts';

/** No call of a test goes on for longer: it hangs. */
const HANGING_MS = 300_000;

/** Settings by which the product gives up no call of a test because the machine is slow. */
export const UNHURRIED_SETTINGS = { AUTH_REQUEST_SECONDS: String(HANGING_MS / 1000) };

/** A connection that is slow to open is not one without a listener: that is refused at once. */
const OPENING = { connectMs: HANGING_MS };
/** Time-outs of providers that give nothing up because the machine is slow; what ends a call is the silence itself. */
export const UNHURRIED = {
  read: OPENING,
  moneyWrite: OPENING,
  slow: OPENING,
  sms: OPENING,
  ifsc: OPENING,
} satisfies ProvidersConfig['timeouts'];

/**
 * Ends calls that the sandbox leaves without an answer the moment it does so, as their time-out would. So no test waits for
 * a time-out, and no call is given up because the machine is slow.
 */
export function silenceLimit(): { timeLimit: TimeLimit; onSilence(path: string, body: unknown): void } {
  const calls = new Set<{ readonly name: string; readonly ending: AbortController }>();
  return {
    timeLimit: (_ms, { url, body }) => {
      const { pathname, search } = new URL(url);
      const ending = new AbortController();
      const call = { name: nameOf(pathname + search, typeof body === 'string' ? body : undefined), ending };
      calls.add(call);
      return {
        signal: AbortSignal.any([ending.signal, AbortSignal.timeout(HANGING_MS)]),
        end: () => void calls.delete(call),
      };
    },
    onSilence: (path, body) => {
      const name = nameOf(path, typeof body === 'object' && body !== null ? JSON.stringify(body) : undefined);
      const timeout = new DOMException('the sandbox does not answer', 'TimeoutError');
      const same = [...calls].filter((call) => call.name === name);
      // A form has other words on the wire than here: then every call to that path counts.
      const ended = same.length > 0 ? same : [...calls].filter((call) => call.name.startsWith(`${path} `));
      for (const { ending } of ended) ending.abort(timeout);
    },
  };
}

/** Two calls of one name ask the same thing in the same words. */
function nameOf(path: string, body: string | undefined): string {
  return `${path} ${body ?? ''}`;
}
