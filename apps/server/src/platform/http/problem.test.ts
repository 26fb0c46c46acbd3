import { type ErrorCode, ERRORS } from '@mohlat/contract';
import { fastify } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { DomainError } from './domain-error.ts';
import { sendProblem } from './problem.ts';

const app = fastify();
app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
app.get<{ Params: { code: ErrorCode } }>('/:code', ({ params }) => {
  throw new DomainError(params.code);
});
app.get<{ Params: { code: ErrorCode } }>('/:code/known', ({ params }) => {
  throw new DomainError(params.code, { retryAfterSeconds: 7 });
});
afterAll(() => app.close());

const waitOf = async (path: string) => (await app.inject(path)).headers['retry-after'];

test.each([
  ['provider_unavailable', '180'],
  ['biller_unavailable', '180'],
  ['exports_busy', '60'],
  ['busy', '3'],
] as const)(
  'given %s without a figure, then it says to wait as long as its sentence does',
  async (code, wait) => {
    expect(await waitOf(`/${code}`)).toBe(wait);
    expect(await waitOf(`/${code}/known`)).toBe('7');
  },
);

/** Each place that throws them knows the figure. */
const KNOWN = ['payments_paused', 'reveals_used_up', 'service_unavailable'];

test('given a sentence that speaks of minutes or hours, then a figure stands beside it', () => {
  const long = Object.entries(ERRORS).filter(
    ([, { status, en }]) => (status === 503 || status === 429) && /minute|hour/.test(en),
  );
  const without = long.filter(([, { waitSeconds }]) => waitSeconds === undefined).map(([code]) => code);
  expect(without.toSorted()).toEqual(KNOWN);
});
