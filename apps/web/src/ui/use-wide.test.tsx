// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useWide } from './use-wide.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('follows the window as it is turned or resized', () => {
  const window = { matches: false, listeners: new Set<() => void>() };
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return window.matches;
    },
    addEventListener: (_: string, listener: () => void) => window.listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => window.listeners.delete(listener),
  }));
  const { result, unmount } = renderHook(() => useWide());
  expect(result.current).toBe(false);
  window.matches = true;
  act(() => window.listeners.forEach((listener) => listener()));
  expect(result.current).toBe(true);
  unmount();
  expect(window.listeners.size).toBe(0);
});
