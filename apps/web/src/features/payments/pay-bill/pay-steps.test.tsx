// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, problem } from '../../../../test/network.ts';
import { ID, sampleCard, sampleMe, samplePayment } from '../../../../test/samples.ts';
import { keys } from '../../../lib/keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { BILL, openPayBill, press } from './pay-bill.testing.ts';

const noBill = problem(404, 'bill_not_found', 'The bank found no bill for this card.');

const expectStep = async (step: string, heading: string) => {
  expect(await screen.findByRole('heading', { name: heading })).toBeDefined();
  expect(screen.getByText(step)).toBeDefined();
};
const fillCard = async () => {
  const put = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await screen.findByLabelText('Card number');
  put('Card number', '4111111100094021');
  put('Expiry', '1229');
  put('CVV', '737');
  put('Name on card', 'Asha Rao');
  await userEvent.selectOptions(screen.getByLabelText('Bank'), 'HDFC Bank');
  await userEvent.click(screen.getByRole('checkbox', { name: /Save this card/ }));
};

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('the three steps of paying', () => {
  test('a payment that uses up the limit never shows an earlier step again', async () => {
    const credit = sampleMe().credit!;
    const { answers, client } = await openPayBill({}, `?card=${ID.card}&step=3`);
    await screen.findByText('Step 3 of 3');
    answers['GET /me'] = [200, sampleMe({ credit: { ...credit, availablePaise: 0 } })];
    const seen = new Set<string>();
    const watch = new MutationObserver(() => {
      for (const step of ['Step 1 of 3', 'Step 2 of 3']) if (screen.queryByText(step)) seen.add(step);
    });
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    await act(() => client.invalidateQueries({ queryKey: keys.me }));
    expect(await screen.findByText('Step 3 of 3')).toBeDefined();
    watch.disconnect();
    expect([...seen]).toEqual([]);
  });

  test('given a paid bill, the browser’s Back starts a new one and offers nothing of it', async () => {
    const { router } = await openPayBill({
      'POST /payments': [201, samplePayment()],
      'GET /cards': page([]),
      'POST /cards': [201, sampleCard],
    });
    await fillCard();
    await press('Continue');
    await expectStep('Step 2 of 3', 'Bill Amount');
    expect(screen.getAllByText('HDFC Bank •• 4021').length).toBeGreaterThan(1);
    await screen.findByLabelText(/Full amount due/);
    await press('Continue');
    await expectStep('Step 3 of 3', 'Confirm & Pay');
    await userEvent.click(await screen.findByRole('checkbox'));
    await press('Pay HDFC Bank ₹15,000');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/payment-success'));
    await act(() => router.navigate(-1));
    await expectStep('Step 1 of 3', 'Card Details');
    expect(screen.queryByText('Step 2 of 3')).toBeNull();
    expect(screen.queryByDisplayValue('15,000')).toBeNull();
  });

  test('SPEC-2.pay-back, SPEC-4.pay-steps, SPEC-9.steps-pay: come one after the other, and back again', async () => {
    await openPayBill();
    await screen.findByLabelText(/HDFC Bank •• 4021/);
    await expectStep('Step 1 of 3', 'Card Details');
    await press('Continue');
    await expectStep('Step 2 of 3', 'Bill Amount');
    // The amount comes with the bill.
    await screen.findByLabelText(/Full amount due/);
    await press('Continue');
    await expectStep('Step 3 of 3', 'Confirm & Pay');
    await press(/Back$/);
    await expectStep('Step 2 of 3', 'Bill Amount');
    await press(/Back$/);
    await expectStep('Step 1 of 3', 'Card Details');
  });

  test('SPEC-2.amount-step: the amount is shown with the bill’s dates, fee and total', async () => {
    await openPayBill({ [BILL]: noBill });
    await screen.findByLabelText(/HDFC Bank •• 4021/);
    await press('Continue');
    await userEvent.type(await screen.findByLabelText('Bill amount'), '15000');
    expect(screen.getByLabelText('Bill date')).toBeDefined();
    expect(screen.getByLabelText('Due date')).toBeDefined();
    expect(await screen.findByText('₹300.00')).toBeDefined();
    expect(screen.getByText('₹15,300.00')).toBeDefined();
  });

  test('SPEC-5.amount-zero, SPEC-5.bill-dates: nothing is no amount; a date may be any', async () => {
    await openPayBill({ [BILL]: noBill });
    await screen.findByLabelText(/HDFC Bank •• 4021/);
    await press('Continue');
    const amount = await screen.findByLabelText('Bill amount');
    await userEvent.type(amount, '0');
    await press('Continue');
    const refused = 'Please enter a valid amount within your credit limit';
    expect((await screen.findAllByText(refused)).length).toBeGreaterThan(0);
    await userEvent.clear(amount);
    await userEvent.type(amount, '0.01');
    await userEvent.type(screen.getByLabelText('Due date'), '1999-01-01');
    await press('Continue');
    await expectStep('Step 3 of 3', 'Confirm & Pay');
  });

  test('the button says Processing... while the bill is being paid', async () => {
    await openPayBill({}, `?card=${ID.card}&step=3`);
    await userEvent.click(await screen.findByRole('checkbox'));
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await press('Pay HDFC Bank ₹15,000');
    expect(await screen.findByRole('button', { name: 'Processing...' })).toBeDefined();
  });
});

describe('a new card', () => {
  test('that is saved is said to be', async () => {
    await openPayBill({ 'GET /cards': page([]), 'POST /cards': [201, sampleCard] });
    await fillCard();
    await press('Continue');
    expect(await screen.findByText('Card saved successfully')).toBeDefined();
    expect(await screen.findByText('Your card has been saved for future use.')).toBeDefined();
  });

  test('SPEC-8.card-not-saved: given one card too many to save, then the payment goes on with it, and a line says so', async () => {
    const { sent } = await openPayBill({
      'GET /cards': page([]),
      'POST /cards': [
        problem(409, 'card_limit', 'You have saved as many cards as you can.'),
        [201, sampleCard],
      ],
    });
    await fillCard();
    fireEvent.change(screen.getByLabelText(/Nickname/), { target: { value: 'Mine' } });
    await press('Continue');
    await expectStep('Step 2 of 3', 'Bill Amount');
    expect(await screen.findByText('Error saving card')).toBeDefined();
    expect(await screen.findByText(/This bill is paid with it all the same/)).toBeDefined();
    expect(screen.queryByText('Card saved successfully')).toBeNull();
    const bodies = sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(bodies.flatMap(({ save }) => (save === undefined ? [] : [save]))).toEqual([true, false]);
    expect(bodies.at(-1)).not.toHaveProperty('nickname');
  });

  test.each([
    [problem(503, 'service_unavailable', 'Not just now.'), 'Not just now.'],
    [problem(401, 'unauthorized', 'Please login to continue.'), 'User must be logged in to save a card'],
  ])('that could not be taken at all stays as typed, with the reason (%#)', async (answer, reason) => {
    await openPayBill({ 'GET /cards': page([]), 'POST /cards': answer });
    await fillCard();
    await press('Continue');
    // In the toast, and above the form.
    await waitFor(() => expect(screen.getAllByText('Error saving card')).toHaveLength(2));
    expect(screen.getAllByText(reason).length).toBeGreaterThan(1);
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4111 1111 0009 4021');
    expect(screen.getByRole('heading', { name: 'Card Details' })).toBeDefined();
  });
});
