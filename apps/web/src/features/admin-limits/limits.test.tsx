// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { AT, asha, ID } from '../../../test/staff-samples.ts';

const ME = { id: ID, name: 'Lata Iyer', email: 'lata@example.in', roles: ['risk'], stepUpUntil: null };
const ROW = { account: asha, limitPaise: 5_000_000, usedPaise: 0, suspendedAt: AT, openApprovalId: null };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(row: object): Promise<void> {
  stubNetwork({ 'GET /admin/me': [200, ME], 'GET /admin/credit/reinstatements': page([row]) });
  await openScreen({ path: '/admin/limits', lazy: () => import('./limits.tsx') }, '/admin/limits');
}

test('given an older API that says neither why nor how late, then the limit is listed all the same', async () => {
  await open(ROW);
  expect((await screen.findAllByText('Asha Rao')).length).toBeGreaterThan(0);
  expect(screen.getAllByText('—').length).toBeGreaterThan(0);
});

test('given a reason that the page has no word for, then it is shown readable', async () => {
  await open({ ...ROW, daysPastDue: 3, hold: 'court_order', openDisputes: 0 });
  expect((await screen.findAllByText('Court order')).length).toBeGreaterThan(0);
});
