// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { toast } from '../../../ui/toast.tsx';
import { openPayBillUntold, press } from './pay-bill.testing.ts';

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
