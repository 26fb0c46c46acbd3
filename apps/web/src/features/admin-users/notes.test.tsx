// @vitest-environment jsdom
import { STAFF_ROLES, type StaffRole, type UserDetail, type UserNote } from '@mohlat/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { AT, ID, ravi } from '../../../test/staff-samples.ts';
import { faces, user } from './users.faces.testing.ts';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const open = async (
  about: Partial<UserDetail>,
  notes: readonly UserNote[] = [],
  roles: readonly StaffRole[] = STAFF_ROLES,
) => {
  stubNetwork({
    ...Object.fromEntries(faces.map(({ reads, content }) => [reads, content])),
    'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles: [...roles], stepUpUntil: null }],
    [`GET /admin/users/${ID}`]: [200, { ...user, ...about }],
    [`GET /admin/users/${ID}/notes`]: page(notes),
  });
  await openScreen({ path: '/admin/users/:id', lazy: () => import('./user.tsx') }, `/admin/users/${ID}`);
  await screen.findByRole('heading', { name: 'Notes' });
};

test('given a note that a colleague changed, then it says whose words they are now', async () => {
  const note = { id: ID, text: 'Caller verified', version: 2, createdAt: AT, createdBy: ravi };
  const lata = { id: 'me', name: 'Lata' };
  await open({}, [{ ...note, changedAt: AT, changedBy: lata }]);
  expect(await screen.findByText(/^Changed by Lata, /)).toBeDefined();
  cleanup();
  await open({}, [{ ...note, changedAt: null, changedBy: null }]);
  expect(await screen.findByText('Caller verified')).toBeDefined();
  expect(screen.queryByText(/^Changed by/)).toBeNull();
});

test.each([
  ['finance', 0],
  ['risk', 1],
] as const)(
  'given an open review, when %s reads the account, then only a page that is theirs is linked',
  async (role, links) => {
    const review = { id: ID, kind: 'pan', status: 'open', createdAt: AT, decidedAt: null } as const;
    await open({ reviews: [review] }, [], [role]);
    expect(await screen.findByText(/^Reviews?: /)).toBeDefined();
    expect(screen.queryAllByRole('link', { name: /^Reviews?: / })).toHaveLength(links);
  },
);
