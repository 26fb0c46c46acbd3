// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, problem, type Answers } from '../../../../test/network.ts';
import { pressTwice } from '../../../../test/press-twice.ts';
import { beforeKyc, ID, sampleBill, sampleMe, samplePayment, sampleQuote } from '../../../../test/samples.ts';
import { toast } from '../../../ui/toast.tsx';
import { acceptsIn, BILL, openPayBill, press } from './pay-bill.testing.ts';

const THREE_TAPS = `?card=${ID.card}&step=3`;
const PAY = 'Pay HDFC Bank ₹15,000';

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('pay bill: who may', () => {
  test('before KYC it says what is missing instead of a form', async () => {
    const { sent } = await openPayBill({ 'GET /me': [200, beforeKyc()] }, `?card=${ID.card}&step=3`);
    expect(await screen.findByText('Complete your KYC to unlock credit limit')).toBeDefined();
    expect(screen.queryByLabelText('Card number')).toBeNull();
    expect(sent.some((one) => one.path.endsWith('/bill'))).toBe(false);
  });

  test('a complete KYC without a limit names the limit as what is missing', async () => {
    await openPayBill({ 'GET /me': [200, sampleMe({ credit: null })] });
    expect(await screen.findByText('Your credit limit is not set yet')).toBeDefined();
    expect(screen.queryByText('KYC Required')).toBeNull();
    expect(screen.getByRole('link', { name: 'See my limit' }).getAttribute('href')).toBe(
      '/dashboard/kyc-verification?step=3',
    );
  });

  test('a limit on hold leads to the reasons for it', async () => {
    const me = sampleMe();
    await openPayBill({ 'GET /me': [200, { ...me, credit: { ...me.credit, state: 'blocked_due' } }] });
    expect((await screen.findByRole('link', { name: 'See why' })).getAttribute('href')).toBe(
      '/dashboard/credit',
    );
  });

  test.each([
    ['dispute', ['Contact support', 'See my credit limit']],
    ['overdue', ['Repay now', 'Contact support', 'See my credit limit']],
    ['report_stale', ['Refresh my report', 'Contact support', 'See my credit limit']],
  ])('a limit on hold for %s says what ends it, and whom to ask', async (code, ways) => {
    const me = sampleMe();
    await openPayBill({
      'GET /me': [200, { ...me, credit: { ...me.credit, state: 'suspended' } }],
      'GET /credit': [200, { state: 'suspended', stateReason: { code, text: '' } }],
    });
    expect(await screen.findByText('New payments are on hold')).toBeDefined();
    expect(await screen.findByText(/Repaying works as before. If a card bill is due/)).toBeDefined();
    expect(screen.getAllByRole('link').map((one) => one.textContent)).toEqual(ways);
  });

  test('a KYC that is no longer complete leads back to it instead of to typing the bill', async () => {
    await openPayBill({ [BILL]: problem(409, 'kyc_incomplete', 'Complete your KYC first.') });
    expect((await screen.findByText(/Complete your KYC first/)).textContent).not.toMatch(/type/i);
    expect(screen.getByRole('link', { name: 'Complete KYC' }).getAttribute('href')).toBe(
      '/dashboard/kyc-verification',
    );
  });

  test('a failed reading can be repeated', async () => {
    await openPayBill({ 'GET /me': problem(400, 'bad_json', 'Broken.') });
    expect((await screen.findAllByText(/^Opening a page never moves money/)).length).toBeGreaterThan(0);
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined();
  });
});

describe('pay bill, step 2: amount', () => {
  const toAmount = async (answers: Answers = {}) => {
    const opened = await openPayBill(answers);
    await screen.findByLabelText(/HDFC Bank •• 4021/);
    await press('Continue');
    await screen.findByRole('heading', { name: 'Bill Amount' });
    return opened;
  };

  test('the bill fills amount and dates; fee and total stand beside it', async () => {
    await toAmount();
    expect((await screen.findByLabelText<HTMLInputElement>(/Full amount due/)).checked).toBe(true);
    expect(await screen.findByText('₹300.00')).toBeDefined();
    expect(screen.getByText('₹15,300.00')).toBeDefined();
    expect(screen.getAllByText('₹30,000.00').length).toBeGreaterThan(0);
  });

  test('SPEC-5, SPEC-5.amount-limit: an amount above the limit is said at once and stops the step', async () => {
    await toAmount();
    await userEvent.click(await screen.findByLabelText(/Another amount/));
    await userEvent.type(screen.getByLabelText('Bill amount'), '45000.01');
    expect(screen.getByText('The bill amount exceeds your available credit limit')).toBeDefined();
    await press('Continue');
    expect(
      (await screen.findAllByText('Please enter a valid amount within your credit limit')).length,
    ).toBeGreaterThan(0);
    expect(screen.getByRole('heading', { name: 'Bill Amount' })).toBeDefined();
  });

  test('less than the minimum due is said to cost at the bank, and may be paid', async () => {
    await toAmount();
    await userEvent.click(await screen.findByLabelText(/Another amount/));
    await userEvent.type(screen.getByLabelText('Bill amount'), '749.99');
    expect(screen.getByText(/less than the minimum due of ₹750/)).toBeDefined();
    await userEvent.clear(screen.getByLabelText('Bill amount'));
    await userEvent.type(screen.getByLabelText('Bill amount'), '750');
    expect(screen.queryByText(/less than the minimum due/)).toBeNull();
  });

  test('more than the full amount due is said to stay on the card, and may be paid', async () => {
    await toAmount();
    await userEvent.click(await screen.findByLabelText(/Another amount/));
    await userEvent.type(screen.getByLabelText('Bill amount'), '15000.01');
    expect(screen.getByText(/₹0.01 more than the full amount due of ₹15,000/)).toBeDefined();
    await userEvent.clear(screen.getByLabelText('Bill amount'));
    await userEvent.type(screen.getByLabelText('Bill amount'), '15000');
    expect(screen.queryByText(/more than the full amount due/)).toBeNull();
  });

  test('a bank that takes no more than what is due refuses the rest instead of explaining it', async () => {
    await toAmount({ [BILL]: [200, sampleBill({ exactness: 'exact_and_below' })] });
    await userEvent.click(await screen.findByLabelText(/Another amount/));
    await userEvent.type(screen.getByLabelText('Bill amount'), '16000');
    expect(screen.getByText('This bank takes at most ₹15,000 for this bill.')).toBeDefined();
    expect(screen.queryByText(/more than the full amount due/)).toBeNull();
  });

  test('when the bank has no bill, amount and dates are typed', async () => {
    await toAmount({ [BILL]: problem(404, 'bill_not_found', 'The bank found no bill for this card.') });
    expect(await screen.findByText(/The bank found no bill for this card/)).toBeDefined();
    await press('Continue');
    expect(
      (await screen.findAllByText('Please enter a valid amount within your credit limit')).length,
    ).toBeGreaterThan(0);
    await userEvent.type(screen.getByLabelText('Bill amount'), '15000');
    await userEvent.type(screen.getByLabelText('Due date'), '2026-11-30');
    await press('Continue');
    expect(await screen.findByRole('heading', { name: 'Confirm & Pay' })).toBeDefined();
  });

  test('without a bill the amount of last time is offered, and never filled in by itself', async () => {
    await toAmount({
      [BILL]: problem(404, 'bill_not_found', 'The bank found no bill for this card.'),
      'GET /payments': page([samplePayment({ billStatus: 'paid', amountPaise: 984_000 })]),
    });
    const last = await screen.findByRole('button', { name: '₹9,840, as last time' });
    expect(screen.getByLabelText<HTMLInputElement>('Bill amount').value).toBe('');
    await userEvent.click(last);
    expect(screen.getByLabelText<HTMLInputElement>('Bill amount').value).toBe('9,840');
    expect(screen.queryByRole('button', { name: /as last time/ })).toBeNull();
  });

  test('a bank that takes only the exact sum offers nothing else', async () => {
    await toAmount({ [BILL]: [200, sampleBill({ exactness: 'exact' })] });
    await screen.findByLabelText(/Full amount due/);
    expect(screen.queryByLabelText(/Minimum due/)).toBeNull();
    expect(screen.queryByLabelText(/Another amount/)).toBeNull();
  });
});

describe('pay bill, step 3: confirm', () => {
  test('SPEC-2.result-state, SPEC-4.paid, SPEC-9.delays: from a fetched bill it takes an agreement and one press', async () => {
    const { sent, router } = await openPayBill({}, THREE_TAPS);
    const consent = await screen.findByRole<HTMLInputElement>('checkbox');
    expect(consent.checked).toBe(false);
    await userEvent.click(consent);
    await press(PAY);
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/payment-success'));
    expect(router.state.location.search).toBe(`?id=${ID.payment}`);
    expect(router.state.location.state).toEqual({
      amount: 1_500_000,
      serviceFee: 30_000,
      totalAmount: 1_560_000,
    });
    expect(await screen.findByText('Payment Successful')).toBeDefined();
    expect(screen.getByText('The credit card bill payment of ₹15,000 has been initiated.')).toBeDefined();
    expect(acceptsIn(sent).map((one) => one.body)).toEqual([
      { quoteId: sampleQuote().quoteId, billDate: '2026-11-10', dueDate: '2026-11-30', acceptKeyFacts: true },
    ]);
  });

  test('the cheapest plan is first and chosen; each shows its total and APR', async () => {
    await openPayBill({}, THREE_TAPS);
    const plans = await screen.findAllByRole<HTMLInputElement>('radio');
    expect(plans.map((plan) => [plan.value, plan.checked])).toEqual([
      ['single', true],
      ['emi-3', false],
    ]);
    expect(screen.getAllByText(/APR 24.33%/).length).toBe(2);
    expect(screen.getByText(/APR 23.84%/)).toBeDefined();
    expect(screen.getByText('3 × ₹5,200.00')).toBeDefined();
  });

  test('without the agreement nothing is sent', async () => {
    const { sent } = await openPayBill({}, THREE_TAPS);
    await screen.findByRole('checkbox');
    await press(PAY);
    expect(await screen.findByText('Read and accept the key facts to continue')).toBeDefined();
    expect(acceptsIn(sent)).toEqual([]);
  });

  test('another plan is another agreement', async () => {
    const { sent } = await openPayBill({}, THREE_TAPS);
    const consent = await screen.findByRole('checkbox');
    await userEvent.click(consent);
    fireEvent.click(screen.getByLabelText(/3 EMIs/));
    // Until the price of that plan is here, there is nothing to agree to.
    expect(consent.getAttribute('aria-disabled')).toBe('true');
    await vi.waitFor(() => expect(consent.getAttribute('aria-disabled')).toBeNull());
    // In the plan, in the costs, and in the key facts once they are opened.
    await vi.waitFor(() => expect(screen.getAllByText('₹15,600.00').length).toBe(2));
    await userEvent.click(screen.getByText('Key facts statement'));
    await vi.waitFor(() => expect(screen.getAllByText('₹15,600.00').length).toBe(3));
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    await userEvent.click(screen.getByRole('checkbox'));
    await press(PAY);
    await vi.waitFor(() => expect(acceptsIn(sent)[0]?.body['quoteId']).toBe(sampleQuote('emi').quoteId));
  });

  test('a plan once chosen stays chosen after a step back and over a reload, where it is offered', async () => {
    const chosen = async () => {
      await screen.findAllByRole('radio', { name: /EMIs|payment/ });
      await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/3 EMIs/).checked).toBe(true));
    };
    await openPayBill({}, THREE_TAPS);
    await userEvent.click(await screen.findByLabelText(/3 EMIs/));
    await press(/Back$/);
    await press('Continue');
    await chosen();
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    cleanup();
    await openPayBill({}, '?step=3');
    await chosen();
    cleanup();
    const single = sampleQuote();
    const options = single.options.filter((option) => option.plan.kind === 'single');
    await openPayBill({ 'POST /payments/quote': [200, { ...single, options }] }, '?step=3');
    expect((await screen.findByRole<HTMLInputElement>('radio')).value).toBe('single');
    expect(screen.getByRole<HTMLInputElement>('radio').checked).toBe(true);
  });

  test('what time costs is drawn when the person looks, with its figures as tables', async () => {
    await openPayBill(
      { 'POST /payments/quote': [200, sampleQuote('emi', { schedule: samplePayment().schedule })] },
      THREE_TAPS,
    );
    const title = await screen.findByText('What it costs over time');
    expect(screen.queryByRole('table', { name: 'How the bill falls and the cost grows' })).toBeNull();
    await userEvent.click(title);
    const plans = await screen.findByRole('table', { name: /^Each way to repay/ });
    expect(
      within(plans)
        .getAllByRole('row')
        .map((one) => one.textContent),
    ).toEqual([
      'Way to repayService feeInterestCost',
      '1 payment₹300.00₹0.00₹300.00',
      '3 EMIs₹300.00₹300.00₹600.00',
    ]);
    const growth = screen.getByRole('table', { name: 'How the bill falls and the cost grows' });
    expect(within(growth).getAllByRole('row')).toHaveLength(1 + 4);
    // A table out of sight is as wide as its words: what holds it has to cut it off.
    for (const table of [plans, growth]) expect(table.closest('div')?.className).toBe('sr-only');
    expect(screen.getByText(/the bill of ₹15,000.00, and ₹600.00 for the time/)).toBeDefined();
  });

  test('both presses of a double click are one acceptance', async () => {
    const { sent } = await openPayBill(
      { 'POST /payments': [202, samplePayment({ billStatus: 'accepted' })] },
      THREE_TAPS,
    );
    await userEvent.click(await screen.findByRole('checkbox'));
    pressTwice(screen.getByRole('button', { name: PAY }));
    expect(await screen.findByText('elsewhere')).toBeDefined();
    expect(acceptsIn(sent)).toHaveLength(1);
  });

  test('after a lost answer the same press carries the same key', async () => {
    const { sent } = await openPayBill(
      { 'POST /payments': [new TypeError('fetch failed'), [202, samplePayment({ billStatus: 'accepted' })]] },
      THREE_TAPS,
    );
    await userEvent.click(await screen.findByRole('checkbox'));
    await press(PAY);
    expect(await screen.findByText(/so you cannot pay twice/)).toBeDefined();
    await press(PAY);
    await vi.waitFor(() => expect(acceptsIn(sent).length).toBe(2));
    const keys = acceptsIn(sent).map((one) => one.headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  test('an expired price shows the new one beside the old and asks to agree again', async () => {
    const dearer = sampleQuote('single', {
      quoteId: '0192ab34-0000-7000-8000-0000000000aa',
      totalAmountPaise: 1_535_000,
      serviceFeePaise: 35_000,
    });
    const { answers } = await openPayBill(
      { 'POST /payments': problem(409, 'quote_expired', 'The price changed while you were away.') },
      THREE_TAPS,
    );
    await userEvent.click(await screen.findByRole('checkbox'));
    answers['POST /payments/quote'] = [200, dearer];
    await press(PAY);
    expect(
      await screen.findByText('The price changed while you were away. Check the new total.'),
    ).toBeDefined();
    expect(screen.getByText('₹15,300.00', { selector: 's' })).toBeDefined();
    expect(screen.getByText('₹15,350.00', { selector: 'strong' })).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
  });

  test('a refusal says that no money moved', async () => {
    await openPayBill(
      {
        'POST /payments': problem(
          422,
          'amount_exceeds_limit',
          'Please enter a valid amount within your credit limit',
        ),
      },
      THREE_TAPS,
    );
    await userEvent.click(await screen.findByRole('checkbox'));
    await press(PAY);
    expect(await screen.findByText('Not paid')).toBeDefined();
    expect(screen.getByText(/No money moved and nothing was charged/)).toBeDefined();
  });

  test('no price, no button: the reason and the way back', async () => {
    await openPayBill(
      {
        'POST /payments/quote': problem(
          422,
          'amount_not_allowed',
          'The bank does not accept this amount for the bill.',
        ),
      },
      THREE_TAPS,
    );
    expect(await screen.findByText('There is no price for this amount')).toBeDefined();
    expect(screen.queryByRole('button', { name: PAY })).toBeNull();
    await press('Change the amount');
    expect(await screen.findByRole('heading', { name: 'Bill Amount' })).toBeDefined();
  });

  test('a payment to the same card on its way is said before paying again', async () => {
    await openPayBill({ 'GET /payments': page([samplePayment({ billStatus: 'unknown' })]) }, THREE_TAPS);
    expect(await screen.findByText(/Wait for it before paying again/)).toBeDefined();
  });
});
