// @vitest-environment jsdom
import { ARREARS_BUCKETS, FUNNEL_STEPS, STAFF_ROLES } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../test/network.ts';
import { openScreen } from '../../test/open-screen.tsx';
import { overview as sample } from '../features/admin-overview/overview.faces.testing.ts';

const me = { id: 'me', name: 'Lata Iyer', email: 'lata@example.in', roles: STAFF_ROLES, stepUpUntil: null };
const overview = {
  ...sample,
  funnel: FUNNEL_STEPS.map((step) => ({ step, people: 1 })),
  arrears: ARREARS_BUCKETS.map((bucket) => ({ bucket, loans: 1, outstandingPaise: 0, duePaise: 0 })),
};
const LISTS = {
  '/admin/payments': { reads: 'payments', lazy: () => import('../features/admin-payments/payments.tsx') },
  '/admin/users': { reads: 'users', lazy: () => import('../features/admin-users/users.tsx') },
};

const open = async (roles: readonly string[]) => {
  stubNetwork({ 'GET /admin/me': [200, { ...me, roles }], 'GET /admin/overview': [200, overview] });
  await openScreen(
    { path: '/admin', lazy: () => import('../features/admin-overview/overview.tsx') },
    '/admin',
  );
  await screen.findByRole('rowheader', { name: 'First bill paid' });
};
const hrefs = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href')!);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a figure leads to a list that asks for exactly what was counted', async () => {
  await open(STAFF_ROLES);
  const { from, to } = overview;
  const wanted = [
    ...['paid', 'failed', 'reversed'].map((what) => `/admin/payments?became=${what}&from=${from}&to=${to}`),
    ...ARREARS_BUCKETS.map((bucket) => `/admin/payments?arrears=${bucket}`),
    ...FUNNEL_STEPS.map((step) => `/admin/users?reached=${step}&from=${from}&to=${to}`),
  ];
  // Links come once it is known who reads.
  await vi.waitFor(() => expect(hrefs()).toEqual(expect.arrayContaining(wanted)));
  for (const href of wanted) {
    cleanup();
    const { pathname, searchParams } = new URL(href, 'http://localhost');
    const { reads, lazy } = LISTS[pathname as keyof typeof LISTS];
    const { sent } = stubNetwork({ 'GET /admin/me': [200, me], [`GET /admin/${reads}`]: page([]) });
    await openScreen({ path: pathname, lazy }, href);
    const asked = await vi.waitFor(() => {
      const found = sent.find(({ path }) => path.startsWith(`/admin/${reads}?`));
      expect(found).toBeDefined();
      return found!;
    });
    const query = new URL(asked.path, 'http://localhost').searchParams;
    for (const [name, value] of searchParams) expect([name, query.get(name)]).toEqual([name, value]);
  }
});

test('a figure is no link for staff who may not open its list', async () => {
  await open([]);
  expect(hrefs().filter((href) => /^\/admin\/(?:payments|users)\?/.test(href))).toEqual([]);
});

test('a figure of this moment is compared with nothing, and has no word for it', async () => {
  await open(STAFF_ROLES);
  const terms = (name: string) => {
    const money = screen.getByRole('list', { name: 'Money of the period' });
    const row = within(money).getByText(name).closest('li')!;
    return within(row)
      .getAllByRole('term')
      .map((term) => term.textContent);
  };
  expect(terms('Bills paid')).toEqual(['Count', 'Amount', 'Change']);
  expect(terms('Without an answer now')).toEqual(['Count', 'Amount']);
});
