// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { problem, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/samples.ts';
import { OfferCard } from './offer-card.tsx';

const offer = {
  id: ID.quote,
  limitPaise: 6_000_000,
  currentLimitPaise: 0,
  expiresAt: '2026-12-20T00:00:00Z',
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ['consent_withdrawn', '/dashboard/privacy'],
  ['kyc_incomplete', '/dashboard/kyc-verification'],
  ['credit_not_active', undefined],
])('given an offer refused with %s, then the way to another page is %s', async (code, href) => {
  stubNetwork({ [`POST /credit/offers/${ID.quote}/accept`]: problem(409, code, 'Refused.') });
  await openScreen({ path: '/offer', element: <OfferCard offer={offer} reasons={[]} /> }, '/offer');
  await userEvent.click(screen.getAllByRole('button')[0]!);
  await screen.findByText('Refused.');
  expect(screen.queryByRole('link')?.getAttribute('href')).toBe(href);
});
