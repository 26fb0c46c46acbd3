// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import 'fake-indexeddb/auto';
import { createRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID, sampleKyc } from '../../../test/samples.ts';
import { kept } from '../../../test/video-samples.ts';
import { forgetTakes, keepTake, readTake } from '../../lib/take-store.ts';
import { VideoFaces } from './video-faces.tsx';

const openVideo = (status: 'pending' | 'verified') =>
  openScreen(
    {
      path: '/video',
      element: (
        <VideoFaces
          kyc={{ ...sampleKyc(['pan', 'aadhaar']), video: { status } }}
          headingRef={createRef()}
          onBack={() => undefined}
        />
      ),
    },
    '/video',
  );

afterEach(async () => {
  cleanup();
  await forgetTakes();
  vi.useRealTimers();
});

test.each(['pending', 'verified'] as const)(
  'given a handing in whose answer was lost, when the video is %s, then its recording leaves the device',
  async (status) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
    await keepTake(ID.user, kept({ isWanted: true }));
    expect(await readTake(ID.user)).toBeDefined();
    await openVideo(status);
    await screen.findByRole('button', { name: 'Go to dashboard' });
    await vi.waitFor(async () => expect(await readTake(ID.user)).toBeUndefined());
  },
);
