// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answers } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { pressTwice } from '../../../../test/press-twice.ts';
import {
  ID,
  sampleForeclosure,
  sampleMandate,
  samplePayment,
  sampleRepayment,
} from '../../../../test/samples.ts';
import { toast } from '../../../ui/toast.tsx';

const START = 'POST /mandates';
const offer = {
  maximumPaise: 570_000,
  until: '2027-04-20',
  debits: [
    { instalment: 1, amountPaise: 520_000, on: '2026-12-20' },
    { instalment: 2, amountPaise: 520_000, on: '2027-01-20' },
  ],
  bounceChargePaise: 10_000,
  upi: { maximumDebitPaise: 1_500_000, isPossible: true },
};
const account = {
  id: ID.card,
  bankName: 'State Bank of India',
  ifsc: 'SBIN0000300',
  branch: 'Pune',
  accountName: 'Asha Rao',
  maskedAccountNumber: 'XXXX4021',
  isDefault: true,
  verification: { status: 'verified', reason: null, nameAtBank: null },
};

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;

async function openPlan(answers: Answers = {}, query = '') {
  const network = stubNetwork({
    [`GET /payments/${ID.payment}`]: [200, samplePayment()],
    [`GET /payments/${ID.payment}/foreclosure`]: [200, sampleForeclosure],
    [`GET /payments/${ID.payment}/mandate-offer`]: [200, offer],
    'GET /bank-accounts': page([account]),
    'GET /repayments': page([]),
    'GET /mandates': page([]),
    ...answers,
  });
  opened = await openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('../plan/payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}${query}`,
  );
  return network;
}

/** The provider's window: says yes at once. */
function stubCheckout() {
  const opened: Record<string, unknown>[] = [];
  vi.stubGlobal(
    'Razorpay',
    class {
      private readonly options: Record<string, unknown>;
      constructor(options: Record<string, unknown>) {
        this.options = options;
        opened.push(options);
      }
      on() {}
      open() {
        (this.options.handler as (answer: object) => void)({
          razorpay_payment_id: 'pay_1',
          razorpay_signature: 's',
        });
      }
    },
  );
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    queueMicrotask(() => (script as HTMLScriptElement).onload?.(new Event('load')));
  });
  return opened;
}

afterEach(() => {
  toast.dismissAll();
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('LEND-20: before it is set up it says what is collected and when, the most of it, and how to stop', async () => {
  const { sent, answers } = await openPlan({ [START]: [202, startedMandate()] }, '?autopay=set-up');
  const opened = stubCheckout();
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up autopay' }));
  expect(await dialog.findByText('Instalment 1 · 20 Dec 2026')).toBeDefined();
  expect(dialog.getByText('₹5,700')).toBeDefined();
  expect(dialog.getByText(/Stop at any time/)).toBeDefined();
  answers['GET /mandates'] = page([startedMandate().mandate]);
  pressTwice(dialog.getByRole('button', { name: 'Go to approval' }));
  expect(await screen.findByText(/We are checking your approval/)).toBeDefined();
  const asked = sent.filter((one) => one.method === 'POST').map((one) => one.body);
  expect(asked).toEqual([{ paymentId: ID.payment, kind: 'upi' }]);
  expect(opened).toMatchObject([{ customer_id: 'cust_1', recurring: '1', order_id: 'order_1' }]);
});

function startedMandate() {
  return {
    mandate: sampleMandate({ status: 'setting_up', nextDebit: null }),
    checkout: {
      scriptUrl: 'http://localhost/checkout.js',
      keyId: 'key',
      orderId: 'order_1',
      customerId: 'cust_1',
      amountPaise: 100,
      prefill: { name: 'Asha', email: 'a@example.in', contact: '' },
    },
  };
}

test('an instalment above what UPI collects leaves the bank account, by eNACH', async () => {
  const { sent } = await openPlan(
    {
      [`GET /payments/${ID.payment}/mandate-offer`]: [
        200,
        { ...offer, upi: { maximumDebitPaise: 300_000, isPossible: false } },
      ],
      [START]: problem(409, 'mandate_exists', 'Autopay is already set up for this payment.'),
    },
    '?autopay=set-up',
  );
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/UPI collects at most ₹3,000 by itself/)).toBeDefined();
  expect(dialog.getByRole('radio', { name: /UPI AutoPay/ }).matches(':disabled')).toBe(true);
  await userEvent.click(dialog.getByRole('button', { name: 'Go to approval' }));
  expect(await dialog.findByText('Autopay is already set up for this payment.')).toBeDefined();
  expect(sent.find((one) => one.method === 'POST')?.body).toMatchObject({
    kind: 'enach',
    bankAccountId: ID.card,
  });
});

const noFunds = {
  instalment: 1,
  amountPaise: 520_000,
  on: '2026-12-20',
  state: 'failed' as const,
  reason: 'funds' as const,
};
const bounce = {
  id: ID.card,
  kind: 'bounce' as const,
  instalment: 1,
  leviedOn: '2026-12-21',
  amountPaise: 10_000,
  paidPaise: 0,
  waivedPaise: 0,
};

test('what could not be collected is said with why, what it costs and when it is tried again', async () => {
  await openPlan({
    [`GET /payments/${ID.payment}`]: [200, samplePayment({ charges: [bounce] })],
    'GET /mandates': page([
      sampleMandate({
        kind: 'enach',
        lastDebit: noFunds,
        nextDebit: { instalment: 1, amountPaise: 520_000, on: '2026-12-23', state: 'announced' },
      }),
    ]),
  });
  expect(await screen.findByText('₹5,200 could not be collected on 20 Dec 2026')).toBeDefined();
  expect(screen.getByText('There was not enough money in the account.')).toBeDefined();
  expect(screen.getByText('The returned debit costs ₹100, once for this instalment.')).toBeDefined();
  expect(
    screen.getByText('We try once more on 23 Dec 2026, and tell you before. You can also pay now.'),
  ).toBeDefined();
});

test('ended after a question, and nothing is set up beside one that stands', async () => {
  const { sent, answers } = await openPlan({
    'GET /mandates': page([sampleMandate()]),
    [`DELETE /mandates/${ID.quote}`]: [202, sampleMandate({ status: 'cancelling' })],
  });
  expect(await screen.findByText('₹5,200 will be collected on 20 Dec 2026')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Set up autopay' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'End autopay' }));
  answers['GET /mandates'] = page([sampleMandate({ status: 'cancelling', nextDebit: null })]);
  const dialog = within(await screen.findByRole('dialog', { name: 'End autopay?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'End autopay' }));
  expect(await screen.findByText('Your bank is being told. No further debit is begun.')).toBeDefined();
  expect(sent.filter((one) => one.method === 'DELETE')).toHaveLength(1);
});

test('given an answer to its end that was lost, then it is read again, and no failure is claimed', async () => {
  const { answers } = await openPlan({
    'GET /mandates': page([sampleMandate()]),
    [`DELETE /mandates/${ID.quote}`]: new TypeError('lost'),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'End autopay' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End autopay?' }));
  answers['GET /mandates'] = page([sampleMandate({ status: 'cancelling', nextDebit: null })]);
  await userEvent.click(dialog.getByRole('button', { name: 'End autopay' }));
  expect(await dialog.findByText(/There is no connection/)).toBeDefined();
  expect(dialog.queryByText('Autopay was not ended')).toBeNull();
  expect(await screen.findByText('Your bank is being told. No further debit is begun.')).toBeDefined();
});

test('given an open set-up that was approved in another tab, when autopay is ended, then it is not asked for again', async () => {
  const { answers } = await openPlan({}, '?autopay=set-up');
  await screen.findByRole('dialog', { name: 'Set up autopay' });
  answers['GET /mandates'] = page([sampleMandate()]);
  await opened!.client.invalidateQueries();
  expect(await screen.findByText('₹5,200 will be collected on 20 Dec 2026')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  answers['GET /mandates'] = page([]);
  await opened!.client.invalidateQueries();
  expect(await screen.findByRole('button', { name: 'Set up autopay' })).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a loan that was written off is owed at once: no autopay, and nothing of it is early', async () => {
  const [first, ...rest] = samplePayment().schedule;
  const writtenOff = samplePayment({
    isWrittenOff: true,
    schedule: [{ ...first!, status: 'overdue' }, ...rest],
  });
  const { sent } = await openPlan({ [`GET /payments/${ID.payment}`]: [200, writtenOff] }, '?autopay=set-up');
  for (const asked of ['/mandates?limit=100', `/payments/${ID.payment}/foreclosure`])
    await vi.waitFor(() => expect(sent.map(({ path }) => path)).toContain(asked));
  await screen.findByText('Bill payment');
  expect(screen.queryByRole('heading', { name: 'Autopay' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Close for/ })).toBeNull();
});

test('paused at the bank it says that nothing is collected', async () => {
  await openPlan({ 'GET /mandates': page([sampleMandate({ status: 'paused' })]) });
  expect(await screen.findByText(/paused at your bank/)).toBeDefined();
  expect(screen.queryByText(/will be collected/)).toBeNull();
});

test.each([
  ['accounts', 'GET /bank-accounts', page([account])],
  ['debits', `GET /payments/${ID.payment}/mandate-offer`, [200, offer]],
] as const)(
  'given %s that could not be read, then the dialog says so and reads them again',
  async (_, key, answer) => {
    const { answers } = await openPlan({ [key]: problem(400, 'bad_json', 'Broken.') }, '?autopay=set-up');
    const dialog = within(await screen.findByRole('dialog', { name: 'Set up autopay' }));
    expect(await dialog.findByText('Broken.')).toBeDefined();
    expect(dialog.queryByText('Link a bank account first')).toBeNull();
    expect(dialog.getByRole('button', { name: 'Go to approval' }).matches(':disabled')).toBe(true);
    answers[key] = answer;
    await userEvent.click(dialog.getByRole('button', { name: 'Retry' }));
    expect(await dialog.findByRole('radio', { name: /State Bank of India XXXX4021/ })).toBeDefined();
  },
);

const UNDER_WAY: Answers = { [`GET /repayments/${ID.repayment}`]: [200, sampleRepayment()] };

test.each([
  ['autopay', '&autopay=set-up', 'Set up autopay'],
  ['another way to repay', '&repay=due', /./],
])(
  'given a repayment under way, when %s is asked for and cancelled, then its status stays',
  async (_, asked, name) => {
    await openPlan(UNDER_WAY, `?repayment=${ID.repayment}${asked}`);
    const dialog = within(await screen.findByRole('dialog', { name }));
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(opened!.router.state.location.search).toBe(`?repayment=${ID.repayment}`);
  },
);

test('given a repayment under way, when autopay is opened by its button, then its status stays', async () => {
  await openPlan(UNDER_WAY, `?repayment=${ID.repayment}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Set up autopay' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up autopay' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  expect(opened!.router.state.location.search).toBe(`?repayment=${ID.repayment}`);
});
