// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { pressTwice } from '../../../test/press-twice.ts';
import { asha, AT } from '../../../test/staff-samples.ts';

const ID = '018f3c2a-0000-7000-8000-00000000d001';
const row = {
  id: ID,
  account: asha,
  quote: 'The total on the receipt was the total I had seen before.',
  language: 'en',
  status: 'waiting',
  instalments: 3,
  givenAt: AT,
  decidedAt: null,
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a double press publishes a sentence once, and it is gone from those that wait', async () => {
  const { sent } = stubNetwork({
    'GET /admin/testimonials': [page([row]), page([])],
    [`POST /admin/testimonials/${ID}/verdict`]: [204, undefined],
  });
  await openScreen(
    { path: '/admin/testimonials', lazy: () => import('./testimonials.tsx') },
    '/admin/testimonials',
  );
  const [publish] = await screen.findAllByRole('button', { name: 'Publish' });
  pressTwice(publish!);
  expect(await screen.findByText('No testimonials to review.')).toBeDefined();
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { isPublished: true },
  ]);
});

test('marked sentences are judged with one press, and the list that is empty then says of each that it was done', async () => {
  const other = { ...row, id: ID.replace('d001', 'd002'), account: { ...asha, name: 'Ravi Menon' } };
  const verdict = [204, undefined] as const;
  const { sent } = stubNetwork({
    'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles: ['support'], stepUpUntil: null }],
    'GET /admin/testimonials': [page([row, other]), page([])],
    [`POST /admin/testimonials/${ID}/verdict`]: verdict,
    [`POST /admin/testimonials/${other.id}/verdict`]: verdict,
  });
  await openScreen(
    { path: '/admin/testimonials', lazy: () => import('./testimonials.tsx') },
    '/admin/testimonials',
  );
  const [all] = await screen.findAllByRole('checkbox', { name: 'Mark all rows shown' });
  await userEvent.click(all!);
  await userEvent.click(screen.getByRole('button', { name: 'Do not publish · 2' }));
  expect(await screen.findByText('Do not publish: 2 done.')).toBeDefined();
  expect(await screen.findByText('No testimonials to review.')).toBeDefined();
  expect(screen.getByRole('list', { name: 'What became of each row' }).textContent).toBe(
    'Asha Rao DoneRavi Menon Done',
  );
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { isPublished: false },
    { isPublished: false },
  ]);
});
