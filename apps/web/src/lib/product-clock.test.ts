// @vitest-environment jsdom
import { contract, declareCall } from '@mohlat/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';

const { readThing } = contract({
  calls: { readThing: declareCall({ name: 'readThing', method: 'GET', path: '/thing', access: 'public' }) },
  endpoints: { readThing: { summary: 'A thing', answer: z.object({}) } },
}).endpoints;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The formatters, after the server has answered one call at this time of its own. */
async function formatAfter(date: string | undefined) {
  const headers: HeadersInit = date === undefined ? {} : { date: new Date(date).toUTCString() };
  vi.stubGlobal('fetch', async () => new Response('{}', { headers }));
  const { call } = await import('./api.ts');
  await call(readThing, {});
  return import('./format.ts');
}

test('given a device whose clock is 30 days behind, when the server has answered, then days count from the server', async () => {
  const format = await formatAfter('2026-12-20T12:00:00Z');
  expect(format.today()).toBe('2026-12-20');
  expect(format.minutesUntilEnd('2026-12-21')).toBe(30 * 60 + 30);
  expect(format.hasPassed('2026-12-20T11:59:00Z')).toBe(true);
  expect(format.hasPassed('2026-12-20T12:01:00Z')).toBe(false);
  expect(format.untilNextMinuteMs()).toBe(60_000);
});

test('given a device whose clock is a year ahead, when a date of this year is written, then it needs no year', async () => {
  const format = await formatAfter('2025-11-20T12:00:00Z');
  expect(format.formatDate('2025-12-01')).toBe('Mon, 1\u00a0Dec');
});

test('given an answer that was a minute on its way, or one without a date, when days are counted, then the device is right', async () => {
  expect((await formatAfter('2026-11-20T11:59:00Z')).untilNextMinuteMs()).toBe(60_000);
  const format = await formatAfter(undefined);
  expect(format.today()).toBe('2026-11-20');
});
