// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { problem, stubNetwork, type Answers } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { ID, samplePayment } from '../../../../test/samples.ts';
import { toast } from '../../../ui/toast.tsx';
import { pollAfterMs } from './payment-success.tsx';

const GET = `GET /payments/${ID.payment}`;
const moving = (billStatus: 'accepted' | 'submitted' | 'unknown') =>
  samplePayment({ billStatus, paidAt: null, railReference: null, nextDue: null, outstandingPaise: 0 });

/** Half a minute before a day of India ends. */
const LATE = new Date('2026-11-20T18:29:30Z');

const open = async (answers: Answers, address = `/dashboard/payment-success?id=${ID.payment}`) => {
  const network = stubNetwork(answers);
  await openScreen(
    { path: '/dashboard/payment-success', lazy: () => import('./payment-success.tsx') },
    address,
  );
  return network;
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the result of a payment', () => {
  test('whose loan is frozen offers no cancelling, which its plan could not do', async () => {
    const cancel = { until: '2026-11-23', amountPaise: 1_501_959, chargePaise: 1_959, refundPaise: 0 };
    const frozen = samplePayment({ cancel, frozen: { since: '2026-11-21' }, nextDue: null });
    await open({ [`GET /payments/${ID.payment}`]: [200, frozen] });
    expect(await screen.findByText('APR, a year')).toBeDefined();
    expect(screen.queryByRole('link', { name: /^Cancel/ })).toBeNull();
  });

  test('LEND-8: given midnight on the open page, then it shows what cancelling costs on the new day', async () => {
    const cancel = { until: '2026-11-23', amountPaise: 1_501_959, chargePaise: 1_959, refundPaise: 0 };
    const { answers } = await open({
      [GET]: () => {
        vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: LATE });
        return [200, samplePayment({ cancel })];
      },
    });
    const way = (name: string) => vi.waitFor(() => screen.getByRole('link', { name }));
    await way('Cancel and pay back ₹15,019.59');
    answers[GET] = [200, samplePayment({ cancel: { ...cancel, amountPaise: 1_502_449 } })];
    await act(() => vi.advanceTimersByTimeAsync(30_001));
    expect(await way('Cancel and pay back ₹15,024.49')).toBeDefined();
    vi.useRealTimers();
  });

  test('LEND-X10: given a frozen loan, then the receipt neither calls the bill paid nor can be shared', async () => {
    const frozen = samplePayment({ frozen: { since: '2026-11-21' }, nextDue: null });
    await open({
      [GET]: [
        [200, moving('submitted')],
        [200, frozen],
      ],
    });
    const name = 'Bill payment may be on its way back · nothing to pay now';
    expect(await screen.findByRole('heading', { level: 1, name })).toBeDefined();
    expect(screen.queryByText('HDFC Bank has your payment')).toBeNull();
    expect(screen.queryByText(/after you agreed/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Share receipt' })).toBeNull();
    expect(document.querySelector('.comes-out')).toBeNull();
    const back = screen.getByText('May be on its way back').closest('li')!;
    expect(back.textContent).toContain('Sat, 21\u00a0Nov');
    expect(back.textContent).toContain('Now');
  });

  test('given a part repaid early, then interest and total are those of its plan', async () => {
    const part = {
      repaymentId: ID.repayment,
      on: '2026-12-01',
      amountPaise: 500_000,
      fromInstalment: 2,
      instalmentBeforePaise: 520_000,
      instalmentAfterPaise: 260_000,
    };
    const rows = samplePayment().schedule.map((row, index) =>
      index === 0 ? row : { ...row, principalPaise: 250_000, interestPaise: 0, amountPaise: 260_000 },
    );
    await open({ [GET]: [200, samplePayment({ partPrepayments: [part], schedule: rows })] });
    expect(await screen.findByText('₹15,400.00')).toBeDefined();
    expect(screen.getByText('Interest', { selector: 'dt' }).parentElement!.textContent).toContain('₹100.00');
    expect(screen.queryByText('₹15,600.00')).toBeNull();
  });

  test('that was settled for a lower sum calls neither its schedule paid nor the agreed total to be repaid', async () => {
    const settled = samplePayment({
      status: 'completed',
      outstandingPaise: 0,
      nextDue: null,
      ending: { kind: 'settled', on: '2026-12-20' },
      schedule: samplePayment().schedule.map((row) => ({ ...row, status: 'paid' as const })),
    });
    await open({ [`GET /payments/${ID.payment}`]: [200, settled] });
    expect(await screen.findByText('APR, a year')).toBeDefined();
    expect(screen.queryByText('Paid')).toBeNull();
    expect(screen.queryByText(/Total/)).toBeNull();
  });

  test('follows the payment until the bank has it', async () => {
    await open({
      [GET]: [
        [200, moving('accepted')],
        [200, moving('submitted')],
        [200, samplePayment()],
      ],
    });
    expect(await screen.findByText('Payment initiated')).toBeDefined();
    expect(screen.getByText(/You can close this; we will message you/)).toBeDefined();
    expect(await screen.findByText('Paying HDFC Bank')).toBeDefined();
    expect(await screen.findByText('HDFC Bank has your payment')).toBeDefined();
  });

  test('given money seen moving, when the bank has it, then its reference is stamped and the seconds counted', async () => {
    await open({
      [GET]: [
        [200, moving('submitted')],
        [200, samplePayment({ paidAt: '2026-11-20T10:04:02.400Z' })],
      ],
    });
    // In the heading and in what happened so far.
    await screen.findByRole('heading', { level: 1, name: 'Paying HDFC Bank' });
    expect(screen.queryByText(/seconds? after you agreed/)).toBeNull();
    expect(await screen.findByText('Paid 2 seconds after you agreed')).toBeDefined();
    expect(screen.getByText('M001SBX27').className).toContain('is-stamped');
    expect(screen.getByText('Total to repay').closest('.comes-out')).not.toBeNull();
  });

  test.each([
    ['2026-11-30', 1_500_000, '₹800.00', /^₹200 less than being late\./],
    ['2026-11-30', 1_000_000, '₹600.00', /^As much as the late fee alone\./],
    ['2026-11-19', 1_500_000, '₹0.00', /^₹600 more than the late fee alone\./],
  ])(
    'given a bill due %s of %i paise, when paid, then %s avoided stands against its cost',
    async (due, billDuePaise, avoided, says) => {
      await open({ [GET]: [200, samplePayment({ billDueDate: due, billDuePaise })] });
      const label = await screen.findByText('Late fee avoided at HDFC Bank');
      expect(label.parentElement!.textContent).toContain(avoided);
      expect(screen.getByText('What this costs you').parentElement!.textContent).toContain('₹600.00');
      expect(screen.getByText(says)).toBeDefined();
    },
  );

  test.each([
    ['2026-11-20T10:06:00Z', 'Paid 120 seconds after you agreed'],
    ['2026-11-20T10:06:01Z', undefined],
    ['2026-11-20T10:03:59Z', undefined],
  ])('given a receipt opened later, when paid at %s, then it rests and says %s', async (paidAt, praise) => {
    await open({ [GET]: [200, samplePayment({ paidAt })] });
    expect((await screen.findByText('M001SBX27')).className).not.toContain('is-stamped');
    expect(document.querySelector('.comes-out')).toBeNull();
    expect(screen.queryByText(/after you agreed/)?.textContent).toBe(praise);
  });

  test('the message of the acceptance goes once the bank has the payment', async () => {
    await open({
      [GET]: [
        [200, moving('accepted')],
        [200, samplePayment()],
      ],
    });
    await screen.findByText('Payment initiated');
    toast.info('Payment Successful');
    expect(await screen.findByText('Payment Successful')).toBeDefined();
    expect(await screen.findByText('HDFC Bank has your payment')).toBeDefined();
    await vi.waitFor(() => expect(screen.queryByText('Payment Successful')).toBeNull());
  });

  test('an unclear answer says exactly what not to do, and offers no second payment', async () => {
    await open({ [GET]: [200, moving('unknown')] });
    const name = 'Confirming with your bank. Do not pay again.';
    expect(await screen.findByRole('heading', { level: 1, name })).toBeDefined();
    expect(screen.queryByRole('link', { name: /pay/i })).toBeNull();
    expect(screen.getByText('Your card bill is due Mon, 30 Nov.', { exact: false })).toBeDefined();
  });

  test('a paid bill shows what is repaid and when, and both references', async () => {
    await open({ [GET]: [200, samplePayment()] });
    expect(await screen.findByText('HDFC Bank has your payment')).toBeDefined();
    expect(screen.getByText('₹15,600.00')).toBeDefined();
    expect(screen.getByText('MOH01A1F928AB')).toBeDefined();
    expect(screen.getByText('M001SBX27')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Copy the reference' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Copy the bank reference' })).toBeDefined();
    expect(screen.getAllByText('₹5,200.00').length).toBe(3);
  });

  test('LEND-X5: a failed payment that was paid after all says so, and offers no second payment', async () => {
    const late = samplePayment({
      billStatus: 'failed',
      status: 'failed',
      paidAt: null,
      nextDue: null,
      outstandingPaise: 0,
      lateSuccess: { on: '2026-11-21' },
    });
    await open({ [GET]: [200, late] });
    const name = 'May have been paid after all. You owe us nothing.';
    expect(await screen.findByRole('heading', { level: 1, name })).toBeDefined();
    screen.getByText('The network says: paid after all');
    screen.getByRole('heading', { name: 'Before you pay this bill again' });
    screen.getByText(/Look at your card first/);
    expect(screen.queryByRole('link', { name: /try again/i })).toBeNull();
  });

  test('a failed payment owes nothing and says what to do now', async () => {
    const failed = samplePayment({
      billStatus: 'failed',
      status: 'failed',
      paidAt: null,
      failureReason: 'biller_closed',
    });
    await open({ [GET]: [200, failed] });
    expect((await screen.findAllByText('Not paid. You owe nothing.')).length).toBe(2);
    expect(screen.getByText('The bank does not take payments for this card right now.')).toBeDefined();
    expect(screen.queryByText('Total to repay')).toBeNull();
  });

  test('without an id it asks which payment is meant', async () => {
    await open({}, '/dashboard/payment-success');
    expect(await screen.findByText('Which payment do you mean?')).toBeDefined();
  });

  test('an address that was cut short names no payment, and the person is asked to mend no field', async () => {
    const cutShort = [{ path: 'id', message: 'Invalid UUID' }];
    await open({ [GET]: problem(422, 'validation_failed', 'Some fields need your attention.', cutShort) });
    expect(await screen.findByText('We could not find this.')).toBeDefined();
  });

  test('another account’s payment is not found, and the page says that looking moves no money', async () => {
    await open({ [GET]: problem(404, 'not_found', 'We could not find this.') });
    expect(await screen.findByText('We could not find this.')).toBeDefined();
    expect(screen.getByText(/Opening a page never moves money/)).toBeDefined();
    // Asked once more it would not be there either.
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toBeDefined();
  });

  test('asks after half a second, one, two, five, then every fifteen, and stops when it is settled', () => {
    const asked = [1, 2, 3, 4, 5, 6].map((count) => pollAfterMs(moving('submitted'), count));
    expect(asked).toEqual([500, 1000, 2000, 5000, 15_000, 15_000]);
    expect(pollAfterMs(samplePayment(), 3)).toBe(false);
  });
});
