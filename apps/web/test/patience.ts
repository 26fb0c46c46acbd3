import { configure } from '@testing-library/react';
import { vi } from 'vitest';

/** When a wait of a screen's test is given up as hanging: a busy machine is slow, not wrong. One bound for all of them. */
const HANGING_MS = 180_000;

configure({ asyncUtilTimeout: HANGING_MS });
// vi.waitFor and vi.waitUntil have no such setting and would give up after a second.
const [waitFor, waitUntil] = [vi.waitFor.bind(vi), vi.waitUntil.bind(vi)];
vi.waitUntil = (callback, options) =>
  waitUntil(callback, {
    timeout: HANGING_MS,
    ...(typeof options === 'number' ? { timeout: options } : options),
  });
vi.waitFor = (callback, options) =>
  waitFor(callback, {
    timeout: HANGING_MS,
    ...(typeof options === 'number' ? { timeout: options } : options),
  });

// Files follow one another in one process, each with a page of its own: what the one before remembered is forgotten.
vi.resetModules();
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
if (typeof document !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  globalThis.history.replaceState(null, '', '/');
}
