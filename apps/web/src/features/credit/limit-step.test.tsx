// @vitest-environment jsdom
import type { Credit, Kyc } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { sampleKyc } from '../../../test/samples.ts';
import { LimitStep } from './limit-step.tsx';

const factor = (code: string, amountPaise: number) => ({ code, text: '', amountPaise, isBinding: false });
const granted: Credit = {
  state: 'active',
  stateReason: null,
  limitPaise: 2_500_000,
  usedPaise: 0,
  availablePaise: 2_500_000,
  usedPercent: 0,
  score: 782,
  assessment: { status: 'approved', limitPaise: 2_500_000, at: '2026-11-20T06:00:00.000Z' },
  reasons: [{ code: 'B04', text: 'Your income is not verified yet, so the limit is at most ₹25,000.' }],
  factors: [factor('B02', 12_750_000), factor('B04', 2_500_000), factor('B05', 6_000_000)],
  whatIf: [],
  offer: null,
  estimatePaise: null,
  retryAfter: null,
  reportDate: null,
  isReportStale: false,
  reviewDate: null,
  evidence: null,
};
const open = async (credit: Credit, kyc: Kyc = sampleKyc(['pan', 'aadhaar'])) => {
  stubNetwork({ 'GET /credit': [200, credit], 'GET /kyc': [200, kyc] });
  await openScreen({ path: '/limit', Component: LimitStep }, '/limit');
  return within(await screen.findByRole('region', { name: 'Credit limit' }));
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the limit is a moment: its number, its use, its reasons, and one next act', async () => {
  const moment = await open(granted);
  expect(moment.getAllByText('₹25,000').length).toBeGreaterThan(0);
  expect(moment.getByText('yours today')).toBeDefined();
  expect(moment.getByRole('link', { name: 'Pay a bill' })).toBeDefined();
  expect(moment.getByText(/Your income is not verified yet/)).toBeDefined();
  const ladder = within(moment.getByRole('list', { name: 'How it grows' }));
  expect(ladder.getAllByRole('listitem').map((rung) => rung.textContent)).toEqual([
    '₹1,27,000A video of yourself, two minutes; a person looks at it',
    '₹60,000Show your income: a salary slip or bank statement, two minutesShow income',
    '₹25,000 now',
  ]);
  expect(ladder.getAllByRole('link')).toHaveLength(1);
});

const atVideo = (): Credit => ({
  ...granted,
  factors: [factor('B02', 12_750_000), factor('B05', 2_500_000)],
});

test('the way to the video leads to its form on this page', async () => {
  const moment = await open(atVideo());
  const way = moment.getByRole('link', { name: 'Do the video KYC' });
  expect(way.getAttribute('href')).toBe('/dashboard/kyc-verification?step=3#video');
});

test('given a video that a person looks at, then its rung has no button', async () => {
  const kyc = sampleKyc(['pan', 'aadhaar']);
  const moment = await open(atVideo(), { ...kyc, video: { ...kyc.video, status: 'pending' } });
  expect(await moment.findByText(/A video of yourself/)).toBeDefined();
  await vi.waitFor(() => expect(moment.queryByRole('link', { name: 'Do the video KYC' })).toBeNull());
});

test('a limit that no act of the person raises has no ladder; one on hold is not used', async () => {
  const moment = await open({
    ...granted,
    state: 'blocked_due',
    availablePaise: 1_000_000,
    factors: [factor('B01', 2_500_000)],
  });
  expect(moment.getByText('₹10,000 available')).toBeDefined();
  expect(moment.queryByText('How it grows')).toBeNull();
  expect(moment.queryByRole('link', { name: 'Pay a bill' })).toBeNull();
});
