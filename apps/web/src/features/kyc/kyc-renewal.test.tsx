// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sampleKyc } from '../../../test/samples.ts';
import { toast } from '../../ui/toast.tsx';
import { open, press } from './kyc.testing.tsx';

afterEach(() => {
  toast.dismissAll();
  cleanup();
  vi.unstubAllGlobals();
});

describe('KYC that has to be renewed', () => {
  const known = sampleKyc(['pan', 'aadhaar']);
  const due = {
    ...known,
    pan: { ...known.pan, isDueAgain: true },
    aadhaar: { ...known.aadhaar, isDueAgain: true },
    reKycDueOn: '2026-12-31',
    isReKycOpen: true,
  };

  test('says until when it holds, and lets PAN and Aadhaar be verified once more', async () => {
    const { sent } = await open(
      {
        'GET /kyc': [200, due],
        'POST /kyc/pan': [200, { status: 'verified', nameOnPan: 'ASHA RAO', reason: null }],
      },
      '?step=1',
    );
    expect(await screen.findByText(/It holds until Thu, 31 Dec/)).toBeDefined();
    expect(document.body.textContent).not.toMatch(/, once\.|You do it once/);
    await press('Verify again');
    await userEvent.type(await screen.findByLabelText('PAN number'), 'ABCDE1234F');
    await press('Continue');
    await press('Verify again');
    expect(await screen.findByLabelText('Aadhaar number')).toBeDefined();
    expect(sent.filter((one) => one.method === 'POST').map((one) => one.path)).toEqual(['/kyc/pan']);
  });

  test('opens at its first step where the address names none, and says that the day is over', async () => {
    await open({ 'GET /kyc': [200, { ...due, reKycDueOn: '2024-11-20' }] });
    expect(await screen.findByRole('heading', { name: 'Verify your PAN' })).toBeDefined();
    expect(screen.getByText(/^It held until 20 Nov 2024\. .* new payments wait until/)).toBeDefined();
    expect(screen.queryByText(/before that day/)).toBeNull();
    await press('Continue');
    expect(await screen.findByRole('heading', { name: 'Verify your Aadhaar' })).toBeDefined();
  });

  test('opens at Aadhaar once PAN is renewed, and asks for PAN no more', async () => {
    await open({ 'GET /kyc': [200, { ...due, pan: { ...due.pan, isDueAgain: false } }] });
    expect(await screen.findByRole('heading', { name: 'Verify your Aadhaar' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Verify again' })).toBeDefined();
    await press('Previous Step');
    expect(await screen.findByText('Verified · ABXXXXX34F')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Verify again' })).toBeNull();
  });

  test('is not asked for while it holds for long', async () => {
    await open({ 'GET /kyc': [200, { ...known, reKycDueOn: '2034-11-20' }] }, '?step=1');
    expect(await screen.findByText('Verified · ABXXXXX34F')).toBeDefined();
    expect(screen.queryByText('Your KYC has to be renewed')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Verify again' })).toBeNull();
  });
});
