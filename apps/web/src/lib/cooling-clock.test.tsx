// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CoolingClock } from './cooling-clock.tsx';
import { LanguageProvider } from './i18n.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const clock = (until: string, onNewDay: () => void = () => undefined) => (
  <LanguageProvider initial="en">
    <CoolingClock until={until} onNewDay={onNewDay} />
  </LanguageProvider>
);
const shown = () => screen.getByRole('timer').textContent;
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test.each([
  // The 23rd ends in India at 18:30 UTC.
  ['2026-11-20T21:29:00Z', '2 days and 21 hours left to cancel'],
  ['2026-11-22T17:29:30Z', '1 day and 1 hour left to cancel'],
  ['2026-11-22T18:31:00Z', '23 hours and 59 minutes left to cancel'],
  ['2026-11-23T18:28:59Z', '1 minute left to cancel'],
  ['2026-11-24T00:00:00Z', 'less than a minute left to cancel'],
])('given %s, when the clock is opened, then it says %s', (now, text) => {
  vi.useFakeTimers({ now: new Date(now) });
  render(clock('2026-11-23'));
  expect(shown()).toBe(text);
});

test('given a minute begun, when it is over, then the clock never says more than is left', () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T17:29:30Z') });
  render(clock('2026-11-23'));
  expect(shown()).toBe('1 hour left to cancel');
  pass(29_999);
  expect(shown()).toBe('1 hour left to cancel');
  pass(2);
  expect(shown()).toBe('59 minutes left to cancel');
  pass(120_000);
  expect(shown()).toBe('57 minutes left to cancel');
});

test('given another last day, when it is read again, then the clock follows at once', () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T17:30:30Z') });
  const { rerender } = render(clock('2026-11-23'));
  expect(shown()).toBe('59 minutes left to cancel');
  rerender(clock('2026-11-24'));
  expect(shown()).toBe('1 day left to cancel');
});

test('given an open clock, when its page is left, then nothing ticks on', () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T17:29:30Z') });
  const { unmount } = render(clock('2026-11-23'));
  pass(60_000);
  expect(vi.getTimerCount()).toBe(1);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

test('given an open clock, when a day of India ends, then it says so once', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T18:28:30Z') });
  const onNewDay = vi.fn();
  render(clock('2026-11-23', onNewDay));
  pass(89_000);
  expect(onNewDay).not.toHaveBeenCalled();
  pass(1_001);
  expect(onNewDay).toHaveBeenCalledTimes(1);
  pass(120_000);
  expect(onNewDay).toHaveBeenCalledTimes(1);
});
