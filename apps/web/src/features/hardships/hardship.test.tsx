// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID, sampleDue, sampleForeclosure, samplePayment } from '../../../test/samples.ts';
import { toast } from '../../ui/toast.tsx';
import { openDashboard } from '../me/dashboard/dashboard.testing.ts';

const PATH = `/payments/${ID.payment}/hardship`;
const told = {
  hardship: {
    id: ID.card,
    paymentId: ID.payment,
    reason: 'illness',
    note: null,
    createdAt: '2026-11-20T06:30:00Z',
    untilDate: '2026-12-19',
  },
  canTell: false,
};
const open = (answers: Answers) => {
  const network = stubNetwork({
    [`GET /payments/${ID.payment}`]: [200, samplePayment()],
    [`GET /payments/${ID.payment}/foreclosure`]: [200, sampleForeclosure],
    'GET /repayments': page([]),
    [`GET ${PATH}`]: [200, { hardship: null, canTell: true }],
    [`POST ${PATH}`]: [200, told],
    ...answers,
  });
  return openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('../repayments/plan/payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}`,
  ).then(() => network);
};
const ask = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'I cannot pay on time' }));
  return within(await screen.findByRole('dialog'));
};

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

describe('LEND-23: a person who cannot pay on time', () => {
  test('is told what rests and what goes on, gives a reason, and sees until when', async () => {
    const { sent } = await open({});
    const dialog = await ask();
    expect(dialog.getByText(/no new late charges/)).toBeDefined();
    expect(dialog.getByText(/days past due go on/)).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Tell Mohlat' }));
    const problem = dialog.getByRole('alert');
    expect(document.activeElement).toBe(problem);
    await userEvent.click(within(problem).getByRole('link', { name: 'Choose what fits best.' }));
    expect(document.activeElement).toBe(dialog.getAllByRole('radio')[0]);
    expect(sent.filter((one) => one.method === 'POST')).toEqual([]);
    await userEvent.click(dialog.getByRole('radio', { name: /Illness/ }));
    expect(dialog.queryByRole('alert')).toBeNull();
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Tell Mohlat' }));
    expect(
      await screen.findByText(/^You told us that you cannot pay on time\. Until .*19 Dec/),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'I cannot pay on time' })).toBeNull();
    expect(sent.filter((one) => one.method === 'POST')).toHaveLength(1);
  });

  test('given own words, when the dialog closes, they stand there the next time, until they are told', async () => {
    await open({});
    const note = 'Anything we should know? (optional)';
    await userEvent.type((await ask()).getByLabelText(note), 'I lie in hospital');
    await userEvent.keyboard('{Escape}');
    const dialog = await ask();
    expect(dialog.getByLabelText<HTMLTextAreaElement>(note).value).toBe('I lie in hospital');
    await userEvent.click(dialog.getByRole('radio', { name: /Illness/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Tell Mohlat' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sessionStorage.length).toBe(0);
  });

  test('reads why it could not be noted', async () => {
    await open({
      [`POST ${PATH}`]: problem(409, 'hardship_told_lately', 'You told us so less than 90 days ago.'),
    });
    const dialog = await ask();
    await userEvent.click(dialog.getByRole('radio', { name: /Something else/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Tell Mohlat' }));
    expect(await dialog.findByText(/less than 90 days ago/)).toBeDefined();
  });

  test('is not asked about it while nothing is near', async () => {
    await open({ [`GET ${PATH}`]: [200, { hardship: null, canTell: false }] });
    await screen.findByRole('button', { name: /^Pay / });
    expect(screen.queryByRole('button', { name: 'I cannot pay on time' })).toBeNull();
  });
});

describe('the reminder of an overdue instalment', () => {
  test('LEND-23: given a person in hardship, then no late charge is announced', async () => {
    const hardship = {
      id: ID.card,
      paymentId: ID.payment,
      reason: 'illness',
      note: null,
      createdAt: '2026-12-21T05:00:00Z',
      untilDate: '2028-01-19',
    };
    await openDashboard({
      'GET /schedule': page([sampleDue(1, '2026-12-20', { status: 'overdue' })]),
      'GET /payments': page([samplePayment()]),
      [`GET ${PATH}`]: [200, { hardship, canTell: false }],
    });
    expect(
      await screen.findByText(/for it no reminders and no new late charges until 19 Jan 2028\.$/),
    ).toBeDefined();
    expect(screen.queryByText(/^While it stays unpaid/)).toBeNull();
  });
});
