// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, problem } from '../../../test/network.ts';
import { pressTwice } from '../../../test/press-twice.ts';
import { providerWindow } from '../../../test/provider-window.ts';
import {
  ID,
  sampleForeclosure,
  sampleMandate,
  samplePayment,
  sampleRepayment,
} from '../../../test/samples.ts';
import { moneyChanged } from '../../lib/keys.ts';
import { toast } from '../../ui/toast.tsx';
import { checkout, openPlan, READ, received, START, starts } from './plan.testing.ts';

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const payNext = async () => {
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Pay ₹5,200' }));
};

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a payment plan', () => {
  test('shows what is left, the schedule with its states, and what closing costs today', async () => {
    await openPlan();
    expect(await screen.findByText('Bill paid · 3 of 3 instalments left')).toBeDefined();
    expect(screen.getAllByText('Upcoming').length).toBeGreaterThanOrEqual(3);
    expect(await screen.findByText('₹15,314 closes this today, 20 Nov 2026.')).toBeDefined();
    expect(screen.getByText(/You save ₹286/)).toBeDefined();
  });

  test('the dates of a page have one form: where a row is of another year, each has its year', async () => {
    const cancel = { until: '2026-11-23', amountPaise: 1_501_400, chargePaise: 1_400, refundPaise: 0 };
    await openPlan({
      [`GET /payments/${ID.payment}`]: [200, samplePayment({ cancel })],
      'GET /mandates': page([sampleMandate()]),
    });
    await screen.findByText(/closes this today/);
    await screen.findByText(/will be collected on/);
    expect(document.body.textContent).not.toMatch(/(Sun|Mon|Tue|Wed|Thu|Fri|Sat), \d/);
  });

  test('LEND-8: a plan that was just repaid is not asked what closing it would cost', async () => {
    const { answers, sent, client } = await openPlan();
    await screen.findByText(/₹15,314 closes this today/);
    const closings = () => sent.filter(({ path }) => path.endsWith('/foreclosure')).length;
    const before = closings();
    answers[`GET /payments/${ID.payment}`] = [
      200,
      samplePayment({ status: 'completed', outstandingPaise: 0, nextDue: null }),
    ];
    await act(() => moneyChanged(client));
    expect(await screen.findByText('Nothing left to repay')).toBeDefined();
    expect(closings()).toBe(before);
  });

  test('LEND-L7: late charges stand with reason and day; unpaid ones say by which day to pay', async () => {
    const charge = {
      id: ID.card,
      kind: 'penal' as const,
      instalment: 1,
      leviedOn: '2026-12-24',
      waivedPaise: 0,
    };
    await openPlan({
      [`GET /payments/${ID.payment}`]: [
        200,
        samplePayment({
          charges: [
            { ...charge, payBy: '2027-01-20', amountPaise: 20_000, paidPaise: 0 },
            {
              ...charge,
              id: ID.quote,
              leviedOn: '2027-01-23',
              payBy: '2027-02-20',
              amountPaise: 35_000,
              paidPaise: 35_000,
            },
          ],
        }),
      ],
    });
    const card = (await screen.findByRole('heading', { name: 'Late charges' })).closest('section')!;
    const rows = within(card).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Late, instalment 1.*24\u00a0Dec 2026, pay by 20\u00a0Jan 2027Unpaid.*200/),
      expect.stringMatching(/Late, instalment 1.*23\u00a0Jan 2027Paid.*350/),
    ]);
  });

  test('a returned debit is never called a late charge', async () => {
    const bounce = { id: ID.card, kind: 'bounce' as const, instalment: 1, leviedOn: '2026-12-24' };
    const charges = [{ ...bounce, amountPaise: 50_000, paidPaise: 0, waivedPaise: 0 }];
    await openPlan({ [`GET /payments/${ID.payment}`]: [200, samplePayment({ charges })] });
    const card = (await screen.findByRole('heading', { name: 'Charges' })).closest('section')!;
    expect(within(card).getByRole('listitem').textContent).toMatch(/Returned debit, instalment 1/);
    expect(within(card).getByRole('button', { name: 'Pay charges' })).toBeDefined();
    expect(within(card).queryByText(/late charge/i)).toBeNull();
  });

  test('a repaid plan says so and asks for nothing', async () => {
    await openPlan({
      [`GET /payments/${ID.payment}`]: [
        200,
        samplePayment({ status: 'completed', outstandingPaise: 0, nextDue: null }),
      ],
    });
    expect(await screen.findByText('Nothing left to repay')).toBeDefined();
    expect(screen.queryByText('Close early')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  test('a plan closed early shows what was really repaid and what that saved', async () => {
    const { schedule } = samplePayment();
    const paid = [520_000, 507_000, 505_000];
    await openPlan({
      [`GET /payments/${ID.payment}`]: [
        200,
        samplePayment({
          status: 'completed',
          outstandingPaise: 0,
          nextDue: null,
          schedule: schedule.map((row, index) => ({ ...row, status: 'paid', paidPaise: paid[index] ?? 0 })),
        }),
      ],
    });
    expect(await screen.findByText('Repaid')).toBeDefined();
    expect(screen.getAllByText('₹15,320.00').length).toBeGreaterThan(1);
    expect(screen.getAllByText('₹5,070.00').length).toBeGreaterThan(0);
    expect(screen.getByText('You saved ₹280 of interest by repaying early.')).toBeDefined();
  });

  test('an unknown plan has the error face', async () => {
    await openPlan({ [`GET /payments/${ID.payment}`]: problem(404, 'not_found', 'We could not find this.') });
    expect(await screen.findByText('We could not find this.')).toBeDefined();
  });
});

describe('repaying', () => {
  test('a double click is one order', async () => {
    providerWindow('closes');
    const { sent } = await openPlan({}, '?repay=next');
    const dialog = within(await screen.findByRole('dialog'));
    pressTwice(dialog.getByRole('button', { name: 'Pay ₹5,200' }));
    expect(await screen.findByText('Waiting for your payment')).toBeDefined();
    expect(starts(sent)).toHaveLength(1);
  });

  test('the dialog opens without the trouble of an earlier attempt', async () => {
    await openPlan(
      {
        [START]: problem(422, 'repayment_exceeds_outstanding', 'This is more than you owe on this payment.'),
      },
      '?repay=next',
    );
    await payNext();
    expect(await screen.findByText('The repayment was not started')).toBeDefined();
    await press('Not now');
    await userEvent.click(await screen.findByRole('button', { name: 'Other amount' }));
    expect(await screen.findByRole('dialog')).toBeDefined();
    expect(screen.queryByText('The repayment was not started')).toBeNull();
  });

  test('opens the order in the window, confirms it and shows what the server has read', async () => {
    const opened = providerWindow('pays');
    const { sent, answers, router } = await openPlan({}, '?repay=next');
    answers[READ] = [200, received];
    await payNext();
    expect(await screen.findByText('₹5,200 received')).toBeDefined();
    expect(opened[0]?.order_id).toBe('order_1');
    expect(starts(sent)[0]?.body).toEqual({ amountPaise: 520_000 });
    expect(starts(sent)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent.find((one) => one.path.endsWith('/confirm'))?.body).toEqual({
      paymentId: 'pay_1',
      signature: 'sig',
    });
    expect(router.state.location.search).toBe(`?repayment=${ID.repayment}`);
    expect(screen.getByText('₹5,100.00')).toBeDefined();
  });

  test('a closed window takes nothing, and the same order can be opened again', async () => {
    const opened = providerWindow('closes');
    const { sent } = await openPlan({}, '?repay=next');
    await payNext();
    expect(await screen.findByText('Waiting for your payment')).toBeDefined();
    await press('Open the payment window again');
    await vi.waitFor(() => expect(opened.length).toBe(2));
    expect(opened[1]?.order_id).toBe('order_1');
    expect(starts(sent).length).toBe(1);
  });

  test('given an order whose window is open, when it is asked for again, then no second window opens', async () => {
    const opened = providerWindow('stays open');
    await openPlan({}, '?repay=next');
    await payNext();
    const reopen = await screen.findByRole('button', { name: 'Open the payment window again' });
    await vi.waitFor(() => expect(opened.length).toBe(1));
    await userEvent.click(reopen);
    expect(opened.length).toBe(1);
    opened[0]!.modal.ondismiss();
    await vi.waitFor(() => expect(reopen.getAttribute('aria-disabled')).toBeNull());
    pressTwice(reopen);
    await vi.waitFor(() => expect(opened.length).toBeGreaterThan(1));
    expect(opened.length).toBe(2);
  });

  test('a refusal inside the window is said in calm words', async () => {
    providerWindow('is refused');
    await openPlan({}, '?repay=next');
    await payNext();
    expect(await screen.findByText(/The bank refused one attempt and took nothing for it/)).toBeDefined();
  });

  test('given a payment made, a confirmation without a verdict gives no reason to pay again', async () => {
    providerWindow('pays');
    const unjudged = problem(503, 'provider_unavailable', 'Try again in a few minutes.');
    await openPlan({ [`POST /repayments/${ID.repayment}/confirm`]: unjudged }, '?repay=next');
    await payNext();
    expect(await screen.findByText('Waiting for your payment')).toBeDefined();
    expect(await screen.findByText(/If you did pay, it shows here/)).toBeDefined();
    await vi.waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Open the payment window again' })).toBeNull(),
    );
    expect(screen.queryByText('Try again in a few minutes.')).toBeNull();
  });

  test('an unclear repayment is not to be paid again and offers no window', async () => {
    providerWindow('pays');
    await openPlan({ [READ]: [200, sampleRepayment({ status: 'unknown' })] }, `?repayment=${ID.repayment}`);
    expect(await screen.findByText('Confirming with your bank. Do not pay again.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Open the payment window again' })).toBeNull();
  });

  test('everything is what closing costs today', async () => {
    providerWindow('closes');
    const { sent } = await openPlan();
    await userEvent.click(await screen.findByRole('button', { name: 'Close for ₹15,314' }));
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pay ₹15,314' }),
    );
    await vi.waitFor(() => expect(starts(sent)[0]?.body).toEqual({ amountPaise: 1_531_400 }));
  });

  test('the last instalment is everything, and is offered once', async () => {
    providerWindow('closes');
    const last = { number: 3, amountPaise: 520_000, dueDate: '2027-02-20' };
    const { sent } = await openPlan({
      [`GET /payments/${ID.payment}`]: [200, samplePayment({ outstandingPaise: 520_000, nextDue: last })],
      [`GET /payments/${ID.payment}/foreclosure`]: [200, { ...sampleForeclosure, totalPaise: 520_000 }],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Close for ₹5,200' }));
    const dialog = within(await screen.findByRole('dialog'));
    await vi.waitFor(() => expect(dialog.getAllByRole('radio')).toHaveLength(2));
    expect(dialog.queryByText('Everything')).toBeNull();
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /Next instalment/ }).checked).toBe(true);
    await userEvent.click(dialog.getByRole('button', { name: 'Pay ₹5,200' }));
    await vi.waitFor(() => expect(starts(sent)[0]?.body).toEqual({ amountPaise: 520_000 }));
  });

  test('the last instalment, not due yet, is asked for as what closes the plan, and no dearer sum is offered', async () => {
    providerWindow('closes');
    const [first, second, last] = samplePayment().schedule;
    const paid = { status: 'paid' as const };
    const { sent } = await openPlan({
      [`GET /payments/${ID.payment}`]: [
        200,
        samplePayment({
          schedule: [{ ...first!, ...paid }, { ...second!, ...paid }, last!],
          outstandingPaise: 520_000,
          nextDue: { number: 3, amountPaise: 520_000, dueDate: last!.dueDate },
        }),
      ],
      [`GET /payments/${ID.payment}/foreclosure`]: [
        200,
        { ...sampleForeclosure, totalPaise: 515_645, savingPaise: 4_355 },
      ],
    });
    await screen.findByText(/^Paid today it is ₹43.55 less than the instalment of ₹5,200/);
    await press('Pay ₹5,156.45 now');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getAllByRole('radio')).toHaveLength(2);
    expect(dialog.queryByText('₹5,200')).toBeNull();
    expect(dialog.getByText(/Paid today it is ₹43.55 less than the instalment of ₹5,200/)).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Pay ₹5,156.45' }));
    await vi.waitFor(() =>
      expect(starts(sent).map(({ body }) => body)).toMatchObject([{ amountPaise: 515_645 }]),
    );
  });

  test('everything says how much less it is than all that is still to repay', async () => {
    await openPlan();
    await press('Other amount');
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/^Closes the plan today and saves ₹286 of interest/)).toBeDefined();
  });

  test('given another amount being typed, when the closing sum above it changes, then its field is shown again', async () => {
    const { answers, client } = await openPlan();
    await press('Other amount');
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/saves ₹286 of interest/);
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
    answers[`GET /payments/${ID.payment}/foreclosure`] = [
      200,
      { ...sampleForeclosure, asOf: '2026-11-21', savingPaise: 28_500 },
    ];
    await act(() => client.refetchQueries());
    await dialog.findByText(/saves ₹285 of interest/);
    expect(shown).toHaveBeenCalled();
  });

  test('too large an amount names what closes the plan as it is offered', async () => {
    const last = { number: 3, amountPaise: 520_000, dueDate: '2027-02-20' };
    await openPlan({
      [`GET /payments/${ID.payment}`]: [200, samplePayment({ outstandingPaise: 520_000, nextDue: last })],
      [`GET /payments/${ID.payment}/foreclosure`]: [200, { ...sampleForeclosure, totalPaise: 520_000 }],
    });
    await press('Other amount');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Amount'), '6000');
    await userEvent.click(dialog.getByRole('button', { name: 'Pay ₹6,000' }));
    const said = 'At most ₹5,200 closes the plan. Enter less, or choose “Next instalment”.';
    expect((await dialog.findAllByText(said)).length).toBe(2);
  });

  test('another amount has to be above zero and at most what closes the plan', async () => {
    const { sent } = await openPlan();
    await userEvent.click(await screen.findByRole('button', { name: 'Other amount' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Repay' }));
    expect((await dialog.findAllByText('Enter an amount above zero')).length).toBe(2);
    await userEvent.type(dialog.getByLabelText('Amount'), '20000');
    await userEvent.click(dialog.getByRole('button', { name: 'Pay ₹20,000' }));
    expect((await dialog.findAllByText(/At most ₹15,314 closes the plan/)).length).toBe(2);
    expect(starts(sent)).toEqual([]);
  });

  test('a refusal by the server is shown where the amount was chosen', async () => {
    await openPlan(
      {
        [START]: problem(422, 'repayment_exceeds_outstanding', 'This is more than you owe on this payment.'),
      },
      '?repay=next',
    );
    await payNext();
    expect(await screen.findByText('This is more than you owe on this payment.')).toBeDefined();
    expect(screen.getByRole('dialog')).toBeDefined();
  });

  test('a window that does not load took nothing and can be opened again', async () => {
    providerWindow('never loads');
    await openPlan(
      {
        [START]: [
          202,
          {
            id: ID.repayment,
            status: 'initiated',
            amountPaise: 520_000,
            checkout: { ...checkout, scriptUrl: 'http://localhost/other.js' },
          },
        ],
      },
      '?repay=next',
    );
    await payNext();
    expect(await screen.findByText(/The payment window did not load. Nothing was taken/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Open the payment window again' })).toBeDefined();
  });
});
