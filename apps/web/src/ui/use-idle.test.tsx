// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useIdle } from './use-idle.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('is false until the browser has nothing else to do', () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
  vi.stubGlobal('cancelIdleCallback', vi.fn());
  const { result } = renderHook(() => useIdle());
  expect(result.current).toBe(false);
  act(() => idle.forEach((run) => run()));
  expect(result.current).toBe(true);
});

test('a page that is left before it was idle is not drawn again', () => {
  const cancelled = vi.fn();
  vi.stubGlobal('requestIdleCallback', () => 7);
  vi.stubGlobal('cancelIdleCallback', cancelled);
  renderHook(() => useIdle()).unmount();
  expect(cancelled).toHaveBeenCalledExactlyOnceWith(7);
});
