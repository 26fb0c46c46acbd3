import { describe, expect, test } from 'vitest';
import { NetworkError, ProblemError } from '../../lib/problem.ts';
import { NoDataError, withPanRetries } from './pan-retry.ts';

const refusal = (status: number, code: string) =>
  new ProblemError({ type: 'about:blank', title: code, status, code, detail: '', requestId: 'r' });

async function run(failures: readonly Error[]) {
  const retried: number[] = [];
  const pauses: number[] = [];
  let tries = 0;
  const outcome = await withPanRetries({
    send: () => {
      const failure = failures[tries];
      tries += 1;
      return failure ? Promise.reject(failure) : Promise.resolve('verified');
    },
    onRetry: (attempt) => retried.push(attempt),
    pause: (seconds) => {
      pauses.push(seconds);
      return Promise.resolve();
    },
  }).catch((error: unknown) => error);
  return { outcome, tries, retried, pauses };
}

describe('SPEC-9 automatic tries of the PAN check', () => {
  test('SPEC-9.pan-retries: a technical failure is tried again twice, two seconds apart', async () => {
    const down = refusal(503, 'provider_unavailable');
    expect(await run([down, new NetworkError('lost')])).toEqual({
      outcome: 'verified',
      tries: 3,
      retried: [1, 2],
      pauses: [2, 2],
    });
  });

  test('after the third failure it gives up with the last reason', async () => {
    const down = refusal(503, 'provider_unavailable');
    const { outcome, tries } = await run([down, down, down, down]);
    expect(outcome).toBe(down);
    expect(tries).toBe(3);
  });

  test('an answer of the issuer is final', async () => {
    const no = refusal(422, 'pan_invalid');
    expect(await run([no])).toEqual({ outcome: no, tries: 1, retried: [], pauses: [] });
  });
});

test('SPEC-7: given an answer without content, when tried, then it is a failure and tried again, and a refusal is not', async () => {
  const empty = new NoDataError();
  expect(await run([empty, empty])).toMatchObject({ outcome: 'verified', tries: 3 });
  expect(await run([empty, empty, empty])).toMatchObject({ outcome: empty, tries: 3 });
  const refused = refusal(422, 'pan_not_found');
  expect(await run([refused])).toMatchObject({ outcome: refused, tries: 1 });
});
