// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import type { Session } from '@supabase/auth-js';
import { cleanup } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../test/network.ts';
import { openScreen } from '../../test/open-screen.tsx';
import { sampleSession } from '../../test/session.ts';
import { kept } from '../../test/video-samples.ts';
import { heard } from '../lib/session-state.ts';
import { forgetTakes, keepTake, readTake } from '../lib/take-store.ts';
import * as when from '../ui/when-idle.ts';
import { SessionKeeper } from './session-keeper.tsx';

const DAY = '2026-11-20T12:00:00Z';
const DAY_BEFORE = '2026-11-19T12:00:00Z';
const OWNER = 'u1';

afterEach(async () => {
  cleanup();
  await forgetTakes();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Keeps a recording at an instant, and opens a page that has nothing to do with KYC. Runs the idle work at once. */
async function visitAfter(userId: string, at: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
  await keepTake(userId, kept());
  stubNetwork({});
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(DAY) });
  heard('SIGNED_IN', sampleSession(Date.parse(DAY)) as unknown as Session);
  await openScreen({ path: '/dashboard', Component: SessionKeeper }, '/dashboard');
  await new Promise<void>((resolve) => when.whenIdle(resolve));
}

/** Whether the owner's recording of that instant can still be read. */
async function isKept(userId: string, at: string): Promise<boolean> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
  return (await readTake(userId)) !== undefined;
}

describe('a video KYC that was recorded and not handed in', () => {
  test('is deleted from the device by any page of the next day', async () => {
    await visitAfter(OWNER, DAY_BEFORE);
    await vi.waitFor(async () => expect(await isKept(OWNER, DAY_BEFORE)).toBe(false));
  });

  test('is deleted by any page of another person', async () => {
    await visitAfter('somebody else', DAY);
    await vi.waitFor(async () => expect(await isKept('somebody else', DAY)).toBe(false));
  });

  test('stays for its owner on the same day', async () => {
    await visitAfter(OWNER, DAY);
    expect(await isKept(OWNER, DAY)).toBe(true);
  });
});
