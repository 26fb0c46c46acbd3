// @vitest-environment jsdom
import { STAFF_ROLES } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../test/network.ts';
import { openScreen } from '../../test/open-screen.tsx';
import * as sample from '../../test/staff-samples.ts';

const me = { id: 'me', name: 'Lata Iyer', email: 'lata@example.in', roles: STAFF_ROLES, stepUpUntil: null };
const limits = () => import('../features/admin-limits/limits.tsx');
const hardships = () => import('../features/admin-hardships/hardships.tsx');

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  [
    '/admin/limits',
    'credit/reinstatements',
    sample.limitRow,
    limits,
    'Suspended limits',
    ['Suspended', 'Limit'],
  ],
  ['/admin/hardships', 'hardships', sample.hardshipRow, hardships, 'Hardships', ['Told', 'Rests until']],
  [
    '/admin/hardships?status=ended',
    'hardships',
    sample.hardshipRow,
    hardships,
    'Hardships',
    ['Told', 'Ended'],
  ],
] as const)(
  '%s says on a phone, too, what each value is',
  async (address, reads, row, lazy, name, labels) => {
    stubNetwork({ 'GET /admin/me': [200, me], [`GET /admin/${reads}`]: page([row]) });
    await openScreen({ path: address.split('?')[0]!, lazy }, address);
    // The phone's list; the table has its headings.
    const cards = within(await screen.findByRole('list', { name }));
    for (const label of labels) expect(cards.getByText(label)).toBeDefined();
  },
);
