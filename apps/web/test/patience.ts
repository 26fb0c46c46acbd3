import { configure } from '@testing-library/react';
import { vi } from 'vitest';

/** A busy machine is slow, not wrong: what a test waits for may take this long to appear. */
const PATIENCE_MS = 15_000;

configure({ asyncUtilTimeout: PATIENCE_MS });
// A test that waits twice must not run out of time before a wait has said what it waits for.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

// vi.waitFor has no such setting and would give up after a second.
const waitFor = vi.waitFor.bind(vi);
vi.waitFor = (callback, options) =>
  waitFor(callback, {
    timeout: PATIENCE_MS,
    ...(typeof options === 'number' ? { timeout: options } : options),
  });
