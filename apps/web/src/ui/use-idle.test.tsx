// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useIdle } from './use-idle.ts';
import { whenIdle } from './when-idle.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('is false until the browser has nothing else to do', () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
  const { result } = renderHook(() => useIdle());
  expect(result.current).toBe(false);
  act(() => idle.forEach((run) => run()));
  expect(result.current).toBe(true);
});

test('what waits runs in its order, each in an idle moment of its own, and what was called off never', () => {
  const asked: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => asked.push(run));
  const ran: string[] = [];
  const [, callOff] = ['first', 'second', 'third'].map((name) => whenIdle(() => ran.push(name)));
  expect(asked).toHaveLength(1);
  callOff!();
  asked[0]!();
  expect([ran, asked.length]).toEqual([['first'], 2]);
  asked[1]!();
  expect([ran, asked.length]).toEqual([['first', 'third'], 2]);
});

test('one that fails does not keep the next from its moment', () => {
  const asked: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => asked.push(run));
  const next = vi.fn();
  whenIdle(() => {
    throw new Error('failed');
  });
  whenIdle(next);
  expect(asked[0]).toThrow('failed');
  asked[1]!();
  expect(next).toHaveBeenCalledOnce();
});

test('on a page that is never idle the last in the queue waits no longer than the first', () => {
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(0).mockReturnValue(1_999);
  const asked: { run: () => void; timeout: number }[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void, { timeout }: IdleRequestOptions) =>
    asked.push({ run, timeout: timeout! }),
  );
  whenIdle(vi.fn());
  vi.mocked(performance.now).mockReturnValueOnce(0);
  whenIdle(vi.fn());
  asked[0]!.run();
  asked[1]!.run();
  expect(asked.map(({ timeout }) => timeout)).toEqual([2_000, 1]);
});
