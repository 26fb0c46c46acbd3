// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { sampleMe, samplePayment, sampleTransaction } from '../../../test/samples.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('given a bill paid after midnight in India, its day is the one there', async () => {
  stubNetwork({
    'GET /me': [200, sampleMe()],
    'GET /schedule': page([]),
    'GET /payments': page([samplePayment({ date: '2026-11-19T20:00:00Z', schedule: [] })]),
    'GET /transactions': page([sampleTransaction()]),
    'GET /cards': page([]),
  });
  await openScreen({ path: '/dashboard', lazy: () => import('./dashboard.tsx') }, '/dashboard');
  expect((await screen.findAllByText(/Fri, 20 Nov/)).length).toBeGreaterThan(0);
  expect(screen.queryByText(/Thu, 19 Nov/)).toBeNull();
});
