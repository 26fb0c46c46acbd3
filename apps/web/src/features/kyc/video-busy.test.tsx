// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { Blob as NodeBlob } from 'node:buffer';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { stubDevices } from '../../../test/fake-camera.ts';
import { problem } from '../../../test/network.ts';
import { sampleMe } from '../../../test/samples.ts';
import { HERE, kept, PARTS } from '../../../test/video-samples.ts';
import { forgetTakes, keepTake } from '../../lib/take-store.ts';
import { open } from './kyc.testing.tsx';

afterEach(async () => {
  cleanup();
  await forgetTakes();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('given a video on its way, when the server is busy, then that is said and no lost connection', async () => {
  // The storage copies what it is given; only the runtime's own Blob can be copied here.
  vi.stubGlobal('Blob', NodeBlob);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
  stubDevices();
  await keepTake(sampleMe().id, kept({ isWanted: true }));
  await open({
    ...HERE,
    [`PUT ${PARTS}/parts/0`]: problem(503, 'service_unavailable', 'We are busy at the moment.'),
  });
  expect(await screen.findByText('We are busy at the moment.')).toBeDefined();
  expect(screen.queryByText(/The connection is lost/)).toBeNull();
});
