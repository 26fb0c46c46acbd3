// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { problem, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { overview } from './overview.faces.testing.ts';

const FIGURES = 'Money of the period';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('given the figures of a period, when staff ask for another, its fields keep the focus and the figures stay until the answer; a refused period can be corrected', async () => {
  const refusal = problem(422, 'validation_failed', 'Check the fields marked below.');
  stubNetwork({
    'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles: ['finance'], stepUpUntil: null }],
    'GET /admin/overview': ({ path }) => {
      const asked = Object.fromEntries(new URL(path, 'http://localhost').searchParams);
      return asked['from'] === '2026-01-02' ? refusal : [200, { ...overview, ...asked }];
    },
  });
  const { router } = await openScreen({ path: '/admin', lazy: () => import('./overview.tsx') }, '/admin');
  await screen.findByRole('heading', { name: FIGURES });
  const first = screen.getByLabelText<HTMLInputElement>('From');
  expect(first.value).toBe(overview.from);
  const week = screen.getByRole('button', { name: 'Last 7 days' });
  await userEvent.click(week);
  expect(screen.getByRole('heading', { name: FIGURES })).toBeDefined();
  expect(router.state.location.search).toBe('?from=2026-11-14&to=2026-11-20');
  await vi.waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
  expect(document.activeElement).toBe(week);
  expect(first.isConnected && first.value).toBe('2026-11-14');
  fireEvent.change(first, { target: { value: '2026-01-02' } });
  const show = screen.getByRole('button', { name: 'Show' });
  await userEvent.click(show);
  await screen.findByText('Check the fields marked below.');
  expect(document.activeElement).toBe(show);
  expect(first.isConnected && first.value).toBe('2026-01-02');
  fireEvent.change(first, { target: { value: '2026-11-02' } });
  await userEvent.click(show);
  expect(await screen.findByRole('heading', { name: FIGURES })).toBeDefined();
});
