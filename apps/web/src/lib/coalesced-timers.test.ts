// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCoalescedTimers, createTurnScheduler } from './coalesced-timers.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const noted = () => {
  const ran: string[] = [];
  return { ran, note: (name: string) => () => ran.push(name) };
};

test('each timeout runs when it is due, in whatever order it was set', () => {
  const { ran, note } = noted();
  const timers = createCoalescedTimers();
  timers.setTimeout(note('late'), 300_000);
  timers.setTimeout(note('soon'), 30_000);
  timers.setTimeout(note('between'), 60_000);
  vi.advanceTimersByTime(29_999);
  expect(ran).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(ran).toEqual(['soon']);
  vi.advanceTimersByTime(30_000);
  expect(ran).toEqual(['soon', 'between']);
  vi.advanceTimersByTime(240_000);
  expect(ran).toEqual(['soon', 'between', 'late']);
  expect(vi.getTimerCount()).toBe(0);
});

test('many timeouts keep one timer of the browser', () => {
  const timers = createCoalescedTimers();
  for (let nth = 0; nth < 50; nth += 1) timers.setTimeout(() => undefined, 30_000 + nth);
  expect(vi.getTimerCount()).toBe(1);
});

test('a timeout that was cleared does not run, and the others do', () => {
  const { ran, note } = noted();
  const timers = createCoalescedTimers();
  const cleared = timers.setTimeout(note('cleared'), 1_000);
  timers.setTimeout(note('kept'), 2_000);
  timers.clearTimeout(cleared);
  timers.clearTimeout(undefined);
  vi.advanceTimersByTime(2_000);
  expect(ran).toEqual(['kept']);
});

test('one set by another runs in its own time, and one that fails keeps no other from running', () => {
  const { ran, note } = noted();
  const report = vi.spyOn(globalThis, 'reportError').mockReturnValue();
  const timers = createCoalescedTimers();
  timers.setTimeout(() => {
    timers.setTimeout(note('set by another'), 500);
    throw new Error('failed');
  }, 1_000);
  timers.setTimeout(note('beside it'), 1_000);
  vi.advanceTimersByTime(1_000);
  expect(ran).toEqual(['beside it']);
  vi.advanceTimersByTime(500);
  expect(ran).toEqual(['beside it', 'set by another']);
  expect(report).toHaveBeenCalledExactlyOnceWith(new Error('failed'));
});

test('what is scheduled in one turn runs together in the next', () => {
  const { ran, note } = noted();
  const schedule = createTurnScheduler();
  schedule(() => {
    note('first')();
    schedule(note('of the turn after'));
  });
  schedule(note('second'));
  expect([ran, vi.getTimerCount()]).toEqual([[], 1]);
  vi.advanceTimersToNextTimer();
  expect(ran).toEqual(['first', 'second']);
  vi.advanceTimersToNextTimer();
  expect(ran).toEqual(['first', 'second', 'of the turn after']);
});
