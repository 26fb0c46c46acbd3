// @vitest-environment jsdom
import type { AuditEntry } from '@mohlat/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen } from '../../../test/open-screen.tsx';
import { AuditDetails, linesOf } from './details.tsx';

const details: AuditEntry['details'] = {
  before: { state: 'blocked', limitPaise: 2_500_000 },
  after: { state: 'active', limitPaise: 6_000_000, startsAt: '2026-11-20T06:00:00Z' },
  plans: [
    { code: 'EMI3', isOn: true },
    { code: 'EMI6', isOn: false },
  ],
  filters: {},
  remindersOff: ['before_7_days', 'before_3_days'],
  reviewReason: null,
};

const open = async (of: AuditEntry['details'], language: 'en' | 'hi' = 'en') => {
  const Component = () => <AuditDetails details={of} />;
  await openScreen({ path: '/', lazy: () => Promise.resolve({ Component }) }, '/', language);
  await screen.findByRole('heading');
};
/** Each line as it is read: its name, then its value. */
const read = () =>
  [...document.querySelectorAll('dl > div')].map((line) =>
    [...line.children].map((part) => part.textContent).join(': '),
  );

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('every value of an entry has a line, and what holds nothing has one, too', () => {
  expect(linesOf(details).map(({ path }) => path.join('.'))).toEqual([
    'before.state',
    'before.limitPaise',
    'after.state',
    'after.limitPaise',
    'after.startsAt',
    'plans.1.code',
    'plans.1.isOn',
    'plans.2.code',
    'plans.2.isOn',
    'filters',
    'remindersOff',
    'reviewReason',
  ]);
});

test('an entry is read in names and values, without a code or a brace', async () => {
  await open(details);
  expect(read()).toEqual([
    'Before · state: Blocked',
    'Before · limit: ₹25,000.00',
    'After · state: Active',
    'After · limit: ₹60,000.00',
    'After · counts from: 11:30\u00a0am, 20\u00a0Nov 2026',
    'Plans · 1 · code: EMI3',
    'Plans · 1 · is on: Yes',
    'Plans · 2 · code: EMI6',
    'Plans · 2 · is on: No',
    'Filters: —',
    'Reminders off: before 7 days, before 3 days',
    'Review reason: —',
  ]);
});

test('an entry is read in Hindi', async () => {
  await open({ before: { state: 'blocked' }, after: { state: 'active' } }, 'hi');
  expect(read()).toEqual(['पहले · स्थिति: रोका गया', 'बाद में · स्थिति: चालू']);
});

test('an entry is taken along as it is kept', async () => {
  const user = userEvent.setup();
  await open(details);
  await user.click(screen.getByRole('button', { name: 'Copy: What was written down' }));
  expect(JSON.parse(await navigator.clipboard.readText())).toEqual(details);
});

test('an entry that holds nothing says so', async () => {
  await open({});
  expect(screen.getByText('Nothing more.')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
