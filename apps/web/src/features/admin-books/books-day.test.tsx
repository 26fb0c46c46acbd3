// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { problem, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { faces } from './books.faces.testing.ts';

const BALANCED = 'Debits and credits are the same.';
const [{ content } = { content: [200, {}] as const }] = faces;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('given the books of a day, when staff ask for another, the filter keeps the focus and the figures stay until the answer; a refused day can be corrected', async () => {
  const refusal = problem(422, 'day_not_over', 'This day is not over.');
  stubNetwork({
    'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles: ['finance'], stepUpUntil: null }],
    'GET /admin/books': ({ path }) => (path.includes('2027') ? refusal : content),
  });
  await openScreen({ path: '/admin/books', lazy: () => import('./books.tsx') }, '/admin/books');
  await screen.findByText(BALANCED);
  const day = screen.getByLabelText<HTMLInputElement>('Through the end of');
  const show = screen.getByRole('button', { name: 'Show' });
  fireEvent.change(day, { target: { value: '2026-11-01' } });
  await userEvent.click(show);
  expect(document.activeElement).toBe(show);
  expect(screen.getByText(BALANCED)).toBeDefined();
  fireEvent.change(day, { target: { value: '2027-01-01' } });
  await userEvent.click(show);
  await screen.findByText('This day is not over.');
  expect(document.activeElement).toBe(show);
  expect(day.isConnected && day.value).toBe('2027-01-01');
  fireEvent.change(day, { target: { value: '2026-11-02' } });
  await userEvent.click(show);
  await vi.waitFor(() => expect(screen.queryByText('This day is not over.')).toBeNull());
  expect(await screen.findByText(BALANCED)).toBeDefined();
});
