// @vitest-environment jsdom
import { STAFF_ROLES } from '@mohlat/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { AT, DAY, ID } from '../../../test/staff-samples.ts';
import { payment as samplePayment } from '../admin-payments/payments.faces.testing.ts';
import { user } from '../admin-users/users.faces.testing.ts';

const HARDSHIP = '01900000-0000-7000-8000-0000000000dd';
const me = (roles: readonly string[]) => ({
  id: 'me',
  name: 'Lata Iyer',
  email: 'lata@example.in',
  roles,
  stepUpUntil: null,
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

test('a payment leads to the hardship that was told of it, and staff with fewer rights read the days', async () => {
  const payment = {
    ...samplePayment,
    hardships: [{ id: HARDSHIP, fromDate: DAY, untilDate: '2026-12-17', endedDate: '2026-12-01' }],
  };
  const open = async (roles: readonly string[]) => {
    stubNetwork({ 'GET /admin/me': [200, me(roles)], [`GET /admin/payments/${ID}`]: [200, payment] });
    const lazy = () => import('../admin-payments/payment.tsx');
    await openScreen({ path: '/admin/payments/:id', lazy }, `/admin/payments/${ID}`);
    // Until it ended, not until when it could have lasted.
    await screen.findByText('18 Nov 2026 to 1 Dec 2026');
  };
  await open(STAFF_ROLES);
  await vi.waitFor(() => expect(hrefs()).toContain(`/admin/hardships/${HARDSHIP}`));
  cleanup();
  await open(['finance']);
  expect(hrefs()).not.toContain(`/admin/hardships/${HARDSHIP}`);
});

test('a person’s story leads to it, too', async () => {
  const told = {
    id: 'h',
    at: AT,
    kind: 'hardship',
    code: 'illness',
    objectId: HARDSHIP,
    amountPaise: null,
    text: null,
    by: null,
  };
  const answers: Answers = {
    'GET /admin/me': [200, me(STAFF_ROLES)],
    [`GET /admin/users/${ID}`]: [200, user],
    [`GET /admin/users/${ID}/notes`]: page([]),
    [`GET /admin/users/${ID}/timeline`]: page([told]),
  };
  stubNetwork(answers);
  const lazy = () => import('../admin-users/user.tsx');
  await openScreen({ path: '/admin/users/:id', lazy }, `/admin/users/${ID}`);
  await vi.waitFor(() => expect(hrefs()).toContain(`/admin/hardships/${HARDSHIP}`));
});
