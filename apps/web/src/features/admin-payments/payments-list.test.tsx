// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/staff-samples.ts';
import { paymentRow } from './payments.faces.testing.ts';

const unclear = { ...paymentRow, id: ID.replace('aa', 'bb'), billStatus: 'unknown' as const };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('of all marked payments the rail is asked about those whose outcome has not come', async () => {
  const { sent } = stubNetwork({
    'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles: ['finance'], stepUpUntil: null }],
    'GET /admin/payments': page([paymentRow, unclear]),
    [`POST /admin/payments/${unclear.id}/enquire`]: [
      202,
      { billStatus: 'unknown', askedAt: paymentRow.date },
    ],
  });
  await openScreen({ path: '/admin/payments', lazy: () => import('./payments.tsx') }, '/admin/payments');
  const table = within(await screen.findByRole('table'));
  await userEvent.click(await table.findByRole('checkbox', { name: 'Mark all rows shown' }));
  // Its file is the server's, for finance and on record: the page writes none of what support marks.
  expect(screen.queryByRole('button', { name: /^CSV of/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Ask the rail · 1' }));
  expect(await screen.findByText('Ask the rail: 1 done.')).toBeDefined();
  expect(sent.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    `/admin/payments/${unclear.id}/enquire`,
  ]);
});

test.each([
  ['en', 'Card’s bank', 'Bill from', 'Bill up to'],
  ['hi', 'कार्ड का बैंक', 'बिल कम से कम', 'बिल ज़्यादा से ज़्यादा'],
] as const)(
  'given a bank and two sums in the address, then the list is asked for them and shows them (%s)',
  async (language, bank, least, most) => {
    const { sent } = stubNetwork({
      'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles: ['finance'], stepUpUntil: null }],
      'GET /admin/payments': page([paymentRow]),
    });
    const address = '/admin/payments?bank=HDFC%20Bank&amountMin=1000.50&amountMax=nonsense';
    await openScreen({ path: '/admin/payments', lazy: () => import('./payments.tsx') }, address, language);
    await screen.findByRole('table');
    const asked = sent.filter(({ path }) => path.startsWith('/admin/payments?')).map(({ path }) => path);
    expect(asked[0]).toContain('bank=HDFC+Bank&amountMinPaise=100050&');
    expect(asked[0]).not.toContain('amountMax');
    expect(screen.getByLabelText<HTMLSelectElement>(bank).value).toBe('HDFC Bank');
    expect(screen.getByLabelText<HTMLInputElement>(least).value).toBe('1000.50');
    expect(screen.getByLabelText(most)).toBeDefined();
  },
);

test.each([
  ['10000000000', 'amountMinPaise=1000000000000&'],
  ['10000000000.01', undefined],
])(
  'given a least sum of %s in the address, then the list is asked for no more than it takes',
  async (sum, part) => {
    const { sent } = stubNetwork({
      'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles: ['finance'], stepUpUntil: null }],
      'GET /admin/payments': page([paymentRow]),
    });
    const address = `/admin/payments?amountMin=${sum}`;
    await openScreen({ path: '/admin/payments', lazy: () => import('./payments.tsx') }, address);
    await screen.findByRole('table');
    const asked = sent.find(({ path }) => path.startsWith('/admin/payments?'))?.path;
    expect(/amountMinPaise=\d+&/.exec(asked ?? '')?.[0]).toBe(part);
  },
);

test('LEND-8: given a cancelled payment, when listed, then it shows what it came to', async () => {
  stubNetwork({
    'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles: ['finance'], stepUpUntil: null }],
    'GET /admin/payments': page([{ ...paymentRow, endedPaise: 300_196 }]),
  });
  await openScreen({ path: '/admin/payments', lazy: () => import('./payments.tsx') }, '/admin/payments');
  const table = await screen.findByRole('table');
  expect(table.textContent).toContain('3,001.96');
  expect(table.textContent).not.toContain('3,060');
});
