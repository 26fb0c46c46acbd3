// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answers } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import {
  ID,
  sampleBill,
  sampleCard,
  sampleMe,
  samplePayment,
  sampleQuote,
} from '../../../../test/samples.ts';
import { toast } from '../../../ui/toast.tsx';

const READY: Answers = {
  'GET /me': [200, sampleMe()],
  'GET /cards': page([sampleCard]),
  'GET /payments': page([]),
  [`POST /cards/${ID.card}/bill`]: [200, sampleBill()],
  'POST /payments/quote': [200, sampleQuote()],
};

const RENEWED = '0192ab34-0000-7000-8000-0000000000aa';

const open = async (answers: Answers, step = 3) => {
  const network = stubNetwork({ ...READY, ...answers });
  const opened = await openScreen(
    { path: '/dashboard/pay-bill', lazy: () => import('./pay-bill.tsx') },
    `/dashboard/pay-bill?card=${ID.card}&step=${step}`,
  );
  return { ...network, ...opened };
};

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('PAY-20: a bill that another window has paid leads to that payment, and to another amount', async () => {
  const { sent } = await open({
    'POST /payments': problem(409, 'bill_already_paid', 'This bill is paid already.'),
  });
  await userEvent.click(await screen.findByRole('checkbox'));
  const before = sent.filter((one) => one.path.startsWith('/payments') && one.method === 'GET').length;
  await userEvent.click(screen.getByRole('button', { name: 'Pay HDFC Bank ₹15,000' }));
  const told = await screen.findByRole('alert');
  expect(told.textContent).toContain('Not paid a second time');
  expect(told.textContent).toContain('No money moved and nothing was charged.');
  expect(screen.getByRole('link', { name: 'See my payments' }).getAttribute('href')).toBe(
    '/dashboard/transactions',
  );
  await vi.waitFor(() =>
    expect(
      sent.filter((one) => one.path.startsWith('/payments') && one.method === 'GET').length,
    ).toBeGreaterThan(before),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Change the amount' }));
  expect(await screen.findByRole('heading', { name: 'Bill Amount' })).toBeDefined();
});

test('PAY-20: given an expired price, when it is renewed, then the bill is asked for before', async () => {
  const bill = `POST /cards/${ID.card}/bill`;
  const { sent, answers } = await open({
    'POST /payments': problem(409, 'quote_expired', 'The price changed while you were away.'),
  });
  await userEvent.click(await screen.findByRole('checkbox'));
  // Meanwhile another window has paid the bill, and the bank tells a name.
  const renewed = sampleQuote('single', {
    quoteId: RENEWED,
    warnings: [{ code: 'bill_of_another', nameOnBill: 'Devika Sen' }],
  });
  answers['POST /payments/quote'] = [200, renewed];
  answers['GET /payments'] = page([samplePayment({ billDueDate: sampleBill().dueDate })]);
  const before = sent.length;
  await userEvent.click(screen.getByRole('button', { name: 'Pay HDFC Bank ₹15,000' }));
  expect(await screen.findByText('This bill is in the name of Devika Sen')).toBeDefined();
  expect(await screen.findByText('You have paid this bill: ₹15,000')).toBeDefined();
  const posted = sent.slice(before).filter((one) => one.method === 'POST');
  expect(posted.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /payments',
    bill,
    'POST /payments/quote',
  ]);
});

test('PAY-20: given an expired price and a bank that still looks, when it is renewed, then it waits for one look', async () => {
  const bill = `POST /cards/${ID.card}/bill`;
  const { sent, answers } = await open({
    'POST /payments': problem(409, 'quote_expired', 'The price changed while you were away.'),
  });
  await userEvent.click(await screen.findByRole('checkbox'));
  answers[bill] = problem(503, 'bill_not_ready', 'Your bank is still looking for the bill.');
  answers['POST /payments/quote'] = [200, sampleQuote('single', { quoteId: RENEWED })];
  const before = sent.length;
  await userEvent.click(screen.getByRole('button', { name: 'Pay HDFC Bank ₹15,000' }));
  const posted = () => sent.slice(before).flatMap((one) => (one.method === 'POST' ? [one.path] : []));
  await vi.waitFor(() => expect(posted()).toContain('/payments/quote'));
  const looks = posted().slice(0, posted().indexOf('/payments/quote'));
  // The second one goes on by itself, and is not waited for.
  expect(looks.filter((path) => path.endsWith('/bill')).length).toBeLessThanOrEqual(2);
});

test('given a lost answer, when the next press is one too many, then nothing is called unpaid', async () => {
  await open({
    'POST /payments': [
      new TypeError('fetch failed'),
      problem(429, 'too_many_requests', 'Too many tries. Wait a little and try again.'),
    ],
  });
  await userEvent.click(await screen.findByRole('checkbox'));
  const pay = screen.getByRole('button', { name: 'Pay HDFC Bank ₹15,000' });
  await userEvent.click(pay);
  await screen.findByText(/so you cannot pay twice/);
  await userEvent.click(pay);
  expect(await screen.findByText('Too many tries. Wait a little and try again.')).toBeDefined();
  expect(screen.getByText(/so you cannot pay twice/)).toBeDefined();
  expect(screen.queryByText(/No money moved/)).toBeNull();
});

test('PAY-22: a bank that takes no bills leads to another card, not to another amount', async () => {
  await open({
    'POST /payments/quote': problem(409, 'biller_deactivated', 'This bank takes no bill payments.'),
  });
  expect(await screen.findByText('This bank takes no bill payments.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Change the amount' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Choose another card' }));
  expect(await screen.findByRole('heading', { name: 'Card Details' })).toBeDefined();
});

test('PAY-22: a saved card whose bank takes no bills opens the wizard, and asks no more', async () => {
  const bill = `/cards/${ID.card}/bill`;
  const { sent } = await open({
    [`POST ${bill}`]: problem(409, 'biller_deactivated', 'This bank takes no bill payments.'),
  });
  expect(await screen.findByRole('heading', { name: 'Bill Amount' })).toBeDefined();
  expect(await screen.findByText(/This bank takes no bill payments/)).toBeDefined();
  expect(sent.filter((one) => one.path === bill).length).toBeLessThanOrEqual(2);
});

const PLACES = [
  ['consent_withdrawn', 'Open Your data', '/dashboard/privacy'],
  ['credit_report_stale', 'See my credit', '/dashboard/credit'],
  ['credit_not_active', 'See my credit', '/dashboard/credit'],
  ['kyc_incomplete', 'Complete KYC', '/dashboard/kyc-verification'],
] as const;

test.each(PLACES)(
  'given %s, when a price is asked for, then the way there is "%s"',
  async (code, name, href) => {
    await open({ 'POST /payments/quote': problem(409, code, 'Refused.') });
    await screen.findByText('There is no price for this amount');
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href);
    expect(screen.queryByRole('button', { name: 'Change the amount' })).toBeNull();
  },
);

test.each(PLACES)(
  'given %s, when a price is accepted, then the way there is "%s"',
  async (code, name, href) => {
    await open({ 'POST /payments': problem(409, code, 'Refused.') });
    await userEvent.click(await screen.findByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Pay HDFC Bank ₹15,000' }));
    await screen.findByText('Not paid');
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href);
  },
);

test('given a card that was removed meanwhile, when it is paid, then the refusal leads to another card', async () => {
  await open({ 'POST /payments': problem(409, 'card_removed', 'This card was removed.') });
  await userEvent.click(await screen.findByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Pay HDFC Bank ₹15,000' }));
  await screen.findByText('Not paid');
  await userEvent.click(screen.getByRole('button', { name: 'Choose another card' }));
  expect(await screen.findByRole('heading', { name: 'Card Details' })).toBeDefined();
});

test('given an amount above the limit, when it is paid, then the refusal leads to another amount', async () => {
  await open({ 'POST /payments': problem(409, 'amount_exceeds_limit', 'Above the limit.') });
  await userEvent.click(await screen.findByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Pay HDFC Bank ₹15,000' }));
  await screen.findByText('Not paid');
  await userEvent.click(screen.getByRole('button', { name: 'Change the amount' }));
  expect(await screen.findByRole('heading', { name: 'Bill Amount' })).toBeDefined();
});

test.each([
  ['bill_not_found', true],
  ['bill_not_due', false],
] as const)(
  'given %s, when the amount is asked for, then typing it is offered here: %s',
  async (code, isOffered) => {
    await open({ [`POST /cards/${ID.card}/bill`]: problem(404, code, 'The bank says so.') }, 2);
    await screen.findByText(/The bank says so/);
    expect(screen.queryByText(/yourself here below/) !== null).toBe(isOffered);
    expect(screen.queryByText(/in the next step/)).toBeNull();
  },
);
