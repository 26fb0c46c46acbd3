// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/staff-samples.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = async (roles: readonly string[]) => {
  const network = stubNetwork({
    'GET /admin/me': [200, { id: ID, name: 'Lata Iyer', email: 'lata@example.in', roles, stepUpUntil: null }],
    'GET /admin/books': [200, { throughOn: '2026-11-18', accounts: [], isBalanced: true, proof: null }],
    'GET /admin/books/tax-documents': [503, { code: 'exports_busy', title: 'Busy' }],
  });
  const { client } = await openScreen(
    { path: '/admin/books', lazy: () => import('./books.tsx') },
    '/admin/books',
  );
  await screen.findByText('Nothing is posted up to this day.');
  return { ...network, client };
};

test('given a month of the books, when finance takes the GST register, then it is asked for those days', async () => {
  const { sent } = await open(['finance']);
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: '2026-10-01' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-10-31' } });
  const files = screen.getAllByRole('button', { name: 'Download CSV' });
  await userEvent.click(files.at(-1)!);
  const asked = sent.find(({ path }) => path.startsWith('/admin/books/tax-documents'));
  expect(asked?.path).toBe('/admin/books/tax-documents?from=2026-10-01&to=2026-10-31&language=en');
});

test('given a role that sees no books, then there is no GST register either', async () => {
  const { client } = await open(['risk']);
  // Before it is known who asks, no control is shown to anybody.
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByText('GST register')).toBeNull();
});
