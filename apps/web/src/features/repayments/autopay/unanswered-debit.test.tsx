// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { ID, sampleForeclosure, sampleMandate, samplePayment } from '../../../../test/samples.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const ASKED = { instalment: 1, amountPaise: 520_000, on: '2026-12-20' } as const;
const UNANSWERED = 'Your bank has not answered yet about ₹5,200. Do not pay it again.';

async function openPlan(mandate: Parameters<typeof sampleMandate>[0]) {
  stubNetwork({
    [`GET /payments/${ID.payment}`]: [200, samplePayment()],
    [`GET /payments/${ID.payment}/foreclosure`]: [200, sampleForeclosure],
    'GET /bank-accounts': page([]),
    'GET /repayments': page([]),
    'GET /rewards': page([]),
    'GET /mandates': page([sampleMandate(mandate)]),
  });
  await openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('../plan/payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}`,
  );
}

test('a debit without an answer is said once on the page, and first where it could be paid again', async () => {
  await openPlan({ nextDebit: { ...ASKED, state: 'presented', answerBy: '2026-12-23' } });
  expect(await screen.findAllByText(UNANSWERED)).toHaveLength(1);
  expect(screen.getByText(/It may answer until Wed, 23 Dec\. Until then nothing/)).toBeDefined();
  const pay = screen.getAllByRole('button', { name: /^(Pay|Repay)/ })[0]!;
  const isBefore = screen.getByText(UNANSWERED).compareDocumentPosition(pay);
  expect(isBefore & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await userEvent.click(pay);
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(UNANSWERED)).toBeDefined();
  expect(dialog.getByText(/it may be taken twice; what is too much goes back to you/)).toBeDefined();
});

test.each([
  ['enach', 1],
  ['upi', 0],
] as const)(
  'LEND-9, LEND-L6: given a debit by %s with the bank, when the plan is closed by hand, then its charge is said or not',
  async (kind, count) => {
    await openPlan({ kind, nextDebit: { ...ASKED, state: 'presented', answerBy: '2026-12-23' } });
    await userEvent.click(await screen.findByRole('button', { name: /^Close for/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(UNANSWERED)).toBeDefined();
    expect(dialog.queryAllByText(/a charge is added to what closes the plan/)).toHaveLength(count);
  },
);

test('it is still said when autopay was ended meanwhile', async () => {
  await openPlan({ status: 'cancelled', nextDebit: { ...ASKED, state: 'presented' } });
  expect(await screen.findByText(UNANSWERED)).toBeDefined();
});

test('given a bank whose time is over, when the page is read, then it names the next charge and forbids no payment', async () => {
  const nextCharge = { on: '2026-12-24', amountPaise: 20_000 };
  await openPlan({ nextDebit: { ...ASKED, state: 'review', answerBy: '2026-12-23', nextCharge } });
  expect(await screen.findByText(/^We do not know yet whether ₹5,200 was collected/)).toBeDefined();
  expect(
    screen.getByText(/counts as late\. If it is not paid before .*24 Dec, a late charge of ₹200/),
  ).toBeDefined();
  expect(screen.getByText(/that money comes back to you by itself/)).toBeDefined();
  expect(screen.queryByText(/Do not pay|nothing .* counts as late/i)).toBeNull();
});

test('given a bank whose time is over and no charge to come, then none is named, where it is paid as well', async () => {
  await openPlan({ nextDebit: { ...ASKED, state: 'review' } });
  await userEvent.click((await screen.findAllByRole('button', { name: /^(Pay|Repay)/ }))[0]!);
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/this instalment counts as late\.$/)).toBeDefined();
  expect(dialog.queryByText(/late charge of|Do not pay|it may be taken twice/)).toBeNull();
});

const FAILED = { ...ASKED, on: '2026-12-17', state: 'failed', reason: 'funds' } as const;

test.each([
  ['active', 'presented'],
  ['active', 'review'],
  ['cancelled', 'presented'],
] as const)(
  'given a retry that is with the bank, when its autopay is %s and the debit %s, then nothing asks to pay it by hand',
  async (status, state) => {
    await openPlan({ status, lastDebit: FAILED, nextDebit: { ...ASKED, state } });
    expect(await screen.findByText(/^(Your bank has not answered|We do not know yet)/)).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'Autopay' })).toBeDefined();
    expect(screen.queryByText(/could not be collected on|try once more|Pay it yourself/)).toBeNull();
  },
);

test('given a debit with the bank, when the one before it failed for another instalment, then both are said', async () => {
  await openPlan({ lastDebit: FAILED, nextDebit: { ...ASKED, instalment: 2, state: 'presented' } });
  expect(await screen.findByText(UNANSWERED)).toBeDefined();
  expect(await screen.findByText('₹5,200 could not be collected on 17 Dec 2026')).toBeDefined();
});

test.each(['paused', 'cancelled'] as const)(
  'given autopay that was %s with a debit at the bank, then only the other instalments are to be paid by hand',
  async (status) => {
    await openPlan({ status, nextDebit: { ...ASKED, state: 'presented' } });
    expect(await screen.findByText(/[Pp]ay the other instalments by their due dates/)).toBeDefined();
    expect(screen.queryByText(/[Pp]ay each instalment/)).toBeNull();
  },
);
