// @vitest-environment jsdom
import { STAFF_ROLES } from '@mohlat/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { RouteObject } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { Face } from '../../test/faces.ts';
import { page, stubNetwork, type Answers } from '../../test/network.ts';
import { openScreen } from '../../test/open-screen.tsx';
import { asha, AT, ID } from '../../test/staff-samples.ts';
import { adminRoutes } from './admin-routes.tsx';

interface Faces {
  readonly faces: readonly Face[];
  readonly beside?: Answers;
}
const found = Object.values(
  import.meta.glob<Faces>('../features/admin-*/*.faces.testing.ts', { eager: true }),
);
/** Every page of the staff's, without the frame around them, which asks for a log-in. */
const STAFF: RouteObject = {
  path: '/admin',
  children: (adminRoutes[0]?.children ?? []).filter(({ path }) => path !== '*'),
};
/** A limit whose reinstatement was proposed. */
const limit = {
  account: asha,
  limitPaise: 5_000_000,
  usedPaise: 0,
  suspendedAt: AT,
  hold: 'arrears',
  daysPastDue: 0,
  openDisputes: 0,
  openApprovalId: ID,
};
const me = { id: 'me', name: 'Lata', email: null, roles: STAFF_ROLES, stepUpUntil: null };
const AUDITED = 'aBcDeFgHiJkLmNoPqRsTuVwX';

const open = (at: Parameters<typeof openScreen>[1], language: 'en' | 'hi' = 'en') => {
  stubNetwork({
    ...Object.assign({}, ...found.map(({ beside }) => beside)),
    ...Object.fromEntries(found.flatMap(({ faces }) => faces.map(({ reads, content }) => [reads, content]))),
    'GET /admin/me': [200, me],
    'GET /admin/credit/reinstatements': page([limit]),
  });
  return openScreen(STAFF, at, language);
};
const follow = async (name: string) =>
  userEvent.click((await screen.findAllByRole('link', { name })).at(-1)!);
const back = async (name: string) => (await screen.findByText(name)).getAttribute('href');

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ['a person', 'Asha Rao', '/admin/limits?state=owing&order=-since', 'Back to Suspended limits'],
  ['a proposal', 'Waits for a second person', '/admin/limits?state=owing', 'Back to Suspended limits'],
  ['a person', 'Asha Rao', '/admin/testimonials?status=published', 'Back to Testimonials'],
  ['a person', 'Asha Rao', `/admin/audit?action=review&row=${AUDITED}`, 'Back to Audit'],
  ['a payment', 'Open the payment', `/admin/reconciliation?state=open&break=${ID}`, 'Back to Reconciliation'],
])(
  'given %s (%s) opened from %s, the way back leads to that list as it was left',
  async (_, link, list, name) => {
    const { router } = await open(list);
    await follow(link);
    expect(await back(name)).toBe(list);
    const { location } = router.state;
    cleanup();
    await open(location);
    expect(await back(name)).toBe(list);
  },
);

test('given a person opened from the suspended limits, the way back names them in Hindi, too', async () => {
  await open('/admin/limits?state=owing', 'hi');
  await follow('Asha Rao');
  expect(await back('वापस: रुकी हुई लिमिट')).toBe('/admin/limits?state=owing');
});

test.each([
  ['no list', null],
  ['a page that is no list', { list: `/admin/payments/${ID}` }],
  ['elsewhere', { list: 'https://example.com/admin/limits' }],
  ['nothing that is a list', { list: 7 }],
])('given a person reached from %s, the way back is the bare list of users', async (_, state) => {
  await open({ pathname: `/admin/users/${ID}`, state });
  expect(await back('Back to Users')).toBe('/admin/users');
});
