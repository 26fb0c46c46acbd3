// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { problem } from '../../../../test/network.ts';
import { ID, sampleBill } from '../../../../test/samples.ts';
import { toast } from '../../../ui/toast.tsx';
import { keys } from '../../../lib/keys.ts';
import { BILL, openPayBill, openPayBillUntold, press } from './pay-bill.testing.ts';

const INVALID = 'Please enter a valid amount within your credit limit';
const amountField = () => screen.getByLabelText<HTMLInputElement>('Bill amount');

/** Opens the amount of a saved card; its bank tells the bill when the returned function is called. */
async function toAmount(): Promise<() => void> {
  const { tell } = await openPayBillUntold();
  await screen.findByLabelText(/HDFC Bank •• 4021/);
  await press('Continue');
  await screen.findByRole('heading', { name: 'Bill Amount' });
  return tell;
}

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

describe('the bill fills the amount', () => {
  test('going on before the bank has told the bill is no mistake: the amount comes by itself', async () => {
    const tell = await toAmount();
    await press('Continue');
    expect(await screen.findByText(/Your bank is still telling us the bill/)).toBeDefined();
    expect(screen.queryByText(INVALID)).toBeNull();
    tell();
    expect((await screen.findByLabelText<HTMLInputElement>(/Full amount due/)).checked).toBe(true);
    expect(screen.queryByText(/Your bank is still telling us the bill/)).toBeNull();
  });

  test('a press in the moment in which the bill appears goes on with its amount', async () => {
    const tell = await toAmount();
    const pressed = Promise.withResolvers<void>();
    const watch = new MutationObserver(() => {
      if (screen.queryByLabelText(/Full amount due/) === null) return;
      watch.disconnect();
      screen.getByRole('button', { name: 'Continue' }).click();
      pressed.resolve();
    });
    watch.observe(document.body, { childList: true, subtree: true });
    tell();
    await waitFor(() => pressed.promise);
    expect(screen.queryByText(INVALID)).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Confirm & Pay' })).toBeDefined();
  });

  test('an amount that is typed before the bill is told stays; one taken away again gives way to it', async () => {
    const tell = await toAmount();
    await userEvent.type(amountField(), '9');
    await userEvent.clear(amountField());
    tell();
    expect((await screen.findByLabelText<HTMLInputElement>(/Full amount due/)).checked).toBe(true);
    cleanup();
    sessionStorage.clear();
    const tellAgain = await toAmount();
    await userEvent.type(amountField(), '9');
    tellAgain();
    expect((await screen.findByLabelText<HTMLInputElement>(/Another amount/)).checked).toBe(true);
    expect(amountField().value).toBe('9');
  });

  test('a known bill does not fill the field of another amount that is still empty', async () => {
    (await toAmount())();
    await userEvent.click(await screen.findByLabelText(/Another amount/));
    expect(amountField().value).toBe('');
    await userEvent.type(amountField(), '8');
    await userEvent.clear(amountField());
    expect(amountField().value).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>(/Another amount/).checked).toBe(true);
  });
});

describe('given a bank that tells the bill after it was away', () => {
  const USE = 'Your bank has told the bill: use it';

  /** Opens the amount without a bill; the bank tells it when the returned function is called. */
  async function toTyping(): Promise<() => Promise<void>> {
    const { answers, client } = await openPayBill({ [BILL]: problem(503, 'biller_unavailable', 'Away.') });
    await screen.findByLabelText(/HDFC Bank •• 4021/);
    await press('Continue');
    await screen.findByText(/yourself here below/);
    return async () => {
      answers[BILL] = [200, sampleBill()];
      await act(() => client.invalidateQueries({ queryKey: keys.bill(ID.card) }));
    };
  }

  test('when a date is typed, then it stays, and the bill is used at a press', async () => {
    const tell = await toTyping();
    const due = screen.getByLabelText<HTMLInputElement>(/Due date/);
    fireEvent.change(due, { target: { value: '2027-03-04' } });
    await tell();
    await screen.findByRole('button', { name: USE });
    expect(due.isConnected).toBe(true);
    expect(due.value).toBe('2027-03-04');
    await press(USE);
    const full = screen.getByLabelText<HTMLInputElement>(/Full amount due/);
    expect(full.checked).toBe(true);
    expect(document.activeElement).toBe(full);
    expect(screen.queryByRole('button', { name: USE })).toBeNull();
  });

  test('when the amount has the focus, then it keeps it, and going on without one uses the bill', async () => {
    const tell = await toTyping();
    act(() => amountField().focus());
    await tell();
    await screen.findByRole('button', { name: USE });
    expect(document.activeElement).toBe(amountField());
    await press('Continue');
    expect(screen.getByLabelText<HTMLInputElement>(/Full amount due/).checked).toBe(true);
    expect(screen.queryByText(INVALID)).toBeNull();
  });

  test('on the last step, then the dates that were typed stay', async () => {
    const tell = await toTyping();
    await userEvent.type(amountField(), '5000');
    fireEvent.change(screen.getByLabelText(/Due date/), { target: { value: '2027-03-04' } });
    await press('Continue');
    expect(await screen.findByText(/4.Mar 2027/)).toBeDefined();
    await tell();
    await press(/Back/);
    expect(await screen.findByRole('button', { name: USE })).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>(/Due date/).value).toBe('2027-03-04');
  });

  test('when no field is in use, then the bill takes their place', async () => {
    const tell = await toTyping();
    await tell();
    expect((await screen.findByLabelText<HTMLInputElement>(/Full amount due/)).checked).toBe(true);
    expect(screen.queryByRole('button', { name: USE })).toBeNull();
  });
});
