// @vitest-environment jsdom
import type { AnswerOf, getAdminSettings, SettingsContent } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { toast } from '../../ui/toast.tsx';

const ID = '01900000-0000-7000-8000-0000000000aa';
const me = { id: ID, name: 'Lata Iyer', email: 'lata@example.in', roles: ['finance'], stepUpUntil: null };

const content: SettingsContent = {
  fee: { percent: '2.00', minPaise: 5_000, maxPaise: 50_000 },
  plans: [
    {
      code: 'SINGLE',
      kind: 'single',
      instalments: 1,
      annualRatePercent: '0.00',
      dueDays: 30,
      isOn: true,
      billMinPaise: 10_000,
      billMaxPaise: null,
    },
  ],
  late: {
    graceDays: 3,
    levyOnLateDays: [4, 15],
    bands: [{ unpaidUpToPaise: 10_000, chargePaise: 0 }],
    chargeAboveBandsPaise: 50_000,
    capPercent: '10.00',
    bouncePaise: 25_000,
  },
  coolingOffDays: 3,
  aprCeilingPercent: null,
  lossAllowance: { earlyPercent: '1.00', latePercent: '15.00', npaPercent: '60.00' },
  bureau: { daysOfMonth: [9, 16, 23], withinDays: 4, monthEndWithinDays: 5 },
  limitBeforeVideoPaise: 6_000_000,
  rewards: { cashbackPercent: '0.50', monthlyCapPaise: 50_000, expiryMonths: 12 },
  referral: { rewardPaise: 10_000, monthlyMax: 10, yearlyMaxPaise: 100_000 },
  remindersOff: [],
  notice: null,
};
type Version = AnswerOf<typeof getAdminSettings>['inForce'];
const version = (changes: Partial<Version> = {}): Version => ({
  version: 1,
  state: 'in_force',
  startsAt: '2026-11-01T00:00:00Z',
  createdAt: '2026-11-01T00:00:00Z',
  createdBy: null,
  approvedBy: null,
  reason: null,
  changes: [],
  content,
  ...changes,
});
const dearer = version({
  version: 2,
  state: 'scheduled',
  startsAt: '2027-01-01T00:00:00Z',
  content: { ...content, fee: { ...content.fee, percent: '2.50' } },
  changes: [{ path: 'fee.percent', before: '2.00', after: '2.50' }],
});
const settings = (scheduled: readonly Version[] = []) => ({
  inForce: version(),
  scheduled,
  newestVersion: scheduled.at(-1)?.version ?? 1,
  openApprovalId: null,
  gstPercent: '18.00',
});

const open = async (scheduled: readonly Version[] = [], answers: Answers = {}) => {
  const network = stubNetwork({
    'GET /admin/me': [200, me],
    'GET /admin/settings': [200, settings(scheduled)],
    'GET /admin/settings/versions': page([...scheduled, version()]),
    'POST /admin/settings/preview': [
      200,
      { changes: [], needsSecondPerson: false, asOf: '2026-11-20', bills: [] },
    ],
    ...answers,
  });
  const lazy = () => import('./settings.tsx');
  const { client } = await openScreen({ path: '/admin/settings', lazy }, '/admin/settings');
  await screen.findByRole('button', { name: 'See what it does' });
  return { ...network, client };
};
/** The content that was priced last. */
const priced = async ({ sent }: Awaited<ReturnType<typeof open>>) => {
  await userEvent.click(screen.getByRole('button', { name: 'See what it does' }));
  const found = await vi.waitFor(() => {
    const request = sent.findLast(({ path }) => path === '/admin/settings/preview');
    expect(request).toBeDefined();
    return request;
  });
  return found?.body as unknown as { baseVersion: number; content: SettingsContent };
};

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('a change of a plan is called by the plan’s name, and a version of the past says before and after', async () => {
  const changes = [
    { path: 'notice.until', before: null, after: '2026-12-28T18:30:00Z' },
    { path: 'notice.en', before: null, after: 'Banks are slow.' },
    { path: 'plans.PL30.dueDays', before: '30', after: '28' },
    { path: 'plans.EMI6.annualRatePercent', before: '12.00', after: '11.75' },
  ];
  await open([], { 'GET /admin/settings/versions': page([version({ state: 'past', changes })]) });
  const table = within(await screen.findByRole('table'));
  expect(table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Setting', 'Before', 'After'],
    ['One payment: Days until it is due', '30', '28'],
    ['6 EMIs: Interest a year, %', '12.00 %', '11.75 %'],
    ['Notice in English', '—', 'Banks are slow.'],
    ['Notice until', '—', '12:00\u00a0am, 29\u00a0Dec 2026'],
  ]);
});

test('given a ceiling of the APR and the shares set aside for losses, when staff type them, then they are sent as typed', async () => {
  const network = await open();
  const ceiling = screen.getByLabelText(/^APR above which a plan is not offered/);
  await userEvent.type(ceiling, '36');
  const npa = screen.getByLabelText('Set aside for losses, NPA, %');
  await userEvent.clear(npa);
  await userEvent.type(npa, '75.5');
  expect((await priced(network)).content).toMatchObject({
    aprCeilingPercent: '36',
    lossAllowance: { earlyPercent: '1.00', latePercent: '15.00', npaPercent: '75.5' },
  });
  await userEvent.clear(ceiling);
  expect((await priced(network)).content.aprCeilingPercent).toBeNull();
});

test('LEND-24: given the reference dates of reports, when staff type them, then they are sent as days', async () => {
  const network = await open();
  const dates = screen.getByLabelText(/^Credit bureaus: days of a month/);
  expect((dates as HTMLInputElement).value).toBe('9, 16, 23');
  await userEvent.clear(dates);
  await userEvent.type(dates, '7, 14 21');
  expect((await priced(network)).content.bureau).toEqual({
    daysOfMonth: [7, 14, 21],
    withinDays: 4,
    monthEndWithinDays: 5,
  });
});

test('given a long form, each part has a name, its fields, and a link that leads there', async () => {
  await open();
  const parts = within(screen.getByRole('navigation', { name: 'Parts of the settings' })).getAllByRole(
    'link',
  );
  expect(parts.map(({ textContent }) => textContent)).toEqual([
    'Price and plans',
    'When something is late',
    'Limits and float',
    'Rewards',
    'Referrals',
    'Messages',
  ]);
  for (const part of parts) {
    const section = screen.getByRole('region', { name: part.textContent });
    expect(part.getAttribute('href')).toBe(`#${section.id}`);
  }
  const late = within(screen.getByRole('region', { name: 'When something is late' }));
  expect(late.getByLabelText('Charge for a returned debit')).toBeDefined();
  expect(late.getByRole('group', { name: 'Late charges by what is unpaid' })).toBeDefined();
});

describe('the settings', () => {
  test('untouched are priced as they stand', async () => {
    const network = await open();
    expect(await priced(network)).toEqual({ baseVersion: 1, content });
  });

  test('begin with the version to come, so that a change does not take it back unsaid', async () => {
    const network = await open([dearer]);
    expect(screen.getByText('Version 2, to come')).toBeDefined();
    expect(await priced(network)).toEqual({ baseVersion: 2, content: dearer.content });
  });

  test('hold which bills a plan is for, the steps of late charges, and which reminders are left out', async () => {
    const network = await open();
    const plan = within(screen.getByRole('group', { name: 'One payment SINGLE' }));
    await userEvent.type(plan.getByLabelText('Largest bill'), '50000');
    const late = within(screen.getByRole('group', { name: 'Late charges by what is unpaid' }));
    await userEvent.click(late.getByRole('button', { name: 'Add a step' }));
    await userEvent.type(late.getAllByLabelText('Unpaid up to')[1]!, '500');
    await userEvent.type(late.getAllByLabelText('Charge')[1]!, '100');
    await userEvent.click(late.getByRole('button', { name: 'Remove the step up to ₹100' }));
    await userEvent.click(screen.getByRole('checkbox', { name: '7 days before' }));
    const { content: next } = await priced(network);
    expect(next.plans[0]?.billMaxPaise).toBe(5_000_000);
    expect(next.late.bands).toEqual([{ unpaidUpToPaise: 50_000, chargePaise: 10_000 }]);
    expect(next.remindersOff).toEqual(['before_7']);
  });

  test('say what cannot be read, and send nothing', async () => {
    const { sent } = await open();
    const fee = screen.getByLabelText('Service fee, % of the bill');
    await userEvent.clear(fee);
    await userEvent.type(fee, 'two');
    await userEvent.click(screen.getByRole('button', { name: 'See what it does' }));
    expect(screen.getByText('Type a percentage, such as 11.75')).toBeDefined();
    expect(screen.getByText('Some of this cannot be read. It is said at the fields.')).toBeDefined();
    expect(sent.some(({ path }) => path === '/admin/settings/preview')).toBe(false);
  });

  test('carry a notice, which keeps its words while it is switched off', async () => {
    const network = await open();
    const isShown = screen.getByRole('checkbox', { name: /Show a line/ });
    await userEvent.click(isShown);
    await userEvent.click(screen.getByRole('button', { name: 'See what it does' }));
    expect(screen.getByText('Choose when it begins')).toBeDefined();
    await userEvent.type(screen.getByLabelText('Notice in English'), 'Bills take longer today.');
    await userEvent.click(isShown);
    expect((await priced(network)).content.notice).toBeNull();
    await userEvent.click(isShown);
    expect(screen.getByLabelText('Notice in English')).toHaveProperty('value', 'Bills take longer today.');
  });
});

test('a version to come is taken back with a reason', async () => {
  const path = '/admin/settings/versions/2/withdraw';
  const { sent } = await open([dearer], {
    [`POST ${path}`]: [200, { ...dearer, state: 'withdrawn', approvalId: null }],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Take it back' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Take back version 2?' }));
  await userEvent.type(dialog.getByLabelText('Reason'), 'Not this year');
  await userEvent.click(dialog.getByRole('button', { name: 'Take it back' }));
  await vi.waitFor(() =>
    expect(sent.find((request) => request.path === path)?.body).toEqual({ reason: 'Not this year' }),
  );
});

test('given a reason that was typed and not sent, when another change is set, then it is not offered', async () => {
  const change = (after: string) => [{ path: 'fee.percent', before: '2.00', after }];
  const effect = (after: string) =>
    [200, { changes: change(after), needsSecondPerson: false, asOf: '2026-11-20', bills: [] }] as const;
  const preview = { 'POST /admin/settings/preview': [effect('2.50'), effect('1.50'), effect('2.50')] };
  await open([], preview);
  const reasonOf = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'See what it does' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Set it' }));
    return within(screen.getByRole('dialog')).getByLabelText<HTMLTextAreaElement>('Reason');
  };
  await userEvent.type(await reasonOf(), 'Costs have risen');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect((await reasonOf()).value).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect((await reasonOf()).value).toBe('Costs have risen');
});

describe('LEND-18: given money that goes wrong', () => {
  const PAUSED = {
    capability: 'bill_payments',
    since: '2026-11-20T04:30:00Z',
    by: { id: ID, name: 'Lata Iyer' },
    reason: 'The rail pays twice.',
  } as const;

  test('when payments are paused with a reason, then the page says first that they are, since when, by whom and why', async () => {
    const path = '/admin/settings/pauses/bill_payments';
    const { sent } = await open([], {
      'GET /admin/settings': [
        [200, { ...settings(), paused: [] }],
        [200, { ...settings(), paused: [PAUSED] }],
      ],
      [`PUT ${path}`]: [200, { paused: [PAUSED] }],
    });
    await userEvent.click(screen.getByRole('button', { name: 'Pause payments of bills' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Pause payments of bills' }));
    await userEvent.type(dialog.getByLabelText('Reason'), 'The rail pays twice.');
    await userEvent.click(dialog.getByRole('button', { name: 'Pause payments of bills' }));
    expect(await screen.findByText('Payments of bills are paused')).toBeDefined();
    expect(sent.find((request) => request.path === path)?.body).toEqual({
      isPaused: true,
      reason: 'The rail pays twice.',
    });
    expect(screen.getByText(/^Since .* 20 Nov 2026, by Lata Iyer\. The rail pays twice\.$/)).toBeDefined();
    expect(screen.getAllByRole('heading')[1]?.textContent).toBe('Stop at once');
    expect(screen.getByRole('button', { name: 'Let payments of bills go on' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Pause debits' })).toBeDefined();
  });

  test('when a colleague pauses while the dialog is open, then its button still pauses', async () => {
    const path = '/admin/settings/pauses/bill_payments';
    const { sent, client } = await open([], {
      'GET /admin/settings': [
        [200, { ...settings(), paused: [] }],
        [200, { ...settings(), paused: [PAUSED] }],
      ],
      [`PUT ${path}`]: [200, { paused: [PAUSED] }],
    });
    await userEvent.click(screen.getByRole('button', { name: 'Pause payments of bills' }));
    await userEvent.type(screen.getByLabelText('Reason'), 'The rail pays twice.');
    await client.invalidateQueries();
    expect(await screen.findByText('Payments of bills are paused')).toBeDefined();
    const dialog = within(screen.getByRole('dialog', { name: 'Pause payments of bills' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Pause payments of bills' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.find((request) => request.path === path)?.body).toEqual({
      isPaused: true,
      reason: 'The rail pays twice.',
    });
  });

  test('when a server of the version before answers, then nothing is offered that it cannot do', async () => {
    await open();
    expect(screen.queryByText('Stop at once')).toBeNull();
  });
});
