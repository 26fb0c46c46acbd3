// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CoolingClock } from './cooling-clock.tsx';
import { LanguageProvider } from './i18n.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test.each([
  // The 23rd ends in India at 18:30 UTC.
  ['2026-11-20T21:29:00Z', '2 days and 21 hours left'],
  ['2026-11-22T17:29:30Z', '1 day and 1 hour left'],
  ['2026-11-22T18:31:00Z', '23 hours and 59 minutes left'],
  ['2026-11-23T18:28:59Z', '0 hours and 1 minute left'],
  ['2026-11-24T00:00:00Z', '0 hours and 0 minutes left'],
])('at %s it says %s', (now, text) => {
  vi.useFakeTimers({ now: new Date(now) });
  render(
    <LanguageProvider initial="en">
      <CoolingClock until="2026-11-23" />
    </LanguageProvider>,
  );
  expect(screen.getByRole('timer').textContent).toBe(text);
});

test('it goes on by itself, minute by minute', () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T17:29:30Z') });
  render(
    <LanguageProvider initial="en">
      <CoolingClock until="2026-11-23" />
    </LanguageProvider>,
  );
  expect(screen.getByRole('timer').textContent).toBe('1 hour and 0 minutes left');
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.getByRole('timer').textContent).toBe('0 hours and 59 minutes left');
});
