// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/staff-samples.ts';
import { paymentRow } from './payments.faces.testing.ts';

async function open(query: string, language: 'en' | 'hi' = 'en') {
  const network = stubNetwork({
    'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles: ['finance'], stepUpUntil: null }],
    'GET /admin/payments': page([paymentRow]),
  });
  const opened = await openScreen(
    { path: '/admin/payments', lazy: () => import('./payments.tsx') },
    `/admin/payments${query}`,
    language,
  );
  await screen.findByRole('table');
  return { ...network, ...opened };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('given payments of one person, when staff open them, the list says so, and one press shows all within the other filters', async () => {
  const { sent, router } = await open(`?userId=${ID}&status=pending`);
  const all = screen.getByRole('button', { name: 'Show all' });
  expect(document.getElementById(all.getAttribute('aria-describedby')!)?.textContent).toBe(
    'Of one person only',
  );
  await userEvent.click(all);
  expect(router.state.location.search).toBe('?status=pending');
  expect(screen.queryByText('Of one person only')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  await vi.waitFor(() => {
    const asked = sent.filter(({ path }) => path.startsWith('/admin/payments?'));
    expect(asked.map(({ path }) => path.includes(ID))).toEqual([true, false]);
  });
});

test('given payments of everybody, no line speaks of one person', async () => {
  await open('?status=pending');
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
});

test('given payments of one person, when staff read Hindi, the line does, too', async () => {
  await open(`?userId=${ID}`, 'hi');
  expect(await screen.findByText('यह सूची सिर्फ़ एक व्यक्ति की है')).toBeDefined();
  expect(screen.getByRole('button', { name: 'सभी दिखाएँ' })).toBeDefined();
});
