// @vitest-environment jsdom
import type { AnswerOf, getApproval } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { toast } from '../../ui/toast.tsx';

const ME = '01900000-0000-7000-8000-000000000001';
const COLLEAGUE = '01900000-0000-7000-8000-000000000002';
const ID = '01900000-0000-7000-8000-0000000000aa';

const ABOUT = '01900000-0000-7000-8000-0000000000bb';

const me = { id: ME, name: 'Lata Iyer', email: 'lata@example.in', roles: ['finance'], stepUpUntil: null };

const proposal = (changes: Partial<AnswerOf<typeof getApproval>> = {}): AnswerOf<typeof getApproval> => ({
  id: ID,
  kind: 'settlement',
  status: 'open',
  objectId: ABOUT,
  account: { id: '01900000-0000-7000-8000-0000000000cc', name: 'Asha Rao' },
  reason: 'The family lends the rest',
  proposedBy: { id: COLLEAGUE, name: 'Ravi Menon' },
  proposedAt: '2026-11-20T06:00:00Z',
  expiresAt: '2026-11-27T06:00:00Z',
  decidedBy: null,
  decidedAt: null,
  note: null,
  facts: [{ code: 'agreed_paise', value: 500_000 }],
  changes: [],
  isCurrent: true,
  ...changes,
});

const open = async (address: string, answers: Answers, language: 'en' | 'hi' = 'en') => {
  const network = stubNetwork({ 'GET /admin/me': [200, me], ...answers });
  const route = address.includes(ID)
    ? { path: '/admin/approvals/:id', lazy: () => import('./approval.tsx') }
    : { path: '/admin/approvals', lazy: () => import('./approvals.tsx') };
  await openScreen(route, address, language);
  return network;
};

afterEach(() => {
  toast.dismissAll();
  cleanup();
  vi.unstubAllGlobals();
});

describe('the list of proposals', () => {
  test('says that nothing waits', async () => {
    const { sent } = await open('/admin/approvals', { 'GET /admin/approvals': page([]) });
    expect(await screen.findByText('Nothing waits for a second person.')).toBeDefined();
    expect(sent.some(({ path }) => path === '/admin/approvals?order=oldest&limit=50')).toBe(true);
  });

  test('narrows by what the address says', async () => {
    const { sent } = await open('/admin/approvals?kind=waiver&status=nonsense', {
      'GET /admin/approvals': page([]),
    });
    expect(await screen.findByText('Nothing here matches these filters.')).toBeDefined();
    expect(sent.some(({ path }) => path === '/admin/approvals?kind=waiver&order=oldest&limit=50')).toBe(true);
  });

  test('leads to each one', async () => {
    await open('/admin/approvals', { 'GET /admin/approvals': page([proposal()]) });
    const links = await screen.findAllByRole('link', { name: 'Settle a loan' });
    expect(links[0]?.getAttribute('href')).toBe(`/admin/approvals/${ID}`);
  });

  test('says what went wrong, with a way on', async () => {
    await open('/admin/approvals', {
      'GET /admin/approvals': problem(403, 'role_required', 'Not your role.'),
    });
    expect(await screen.findByText('Not your role.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  });

  test('speaks Hindi', async () => {
    await open('/admin/approvals', { 'GET /admin/approvals': page([]) }, 'hi');
    expect(await screen.findByText('दूसरे व्यक्ति के लिए कुछ बाकी नहीं है।')).toBeDefined();
  });
});

describe('one proposal', () => {
  const address = `/admin/approvals/${ID}`;
  const get = `GET /admin/approvals/${ID}`;
  const post = `POST /admin/approvals/${ID}`;

  test('is approved without a note, and rejected only with one', async () => {
    const { sent } = await open(address, { [get]: [200, proposal()], [post]: [200, proposal()] });
    await userEvent.click(await screen.findByRole('button', { name: 'Reject' }));
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(dialog.getByText('Say why, in three characters or more')).toBeDefined();
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));

    await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Approve' }));
    await vi.waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ decision: 'approve' }),
    );
  });

  test.each([
    [400_000, 'Reason given, which the person is sent'],
    [600_000, 'Reason given'],
  ])(
    'of a limit of %i paise in the place of 500000 says whether its reason is sent',
    async (proposed, label) => {
      const facts = [
        { code: 'limit_paise', value: 500_000 },
        { code: 'proposed_limit_paise', value: proposed },
      ] as const;
      await open(address, { [get]: [200, proposal({ kind: 'credit_limit', facts: [...facts] })] });
      expect(await screen.findByText(label)).toBeDefined();
    },
  );

  test('of one’s own can only be taken back', async () => {
    await open(address, { [get]: [200, proposal({ proposedBy: { id: ME, name: 'Lata Iyer' } })] });
    expect(await screen.findByRole('button', { name: 'Take back' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  test('that has changed since cannot be approved', async () => {
    await open(address, { [get]: [200, proposal({ isCurrent: false })] });
    expect(await screen.findByText('This has changed since it was proposed')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  test.each([
    ['not swept yet', proposal({ expiresAt: '2026-11-20T12:00:00Z' })],
    ['swept', proposal({ status: 'expired', decidedAt: '2026-11-20T11:00:00Z' })],
    [
      'of one’s own',
      proposal({ expiresAt: '2026-11-20T12:00:00Z', proposedBy: { id: ME, name: 'Lata Iyer' } }),
    ],
  ])(
    'given one %s whose time is over, when it is opened, then it says so and offers nothing',
    async (_, over) => {
      await open(address, { [get]: [200, over] });
      expect(await screen.findByText('The time to decide this is over')).toBeDefined();
      expect(screen.getByText('Expired')).toBeDefined();
      for (const name of ['Approve', 'Reject', 'Take back'])
        expect(screen.queryByRole('button', { name })).toBeNull();
    },
  );

  test.each([
    ['frozen_since', '2026-11-10', /bill of this payment may be on its way back/],
    ['debit_with_bank', 'yes', /bank has not answered a debit of this payment yet/],
    ['repayment_disputed', 'yes', /bank disputes a repayment of this payment/],
  ])('given %s, when it is opened, then it says for what it has to wait', async (code, value, text) => {
    const facts = [{ code, value }];
    await open(address, { [get]: [200, proposal({ kind: 'settlement', facts, isCurrent: false })] });
    expect(await screen.findByText('This has to wait')).toBeDefined();
    expect(screen.getByText(text)).toBeDefined();
    expect(screen.queryByText('This has changed since it was proposed')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  test.each([
    ['rail_loss', 'open', `/admin/reconciliation?break=${ABOUT}`],
    ['rail_loss', 'approved', `/admin/reconciliation?state=resolved&break=${ABOUT}`],
    ['receipt', 'rejected', `/admin/reconciliation?list=receipts&receipt=${ABOUT}`],
    ['receipt', 'approved', `/admin/reconciliation?list=receipts&status=identified&receipt=${ABOUT}`],
    ['receipt_back', 'open', `/admin/reconciliation?list=receipts&status=identified&receipt=${ABOUT}`],
    ['receipt_back', 'approved', `/admin/reconciliation?list=receipts&receipt=${ABOUT}`],
  ] as const)('of kind %s that is %s leads to the list its object stands in', async (kind, status, href) => {
    await open(address, { [get]: [200, proposal({ kind, status })] });
    const link = await screen.findByRole('link', { name: 'Open it' });
    expect(link.getAttribute('href')).toBe(href);
  });

  test('that belongs to another role shows no decision', async () => {
    await open(address, { [get]: [200, proposal({ kind: 'credit_limit' })] });
    expect(await screen.findByText('The family lends the rest')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull();
  });

  test('decided by another of the staff meanwhile says so and reads itself again', async () => {
    const decided = proposal({
      status: 'rejected',
      decidedBy: { id: COLLEAGUE, name: 'Meera Nair' },
      decidedAt: '2026-11-20T11:00:00Z',
      note: 'Too little',
    });
    await open(address, {
      [get]: [
        [200, proposal()],
        [200, decided],
      ],
      [post]: problem(409, 'approval_already_decided', 'A colleague has already decided this.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }));
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await dialog.findByText('Somebody was quicker')).toBeDefined();
    await userEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0]!);
    expect(await screen.findByText('Meera Nair')).toBeDefined();
    expect(screen.getByText('Too little')).toBeDefined();
  });
});

test('a proposal to change the settings is read in names and units, in either language', async () => {
  const settings = proposal({
    kind: 'settings',
    account: null,
    facts: [{ code: 'starts_at', value: 'at_once' }],
    changes: [
      { unit: 'percent', label: 'fee_percent', plan: null, from: '2.00', to: '2.75' },
      { unit: 'paise', label: 'plan_bill_max', plan: 'EMI3', from: null, to: 5_000_000 },
      { unit: 'months', label: 'reward_expiry_months', plan: null, from: 12, to: 6 },
    ],
  });
  const answers = { [`GET /admin/approvals/${ID}`]: [200, settings] } as const;
  await open(`/admin/approvals/${ID}`, answers);
  expect(await screen.findByRole('row', { name: 'Service fee, % of the bill 2.00 % 2.75 %' })).toBeDefined();
  expect(screen.getByRole('row', { name: '3 EMIs: Largest bill — ₹50,000' })).toBeDefined();
  expect(screen.getByText('At once')).toBeDefined();
  cleanup();
  await open(`/admin/approvals/${ID}`, answers, 'hi');
  expect(await screen.findByRole('rowheader', { name: 'सेवा शुल्क, बिल का %' })).toBeDefined();
  expect(screen.getByRole('cell', { name: '6 महीने' })).toBeDefined();
});
