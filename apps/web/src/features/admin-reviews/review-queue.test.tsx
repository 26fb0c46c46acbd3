// @vitest-environment jsdom
import { STAFF_ROLES, type StaffRole } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { review, reviewRow } from './reviews.faces.testing.ts';

const waiting = (number: number) => ({
  ...reviewRow,
  id: `01900000-0000-7000-8000-00000000000${number}`,
  status: 'open' as const,
  createdAt: `2026-11-1${number}T06:00:00Z`,
});
const QUEUE = [waiting(1), waiting(2), waiting(3)];
const here = (number: number) => `/admin/kyc/${waiting(number).id}`;

const VIDEO = {
  kind: 'video' as const,
  facts: [{ code: 'date_of_birth', value: '1990-••-••' }],
  isVeiled: true,
};
const WHOLE = {
  facts: [
    { code: 'date_of_birth', value: '1990-01-01' },
    { code: 'place', value: '18.5204, 73.8567' },
  ],
};

async function open(
  number: number,
  roles: readonly StaffRole[] = STAFF_ROLES,
  queue = QUEUE,
  more: object = {},
) {
  const network = stubNetwork({
    'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles, stepUpUntil: null }],
    'GET /admin/kyc/reviews': page(queue),
    ...Object.fromEntries(
      QUEUE.map((one) => [
        `GET /admin/kyc/reviews/${one.id}`,
        [200, { ...review, ...one, ...more }] as const,
      ]),
    ),
    [`GET /admin/kyc/reviews/${waiting(number).id}/facts`]: [200, WHOLE],
    [`POST /admin/kyc/reviews/${waiting(number).id}`]: [200, { ...waiting(number), status: 'approved' }],
  });
  const { router } = await openScreen(
    { path: '/admin/kyc/:id', lazy: () => import('./review.tsx') },
    here(number),
  );
  return { ...network, router, user: userEvent.setup(), path: () => router.state.location.pathname };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('given a queue, when n is pressed, then the next by age opens, and after the last the first', async () => {
  const { user, path } = await open(2);
  expect(await screen.findByText(/^2 more waiting\./)).toBeDefined();
  await user.keyboard('n');
  await vi.waitFor(() => expect(path()).toBe(here(3)));
  await screen.findByText(/^2 more waiting\./);
  await user.keyboard('n');
  await vi.waitFor(() => expect(path()).toBe(here(1)));
});

test('given a decision, when it is made, then the queue goes on to the next by itself', async () => {
  const { sent, user, path } = await open(1);
  await screen.findByText(/^2 more waiting\./);
  await user.keyboard('a');
  await screen.findByRole('dialog', { name: 'Approve this review?' });
  // A letter that is typed into the dialog is no key of the page.
  await user.type(screen.getByLabelText(/Remark/), 'name fits');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await vi.waitFor(() => expect(path()).toBe(here(2)));
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { decision: 'approve', reason: 'name fits' },
  ]);
});

test('given the last one, when it is decided, then the list is shown again', async () => {
  const { user, router } = await open(1, STAFF_ROLES, [waiting(1)]);
  expect(await screen.findByText(/^No other review waits\./)).toBeDefined();
  // The caller's roles come in an answer of their own, perhaps later.
  await screen.findByRole('button', { name: 'Approve' });
  await user.keyboard('a');
  // The page has a button of the same name, which the dialog hides.
  await screen.findByRole('dialog', { name: 'Approve this review?' });
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/kyc'));
});

test('given a queue that cannot be read, when a review is shown, then nothing is said of others that wait', async () => {
  const { answers } = await open(1);
  cleanup();
  answers['GET /admin/kyc/reviews'] = problem(500, 'internal', 'Something went wrong.');
  await openScreen({ path: '/admin/kyc/:id', lazy: () => import('./review.tsx') }, here(1));
  await screen.findByRole('button', { name: 'Approve' });
  expect(screen.queryByText(/other review waits/)).toBeNull();
});

test('given a role that only looks, when the keys of a decision are pressed, then nothing opens', async () => {
  const { user, path } = await open(1, ['support']);
  await screen.findByText(/^2 more waiting\./);
  await user.keyboard('ar');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('n');
  await vi.waitFor(() => expect(path()).toBe(here(2)));
});

test('given a reason of two letters beside its code, when it is rejected, then a whole one is asked for, or none', async () => {
  const { sent, user } = await open(1, STAFF_ROLES, QUEUE, { kind: 'video' });
  await screen.findByRole('button', { name: 'Reject' });
  await user.keyboard('r');
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject this review?' }));
  await user.selectOptions(dialog.getByRole('combobox'), 'video_face_unclear');
  const reason = dialog.getByRole('textbox');
  await user.type(reason, 'no');
  await user.click(dialog.getByRole('button', { name: 'Reject' }));
  expect(reason.getAttribute('aria-invalid')).toBe('true');
  await user.clear(reason);
  await user.click(dialog.getByRole('button', { name: 'Reject' }));
  await vi.waitFor(() =>
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { decision: 'reject', reasonCode: 'video_face_unclear' },
    ]),
  );
});

test('given a recording to judge, when its birth date and place are asked for, then they stand among the facts', async () => {
  const { user, sent } = await open(1, ['risk'], QUEUE, VIDEO);
  expect(await screen.findByText('1990-••-••')).toBeDefined();
  expect(sent.filter(({ path }) => path.endsWith('/facts'))).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Show birth date and place' }));
  expect(await screen.findByText('18.5204, 73.8567')).toBeDefined();
  expect(screen.queryByText('1990-••-••')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show birth date and place' })).toBeNull();
});

test.each([
  ['support', 'open'],
  ['risk', 'approved'],
] as const)('given %s at a recording that is %s, then nothing more is offered', async (role, status) => {
  await open(1, [role], QUEUE, { ...VIDEO, status });
  expect(await screen.findByText('1990-••-••')).toBeDefined();
  await screen.findByText(/more waiting\./);
  expect(screen.queryByRole('button', { name: 'Show birth date and place' })).toBeNull();
});
