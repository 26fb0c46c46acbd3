// @vitest-environment jsdom
import { notifyManager } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answers } from '../../../../test/network.ts';
import {
  beforeKyc,
  ID,
  sampleBill,
  sampleCard,
  sampleDue,
  sampleMandate,
  sampleMe,
  samplePayment,
  sampleTransaction,
} from '../../../../test/samples.ts';
import { sampleSession } from '../../../../test/session.ts';
import { auth } from '../../../lib/auth-client.ts';
import { logout } from '../../../lib/auth.ts';
import { keepName } from '../../../lib/kept-name.ts';
import { keys } from '../../../lib/keys.ts';
import { openDashboard, showDashboard } from './dashboard.testing.ts';

const cardOf = async (heading: string) => {
  const found = (await screen.findByRole('heading', { name: heading })).closest('section');
  if (!found) throw new Error(`no card around ${heading}`);
  return within(found);
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the dashboard', () => {
  test('says that it is loading while the person is being read', async () => {
    stubNetwork({});
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await showDashboard();
    expect(await screen.findByText('Welcome, User')).toBeDefined();
    expect(screen.getByText('Loading')).toBeDefined();
  });

  test.for([
    { window: 'phone', isWide: false, when: 'after', apart: 1 },
    { window: 'wide window', isWide: true, when: 'together with', apart: 0 },
  ])('a $window draws what is free $when what is owed', async ({ isWide, apart }) => {
    vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener() {}, removeEventListener() {} }));
    const drawn: string[] = [];
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) drawn.push(node.textContent ?? '');
    });
    observer.observe(document.body, { childList: true, subtree: true });
    await openDashboard({ 'GET /schedule': page([sampleDue(1, '2026-12-20')]) });
    await screen.findByRole('heading', { name: 'Available Credit' });
    observer.disconnect();
    const withoutOwed = drawn.filter(
      (text) => text.includes('Available Credit') && !text.includes('Next Repayment'),
    );
    expect(withoutOwed).toHaveLength(apart);
  });

  test('stays while what could not be read beside it is asked again', async () => {
    const { client } = await openDashboard({ 'GET /mandates': problem(400, 'bad_json', 'Broken.') });
    await screen.findByRole('heading', { name: 'Available Credit' });
    const asking = vi.fn(() => new Promise<Response>(() => undefined));
    vi.stubGlobal('fetch', asking);
    void client.refetchQueries({ queryKey: keys.mandates });
    await waitFor(() => expect(asking).toHaveBeenCalledOnce());
    // After what the cache has to tell of it.
    await act(() => new Promise<void>((done) => notifyManager.schedule(done)));
    expect(screen.getByRole('heading', { name: 'Available Credit' })).toBeDefined();
  });

  test('before the server answers it greets by the name of the session', async () => {
    const session = sampleSession(Date.now());
    const user = { ...session.user, user_metadata: { name: 'Asha Rao' } };
    stubNetwork({ 'POST /auth/v1/token': [200, { ...session, user }] });
    await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await showDashboard();
    expect(await screen.findByText('Welcome, Asha Rao')).toBeDefined();
    stubNetwork({ 'POST /auth/v1/logout': [204, null] });
    await auth.signOut({ scope: 'local' });
  });

  test('given a visit before, without a network it greets by the name of the account', async () => {
    stubNetwork({ 'POST /auth/v1/token': [200, sampleSession(Date.now())] });
    await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
    await openDashboard({});
    await screen.findByText('Welcome, Asha Rao');
    cleanup();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await showDashboard();
    expect(await screen.findByText('Welcome, Asha Rao')).toBeDefined();
    expect(screen.queryByText('Welcome, User')).toBeNull();

    stubNetwork({ 'POST /auth/v1/logout': [204, null] });
    await logout();
    expect(localStorage.getItem('mohlat-name')).toBeNull();
  });

  test('given another person on the device, then the name before is not shown', async () => {
    keepName('somebody-else', 'Meera Iyer');
    stubNetwork({ 'POST /auth/v1/token': [200, sampleSession(Date.now())] });
    await auth.signInWithPassword({ email: 'asha@example.in', password: 'x' });
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await showDashboard();
    expect(await screen.findByText('Welcome, User')).toBeDefined();
    stubNetwork({ 'POST /auth/v1/logout': [204, null] });
    await logout();
  });

  test('without any payment it has the empty sentences and one way on', async () => {
    await openDashboard({});
    expect(await screen.findByText('You have no pending payments at the moment.')).toBeDefined();
    expect(screen.getByText('No Pending Payments')).toBeDefined();
    expect(screen.getByText('All your bills are paid')).toBeDefined();
    expect(screen.getByText('No Recent Activity')).toBeDefined();
    expect(screen.getByText('No transactions yet')).toBeDefined();
    expect(screen.getByText('No transaction history yet')).toBeDefined();
    const first = screen.getByRole('link', { name: 'Make Your First Payment' });
    expect(first.getAttribute('href')).toBe('/dashboard/pay-bill');
  });

  test('SPEC-2.greets-by-name, SPEC-2.pay-another, SPEC-2.action-cards, SPEC-2.view-all: greets, and leads on', async () => {
    await openDashboard({ 'GET /transactions': page([sampleTransaction({ status: 'completed' })]) });
    expect(await screen.findByText('Welcome, Asha Rao')).toBeDefined();
    const target = (link: HTMLElement) => link.getAttribute('href');
    expect(screen.getAllByRole('link', { name: 'Pay Another Bill' }).map(target)).toContain(
      '/dashboard/pay-bill',
    );
    const cards = within(await screen.findByRole('navigation', { name: 'What you can do' })).getAllByRole(
      'link',
    );
    expect(cards.map(target)).toEqual(['/dashboard/pay-bill', '/dashboard/payments', '/dashboard/profile']);
    const recent = await cardOf('Recent Transactions');
    expect(target(await recent.findByRole('link', { name: 'View All' }))).toBe('/dashboard/payments');
    const activity = await cardOf('Recent Activity');
    expect(activity.getByText('Payment Successful')).toBeDefined();
  });

  test('hides the figures when they cannot be read, and reads them again on Retry', async () => {
    const { answers } = await openDashboard({ 'GET /me': problem(400, 'bad_json', 'Broken.') });
    expect(await screen.findByText('Your figures could not be loaded')).toBeDefined();
    expect(screen.queryByText('Available Credit')).toBeNull();
    answers['GET /me'] = [200, sampleMe()];
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Available Credit')).toBeDefined();
  });

  test('SPEC-1.used-counts, SPEC-2.credit-card, SPEC-2.next-repayment, SPEC-2.view-details, SPEC-4.credit-by-kyc: shows what is owed and by when, the credit left, and both truths of a paid bill', async () => {
    await openDashboard({
      'GET /schedule': page([sampleDue(1, '2027-12-20')]),
      'GET /payments': page([samplePayment()]),
      'GET /transactions': page([sampleTransaction()]),
    });
    expect(await screen.findByText('Your payment of ₹5,200 is due on 20 Dec 2027.')).toBeDefined();
    expect(screen.getByText('Payment Reminder')).toBeDefined();
    const next = await cardOf('Next Repayment');
    expect(next.getAllByText('₹5,200')[0]).toBeDefined();
    expect(next.getByText('Due on 20 Dec 2027')).toBeDefined();
    expect(screen.getByRole('link', { name: 'View Details' }).getAttribute('href')).toBe(
      '/dashboard/payments',
    );
    const credit = await cardOf('Available Credit');
    expect(credit.getAllByText('₹45,000')[0]).toBeDefined();
    expect(credit.getByText('₹15,000 used of ₹60,000')).toBeDefined();
    expect(credit.getByText('25% used')).toBeDefined();
    const activity = await cardOf('Recent Activity');
    expect(activity.getByText('Bill Payment Pending')).toBeDefined();
    expect(activity.getByText('Bill paid: HDFC Bank has your ₹15,000.')).toBeDefined();
    expect(activity.getByText('You repay by 20 Feb 2027.')).toBeDefined();
  });

  test('says in one line what everybody is to know, until the person puts it away', async () => {
    const notice = {
      en: 'Bills of HDFC Bank take longer today.',
      hi: 'आज HDFC Bank के बिल में समय लग रहा है।',
      until: '2026-11-21T00:00:00Z',
    };
    const answers: Answers = { 'GET /public/notice': [200, { notice }] };
    await openDashboard(answers);
    const line = (await screen.findByText(notice.en)).closest('div');
    if (!line) throw new Error('the notice stands nowhere');
    await userEvent.click(within(line).getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(notice.en)).toBeNull();
    cleanup();
    const { sent } = await openDashboard(answers);
    await vi.waitFor(() => expect(sent.some(({ path }) => path === '/public/notice')).toBe(true));
    expect(await screen.findByText('No Pending Payments')).toBeDefined();
    expect(screen.queryByText(notice.en)).toBeNull();
    cleanup();
    await openDashboard({ 'GET /public/notice': [200, { notice: { ...notice, en: 'All is well again.' } }] });
    expect(await screen.findByText('All is well again.')).toBeDefined();
  });

  test('of several payments due on one day, the reminder does not hide the others', async () => {
    const other = { paymentId: ID.card };
    await openDashboard({
      'GET /schedule': page([
        sampleDue(1, '2027-12-20'),
        sampleDue(1, '2027-12-20', { ...other, duePaise: 140_000 }),
        sampleDue(1, '2027-12-20', { ...other, duePaise: 306_000 }),
        sampleDue(2, '2028-01-20', { ...other, duePaise: 140_000 }),
      ]),
      'GET /payments': page([samplePayment()]),
    });
    expect(await screen.findByText('Another ₹4,460 is due the same day.')).toBeDefined();
  });

  describe('overdue', () => {
    const hardshipPath = `GET /payments/${ID.payment}/hardship`;
    const overdue: Answers = {
      'GET /schedule': page([sampleDue(1, '2026-12-20', { status: 'overdue' })]),
      'GET /payments': page([samplePayment()]),
    };

    test('the reminder says that charges are added in steps', async () => {
      await openDashboard({ ...overdue, [hardshipPath]: [200, { hardship: null, canTell: true }] });
      expect(
        await screen.findByText(/^While it stays unpaid, late charges are added in steps/),
      ).toBeDefined();
    });
  });

  describe('with charges', () => {
    const charges = [
      {
        id: ID.card,
        kind: 'penal' as const,
        instalment: 1,
        leviedOn: '2026-10-24',
        amountPaise: 20_000,
        paidPaise: 0,
        waivedPaise: 0,
      },
    ];
    const outstandingPaise = 1_580_000;

    test('the reminder names the sum that pays them with what is overdue', async () => {
      const { schedule } = samplePayment();
      await openDashboard({
        'GET /schedule': page([sampleDue(1, '2026-12-20', { status: 'overdue' })]),
        'GET /payments': page([
          samplePayment({
            charges,
            outstandingPaise,
            schedule: schedule.map((row, index) => (index === 0 ? { ...row, status: 'overdue' } : row)),
          }),
        ]),
      });
      expect(await screen.findByText('Charges of ₹200 are unpaid too: ₹5,400 in all.')).toBeDefined();
      const pay = screen.getByRole('link', { name: 'Pay ₹5,400 with charges' });
      expect(pay.getAttribute('href')).toBe(`/dashboard/payments/${ID.payment}?repay=due`);
    });

    test('and nothing due, the reminder asks for them alone', async () => {
      await openDashboard({
        'GET /payments': page([samplePayment({ charges, outstandingPaise, nextDue: null })]),
      });
      expect(await screen.findByText('Charges of ₹200 are unpaid.')).toBeDefined();
      expect(screen.getByRole('link', { name: 'Pay ₹200 of charges' })).toBeDefined();
      expect(screen.queryByText('You have no pending payments at the moment.')).toBeNull();
      expect(screen.queryByText('All your bills are paid')).toBeNull();
      expect(screen.getByText('Charges to be paid')).toBeDefined();
    });

    test.each(['presented', 'review'] as const)(
      'while a bank has not answered (%s), the person is not told both not to pay and to pay',
      async (state) => {
        const on = '2026-11-18';
        const nextDebit = { instalment: 1, amountPaise: 520_000, on, state, answerBy: '2026-11-23' };
        await openDashboard({
          'GET /schedule': page([sampleDue(1, on, { status: 'overdue' })]),
          'GET /mandates': page([sampleMandate({ nextDebit })]),
        });
        expect(await screen.findByText('Your bank has not answered yet. Do not pay it again.')).toBeDefined();
        expect(screen.queryByText(/was due on/)).toBeNull();
      },
    );

    test('of a payment older than the newest page of the list, the reminder counts them', async () => {
      const old = samplePayment({ charges, outstandingPaise, nextDue: null });
      await openDashboard({
        'GET /payments': ({ path }) =>
          path.includes('cursor=') ? page([old]) : page([samplePayment({ id: ID.session })], 'older'),
      });
      expect(await screen.findByText('Charges of ₹200 are unpaid.')).toBeDefined();
    });

    test('of a frozen loan, the reminder leaves them out', async () => {
      const frozen = samplePayment({
        charges,
        outstandingPaise,
        nextDue: null,
        frozen: { since: '2026-11-20' },
      });
      await openDashboard({
        'GET /payments': page([frozen]),
        'GET /transactions': page([sampleTransaction()]),
      });
      expect(await screen.findByText('You have no pending payments at the moment.')).toBeDefined();
      expect(screen.queryByText(/Charges of/)).toBeNull();
      // Nor does the newest transaction say that it is repaid by a day.
      expect(screen.queryByText(/You repay by|instalments left/)).toBeNull();
      expect((await screen.findAllByText(/may be on its way back · nothing to pay now/)).length).toBe(2);
    });
  });

  test('a limit that was refused is not called done, and its reasons are one press away', async () => {
    const me = sampleMe();
    const credit = { ...me.credit!, state: 'declined' as const, limitPaise: 0, availablePaise: 0 };
    await openDashboard({ 'GET /me': [200, { ...me, credit }], 'GET /payments': page([]) });
    const way = await screen.findByRole('link', { name: 'See my limit' });
    expect(way.getAttribute('href')).toBe('/dashboard/credit');
    expect(screen.getByText(/^Your limit was not set/)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Choose a card' })).toBeNull();
  });

  test('SPEC-2.kyc-link, SPEC-4.credit-by-kyc: before KYC it asks for it and leads to the profile', async () => {
    const { sent } = await openDashboard({ 'GET /me': [200, beforeKyc()] });
    const card = await cardOf('KYC Required');
    expect(card.getByText('Complete your KYC to unlock credit limit')).toBeDefined();
    expect(card.getByRole('link', { name: 'Complete KYC' }).getAttribute('href')).toBe('/dashboard/profile');
    expect(sent.some((one) => one.path.endsWith('/bill'))).toBe(false);
  });

  test('a payment in motion stands on top, and its card is not offered again', async () => {
    await openDashboard({
      'GET /payments': page([samplePayment({ billStatus: 'unknown', paidAt: null })]),
      'GET /cards': page([sampleCard]),
      [`POST /cards/${ID.card}/bill`]: [200, sampleBill()],
    });
    expect(await screen.findByText('Confirming with your bank. Do not pay again.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Follow it' }).getAttribute('href')).toBe(
      `/dashboard/payment-success?id=${ID.payment}`,
    );
    expect(screen.queryByRole('link', { name: /Pay the bill of/ })).toBeNull();
  });

  test('a fetched bill opens the wizard at its third step', async () => {
    await openDashboard({
      'GET /cards': page([sampleCard]),
      [`POST /cards/${ID.card}/bill`]: [200, sampleBill()],
    });
    const pay = await screen.findByRole('link', { name: 'Pay the bill of HDFC Bank, ₹15,000' });
    expect(pay.getAttribute('href')).toBe(`/dashboard/pay-bill?card=${ID.card}&step=3`);
  });

  test('a bill that we have paid already is not offered, even while the bank still shows it', async () => {
    const { sent } = await openDashboard({
      'GET /payments': page([samplePayment()]),
      'GET /cards': page([sampleCard]),
      [`POST /cards/${ID.card}/bill`]: [200, sampleBill()],
    });
    await vi.waitFor(() => expect(sent.some((one) => one.path.endsWith('/bill'))).toBe(true));
    await screen.findByText('Available Credit');
    expect(screen.queryByRole('link', { name: /Pay the bill of/ })).toBeNull();
  });
});
