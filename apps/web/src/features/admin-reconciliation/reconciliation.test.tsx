// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { toast } from '../../ui/toast.tsx';

const ID = '01900000-0000-7000-8000-0000000000aa';
const PAYMENT = '01900000-0000-7000-8000-0000000000bb';
const HOME = '/admin/reconciliation';
const AT = '2026-11-18T06:00:00Z';

const me = { id: ID, name: 'Lata Iyer', email: 'lata@example.in', roles: ['finance'], stepUpUntil: null };
const receipt = {
  id: ID,
  status: 'held',
  amountPaise: 125_000,
  paymentRef: 'pay_unknown',
  orderRef: 'order_9',
  receivedAt: '2026-11-18T06:00:00Z',
  ageDays: 2,
  returnOn: '2026-12-18',
  hintedRepaymentId: null,
  paymentId: null,
};
const chargeback = {
  id: ID,
  repaymentId: PAYMENT,
  paymentId: PAYMENT,
  disputeRef: 'disp_1',
  phase: 'chargeback',
  reasonCode: 'goods_not_received',
  amountPaise: 50_000,
  status: 'open',
  response: null,
  openedAt: '2026-11-18T06:00:00Z',
  respondBy: '2026-11-28T06:00:00Z',
  deductedAt: null,
  endedAt: null,
};
const difference = {
  id: ID,
  kind: 'late_success',
  rail: 'billpay',
  state: 'open',
  owner: 'operations',
  reference: 'r-1',
  businessOn: '2026-11-18',
  paymentId: PAYMENT,
  repaymentId: null,
  loanId: PAYMENT,
  oursPaise: 40_000,
  theirsPaise: 40_000,
  openedAt: '2026-11-18T06:00:00Z',
  ageDays: 2,
  dueOn: '2026-11-20',
  escalatedAt: null,
  resolvedAt: null,
  resolution: null,
  note: null,
  allowed: ['rail_returned', 'loss'],
};

const open = async (address: string, answers: Answers, language: 'en' | 'hi' = 'en') => {
  const network = stubNetwork({
    'GET /admin/me': [200, me],
    'GET /admin/reconciliation/reads': [200, { items: [] }],
    ...answers,
  });
  const screenOf = { path: HOME, lazy: () => import('./reconciliation.tsx') };
  const { client } = await openScreen(screenOf, address, language);
  return { ...network, client };
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

describe('money without an owner', () => {
  const paid = {
    bankName: 'HDFC Bank',
    cardMasked: '•••• 4021',
    amountPaise: 1_500_000,
    date: '2026-11-02T06:00:00Z',
  };
  const owner = {
    [`GET /admin/payments/${PAYMENT}`]: [200, { account: { id: ID, name: 'Asha Rao' }, payment: paid }],
  } as const;
  const address = `${HOME}?list=receipts&receipt=${ID}`;
  const identify = `POST /admin/receipts/${ID}/identify`;
  const give = async (isRead = true) => {
    await press('Give it to a payment');
    await userEvent.click(dialog().getByLabelText('Payment'));
    await userEvent.paste(`https://x.in/admin/payments/${PAYMENT}`);
    await userEvent.type(dialog().getByLabelText('How you know'), 'The payer called');
    if (isRead) await dialog().findAllByText(/^Asha Rao · /);
    await userEvent.click(dialog().getByRole('button', { name: 'Give it to a payment' }));
  };

  test('is given to a payment by the address of its page, and proposed where it is much', async () => {
    const { sent } = await open(address, {
      ...owner,
      'GET /admin/receipts': page([receipt]),
      [identify]: [200, { ...receipt, approvalId: PAYMENT }],
    });
    await give();
    expect(await screen.findByText('Proposed to a second person')).toBeDefined();
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      paymentId: PAYMENT,
      reason: 'The payer called',
    });
  });

  test('given the id of a payment, when staff have pasted it, then they read whose it is before they give the money', async () => {
    const { sent } = await open(address, { ...owner, 'GET /admin/receipts': page([receipt]) });
    await press('Give it to a payment');
    await userEvent.click(dialog().getByLabelText('Payment'));
    await userEvent.paste(PAYMENT);
    const whose = await dialog().findAllByText(/^Asha Rao · HDFC Bank .*4021 · ₹15,000, /);
    // On top, and among the facts that the second person will read.
    expect(whose.length).toBe(2);
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('given money that a payment has, when staff take it back, then a second person is asked', async () => {
    const given = { ...receipt, status: 'identified', paymentId: PAYMENT };
    const back = `POST /admin/receipts/${ID}/reversal`;
    const { sent } = await open(`${HOME}?list=receipts&status=identified&receipt=${ID}`, {
      'GET /admin/receipts': page([given]),
      [back]: [202, { approvalId: PAYMENT }],
    });
    await press('Take it back from the payment');
    await userEvent.type(dialog().getByLabelText(/Reason/), 'It was for somebody else');
    await userEvent.click(dialog().getByRole('button', { name: 'Take it back from the payment' }));
    expect(await screen.findByText('Proposed to a second person')).toBeDefined();
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      reason: 'It was for somebody else',
    });
  });

  test('given the dialog that gives money, when a second tab has given it meanwhile, then it does not turn into its taking back', async () => {
    const { answers, client } = await open(address, { 'GET /admin/receipts': page([receipt]) });
    await press('Give it to a payment');
    answers['GET /admin/receipts'] = page([{ ...receipt, status: 'identified', paymentId: PAYMENT }]);
    await act(() => client.invalidateQueries());
    expect(await screen.findByText('Open the payment')).toBeDefined();
    expect(dialog().getByLabelText('Payment')).toBeDefined();
  });

  test('given an id that no payment has, when staff give the money, then it is not sent', async () => {
    const { sent } = await open(address, { 'GET /admin/receipts': page([receipt]) });
    await give(false);
    expect(await dialog().findByText('No payment has this id')).toBeDefined();
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('given a payment that could not be read, when staff give the money, then it is not sent: they do not know whose it is', async () => {
    const { sent } = await open(address, {
      'GET /admin/receipts': page([receipt]),
      [`GET /admin/payments/${PAYMENT}`]: [503, { code: 'busy', status: 503 }],
    });
    await give(false);
    expect(await dialog().findByText('Wait until it is read whose payment this is')).toBeDefined();
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('is not sent without a payment', async () => {
    const { sent } = await open(address, { 'GET /admin/receipts': page([receipt]) });
    await press('Give it to a payment');
    await userEvent.click(dialog().getByRole('button', { name: 'Give it to a payment' }));
    expect(dialog().getByText('Paste the id of the payment, or the address of its page')).toBeDefined();
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('is out of administration’s hands, and says when there is none', async () => {
    await open(address, {
      'GET /admin/me': [200, { ...me, roles: ['admin'] }],
      'GET /admin/receipts': page([receipt]),
    });
    expect((await screen.findAllByText('pay_unknown')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Give it to a payment' })).toBeNull();
    cleanup();
    await open(`${HOME}?list=receipts`, { 'GET /admin/receipts': page([]) }, 'hi');
    expect(await screen.findByText('हर पैसे का मालिक पता है।')).toBeDefined();
  });
});

describe('one that the list does not show', () => {
  test.each([
    [`${HOME}?break=${ID}`, 'reconciliation', `reconciliation/breaks/${ID}`, difference, 'Reference'],
    [`${HOME}?list=receipts&receipt=${ID}`, 'receipts', `receipts/${ID}`, receipt, 'pay_unknown'],
  ])('is asked for by itself: %s', async (address, list, one, body, shows) => {
    const { sent } = await open(address, {
      [`GET /admin/${list}`]: page([]),
      [`GET /admin/${one}`]: [200, body],
    });
    expect(await screen.findByText(shows)).toBeDefined();
    expect(sent.some(({ path }) => path === `/admin/${one}`)).toBe(true);
    cleanup();
    await open(address, { [`GET /admin/${list}`]: page([body]) });
    expect((await screen.findAllByText(shows)).length).toBeGreaterThan(0);
  });

  test('is not called gone where it was only not found among the rows', async () => {
    await open(`${HOME}?break=${ID}`, { 'GET /admin/reconciliation': page([]) });
    expect(await screen.findByText('We could not find this.')).toBeDefined();
    cleanup();
    await open(`${HOME}?list=settlements&row=${ID}`, { 'GET /admin/settlements': page([]) });
    expect(await screen.findByText(/not among the rows shown/)).toBeDefined();
  });
});

describe('one that stands open', () => {
  test('is marked in its list, and is closed with the filters kept', async () => {
    const other = { ...difference, id: PAYMENT };
    await open(`${HOME}?rail=billpay&break=${ID}`, {
      'GET /admin/reconciliation': page([other, difference]),
    });
    const close = await screen.findByRole('link', { name: 'Close' });
    const rows = within(await screen.findByRole('table')).getAllByRole('link');
    expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual([null, 'true']);
    expect(close.getAttribute('href')).toBe(`${HOME}?rail=billpay`);
    await userEvent.click(close);
    await vi.waitFor(() => expect(screen.queryByRole('link', { name: 'Close' })).toBeNull());
    expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual([null, null]);
  });
});

describe('the other lists', () => {
  test('that filters left empty have a way back to all of the same list', async () => {
    await open(`${HOME}?list=receipts&status=returned`, { 'GET /admin/receipts': page([]) });
    const clear = await screen.findByRole('link', { name: 'Clear the filters' });
    expect(clear.getAttribute('href')).toBe(`${HOME}?list=receipts`);
    cleanup();
    await open(`${HOME}?list=receipts`, { 'GET /admin/receipts': page([]) });
    expect(await screen.findByText('All money has an owner.')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Clear the filters' })).toBeNull();
  });

  test('chargebacks begin with what needs a person, and lead to the page of each', async () => {
    const { sent } = await open(`${HOME}?list=chargebacks`, {
      'GET /admin/chargebacks': page([chargeback]),
    });
    const [link] = await screen.findAllByRole('link', { name: 'disp_1' });
    expect(link?.getAttribute('href')).toBe(`/admin/chargebacks/${ID}`);
    expect(sent.some(({ path }) => path === '/admin/chargebacks?status=waiting&limit=50')).toBe(true);
  });

  test('settlements that cannot be read say so, with a way on', async () => {
    await open(`${HOME}?list=settlements`, {
      'GET /admin/settlements': problem(403, 'role_required', 'Not your role.'),
    });
    expect(await screen.findByText('Not your role.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  });

  test('an address that names no list leads to the differences', async () => {
    await open(`${HOME}?list=nonsense`, { 'GET /admin/reconciliation': page([]) });
    expect(await screen.findByText('No difference is open.')).toBeDefined();
    const current = screen.getByRole('link', { name: 'Differences' });
    expect(current.getAttribute('aria-current')).toBe('page');
  });
});

describe('a difference', () => {
  const address = `${HOME}?break=${ID}`;
  const clear = `POST /admin/reconciliation/breaks/${ID}/resolve`;

  test.each([
    ['open', 'Proposed to a second person'],
    ['resolved', 'Cleared'],
  ])('that is %s after it was sent says so', async (state, said) => {
    await open(address, {
      'GET /admin/reconciliation': page([difference]),
      [clear]: [200, { ...difference, state }],
    });
    await press('The rail gave it back');
    await userEvent.type(dialog().getByLabelText('How you know'), 'Statement of today');
    await userEvent.click(dialog().getByRole('button', { name: 'The rail gave it back' }));
    const messages = await screen.findByRole('region', { name: /Messages/ });
    expect(await within(messages).findByText(said)).toBeDefined();
  });

  test('names the person, the card and the bill that clearing it acts on; without one the rail’s reference', async () => {
    const payment = { bankName: 'HDFC Bank', cardMasked: '•••• 4021', amountPaise: 40_000, date: AT };
    await open(address, {
      'GET /admin/reconciliation': page([difference]),
      [`GET /admin/payments/${PAYMENT}`]: [200, { account: { id: ID, name: 'Asha Rao' }, payment }],
    });
    await press('The rail gave it back');
    expect(await dialog().findByText(/^Asha Rao · HDFC Bank ••.4021 · ₹400, 18.Nov 2026$/)).toBeDefined();
    cleanup();
    await open(address, { 'GET /admin/reconciliation': page([{ ...difference, loanId: null }]) });
    await press('The rail gave it back');
    expect(dialog().getByText('Bill network · r-1')).toBeDefined();
  });

  const row = { ...difference, kind: 'unmatched_row', rail: 'razorpay', paymentId: null, oursPaise: null };
  test.each([
    [
      'a row without a payment of ours of more than ₹500',
      { ...row, theirsPaise: -50_001, allowed: ['loss', 'agreed'] },
      true,
    ],
    ['a little one', { ...row, theirsPaise: -50_000, allowed: ['loss', 'agreed'] }, false],
    ['one that is kept for its owner', { ...row, theirsPaise: 90_000, allowed: ['agreed'] }, true],
    ['a bill both sides call paid', { ...difference, theirsPaise: 90_000, allowed: ['agreed'] }, false],
  ])('is closed without a booking by two where it is %s', async (_, item, isForTwo) => {
    await open(address, { 'GET /admin/reconciliation': page([item]) });
    await press('Both sides agree now');
    expect(dialog().queryByText('A second person decides. They will see:') !== null).toBe(isForTwo);
  });

  test('about a bill that does not come back says that closing it ends the freeze', async () => {
    const returned = { ...difference, kind: 'returned', allowed: ['reverse', 'agreed'] };
    await open(address, { 'GET /admin/reconciliation': page([returned]) });
    await press('Both sides agree now');
    expect(dialog().getByText(/its loan’s freeze ends/)).toBeDefined();
  });

  test('of money without an owner leads to the receipts, where it is given to a payment', async () => {
    const item = { ...row, kind: 'unmatched_receipt', allowed: [] };
    await open(address, { 'GET /admin/reconciliation': page([item]) });
    const link = await screen.findByRole('link', { name: 'Find its receipt' });
    expect(link.getAttribute('href')).toBe(`${HOME}?list=receipts`);
    expect(screen.queryByText(/Nothing can be done by hand/)).toBeNull();
  });

  test.each([
    ['of a payment', { ...difference, loanId: PAYMENT }, 'Its refund is begun once more at its payment'],
    ['without an owner', { ...row, loanId: null }, 'It is given to a payment, or sent back, at its receipt.'],
  ])('given a refused refund %s whose money is held, then it says where to go on', async (_, about, said) => {
    const item = { ...about, kind: 'refund_refused', rail: 'razorpay', allowed: [] };
    await open(address, { 'GET /admin/reconciliation': page([item]) });
    expect(await screen.findByText(said, { exact: false })).toBeDefined();
  });

  test('whose money is on its way offers nothing', async () => {
    await open(address, { 'GET /admin/reconciliation': page([{ ...row, kind: 'lost_twice', allowed: [] }]) });
    expect(await screen.findByText(/the rail has to say first how it ends/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Both sides agree now' })).toBeNull();
  });
});

test('the page says of each rail what was read last, how many rows, and when', async () => {
  await open(HOME, {
    'GET /admin/reconciliation': page([]),
    'GET /admin/reconciliation/reads': [
      200,
      { items: [{ rail: 'billpay', dayOn: '2026-11-18', rows: 12, readAt: '2026-11-19T00:35:00Z' }] },
    ],
  });
  const reads = within(await screen.findByRole('list', { name: 'Read last' }));
  const lines = reads.getAllByRole('listitem').map((one) => one.textContent);
  expect(lines[0]).toBe(
    'Bill network: list of 18\u00a0Nov 2026, 12 rows, read 6:05\u00a0am, 19\u00a0Nov 2026',
  );
  expect(lines[1]).toBe('Collections: nothing was read yet');
});
