// @vitest-environment jsdom
import { mobileSchema } from '@mohlat/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { amountInWords } from './amount-in-words.ts';
import { OtpField } from './otp-field.tsx';
import { PasswordField } from './password-field.tsx';
import {
  CardNumberField,
  DigitsField,
  ExpiryField,
  IfscField,
  MoneyField,
  PanField,
  PhoneField,
} from './typed-fields.tsx';

afterEach(cleanup);

const box = () => screen.getByRole<HTMLInputElement>('textbox');

describe('fields that format while typing', () => {
  test('SPEC-5.card-number: a card number is grouped in fours and stops at sixteen digits', async () => {
    render(<CardNumberField label="Card number" />);
    await userEvent.type(box(), '4111-1111 1111 1111 99');
    expect(box().value).toBe('4111 1111 1111 1111');
  });

  test('a digit typed into the middle leaves the caret behind it', async () => {
    render(<CardNumberField label="Card number" defaultValue="4111 1111" />);
    box().focus();
    box().setSelectionRange(2, 2);
    await userEvent.keyboard('9');
    expect(box().value).toBe('4191 1111 1');
    expect(box().selectionStart).toBe(3);
  });

  test('SPEC-5, SPEC-5.card-expiry: an expiry is written MM/YY', async () => {
    render(<ExpiryField label="Expiry" />);
    await userEvent.type(box(), '1228');
    expect(box().value).toBe('12/28');
  });

  test.each([
    ['05/2028', '05/28'],
    ['5/28', '05/28'],
    ['5 / 2028', '05/28'],
    ['05-28', '05/28'],
    ['052028', '05/28'],
    ['11/20', '11/20'],
  ])('an expiry of %s, pasted or typed, is %s', async (given, written) => {
    render(<ExpiryField label="Expiry" />);
    box().focus();
    await userEvent.paste(given);
    expect(box().value).toBe(written);
    await userEvent.clear(box());
    await userEvent.type(box(), given);
    expect(box().value).toBe(written);
  });

  test('a month is put right in its place', async () => {
    render(<ExpiryField label="Expiry" defaultValue="12/28" />);
    box().focus();
    box().setSelectionRange(2, 2);
    await userEvent.keyboard('{Backspace}1');
    expect(box().value).toBe('11/28');
  });

  test('SPEC-5, SPEC-5.ifsc-upper, SPEC-5.pan-typed: PAN and IFSC are upper-cased and stripped', async () => {
    const { unmount } = render(<PanField label="PAN" />);
    await userEvent.type(box(), 'abcde-1234 fx');
    expect(box().value).toBe('ABCDE1234F');
    unmount();
    render(<IfscField label="IFSC" />);
    await userEvent.type(box(), 'hdfc0001234zz');
    expect(box().value).toBe('HDFC0001234');
  });

  test.each([
    '+91 98765-43210',
    '0091 98765 43210',
    '+91 0 98765 43210',
    '0 91 98765 43210',
    '098765 43210',
    '+९१ ९८७६५ ४३२१०',
  ])('a mobile number pasted as "%s" loses what stands before its ten digits', async (pasted) => {
    render(<PhoneField label="Mobile" />);
    box().focus();
    await userEvent.paste(pasted);
    expect(box().value).toBe('98765 43210');
  });

  test.each(['+91 98765 43210', '0091 98765 43210', '+91 0 98765 43210', '0 91 98765 43210'])(
    'a mobile number typed digit by digit as "%s" loses what stands before its ten digits',
    async (typed) => {
      render(<PhoneField label="Mobile" />);
      await userEvent.type(box(), typed);
      expect(box().value).toBe('98765 43210');
    },
  );

  test('given an eleventh digit of a number that begins like a prefix, then nothing is cut off it, and it is no number', async () => {
    render(<PhoneField label="Mobile" />);
    await userEvent.type(box(), '91987654321');
    expect(box().value).toBe('91987 654321');
    expect(mobileSchema.safeParse(box().value).success).toBe(false);
    await userEvent.keyboard('{Backspace}');
    expect(mobileSchema.safeParse(box().value).data).toBe('9198765432');
  });

  test('an eleventh digit of any other number is left out', async () => {
    render(<PhoneField label="Mobile" />);
    await userEvent.type(box(), '98765432109');
    expect(box().value).toBe('98765 43210');
  });

  test('digits of a Hindi keyboard are taken as Latin ones', async () => {
    render(<CardNumberField label="Card number" />);
    await userEvent.type(box(), '४१११ 1१११');
    expect(box().value).toBe('4111 1111');
    cleanup();
    render(<MoneyField label="Amount" />);
    await userEvent.type(box(), '१५०००.५');
    expect(box().value).toBe('15,000.5');
  });

  test.each(['Rs. 15,000.00', 'Rs 15,000.00', 'INR 15,000.00', '₹ 15,000.00', 'रु. १५,०००.००'])(
    'an amount pasted as "%s" is fifteen thousand rupees',
    async (pasted) => {
      render(<MoneyField label="Amount" inWords={(paise) => amountInWords(paise, 'en')} />);
      box().focus();
      await userEvent.paste(pasted);
      expect(box().value).toBe('15,000.00');
      expect(screen.getByText('fifteen thousand rupees')).toBeDefined();
    },
  );

  test('an amount that begins with its point is typed on behind it', async () => {
    render(<MoneyField label="Amount" />);
    await userEvent.type(box(), '.5');
    expect(box().value).toBe('0.5');
  });

  test('SPEC-5.card-cvv: a security code takes digits only', async () => {
    render(<DigitsField label="CVV" maxDigits={4} />);
    await userEvent.type(box(), '12a345');
    expect(box().value).toBe('1234');
  });

  test('SPEC-5.amount-digits: an amount takes digits and one decimal point only, typed or pasted', async () => {
    render(<MoneyField label="Amount" />);
    await userEvent.type(box(), 'a12b3.4.5-');
    expect(box().value).toBe('123.45');
    await userEvent.clear(box());
    await userEvent.paste('Rs 1,234.50 only');
    expect(box().value).toBe('1,234.50');
  });

  test('an amount is grouped while typing and said in words', async () => {
    render(<MoneyField label="Amount" inWords={(paise) => amountInWords(paise, 'en')} />);
    await userEvent.type(box(), '123456.5');
    expect(box().value).toBe('1,23,456.5');
    expect(screen.getByText(/one lakh twenty-three thousand/)).toBeDefined();
    expect(box().inputMode).toBe('decimal');
  });

  test('a field with an error is marked and its sentence is tied to it', () => {
    render(
      <PanField
        label="PAN"
        hint="As on the card"
        error="Please enter all 10 characters of your PAN number"
      />,
    );
    expect(box().getAttribute('aria-invalid')).toBe('true');
    const ids = (box().getAttribute('aria-describedby') ?? '').split(' ');
    const told = ids.map((id) => document.getElementById(id)?.textContent);
    expect(told).toEqual(['Please enter all 10 characters of your PAN number', 'As on the card']);
  });

  test('a password can be shown and hidden again', async () => {
    render(<PasswordField label="Password" showLabel="Show password" hideLabel="Hide password" />);
    const input = screen.getByLabelText<HTMLInputElement>('Password');
    expect(input.type).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input.type).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input.type).toBe('password');
  });
});

function OtpHarness({ onComplete }: { readonly onComplete: (code: string) => void }) {
  const [value, setValue] = useState('');
  return (
    <OtpField
      label="Code"
      value={value}
      digitCountMax={10}
      onValueChange={setValue}
      onComplete={onComplete}
    />
  );
}

describe('the one-time code', () => {
  test('SPEC-5.otp-digits: is one input that takes a pasted code and reports it once', async () => {
    const onComplete = vi.fn();
    render(<OtpHarness onComplete={onComplete} />);
    box().focus();
    await userEvent.paste('12 34-56');
    expect(box().value).toBe('123456');
    expect(box().autocomplete).toBe('one-time-code');
    expect(onComplete.mock.calls).toEqual([['123456']]);
  });

  test('takes the digits of a Hindi keyboard', async () => {
    const onComplete = vi.fn();
    render(<OtpHarness onComplete={onComplete} />);
    await userEvent.type(box(), '१२३456');
    expect(onComplete.mock.calls).toEqual([['123456']]);
  });

  test('makes room for a code of ten digits, pasted or typed on after six', async () => {
    const onComplete = vi.fn();
    render(<OtpHarness onComplete={onComplete} />);
    box().focus();
    await userEvent.paste('1234567890');
    expect(onComplete.mock.calls).toEqual([['1234567890']]);
    await userEvent.clear(box());
    await userEvent.type(box(), '2109876543');
    expect(box().value).toBe('2109876543');
    expect(onComplete.mock.calls.slice(1)).toEqual([['210987'], ['2109876543']]);
  });

  test('is handed over by the phone where the browser can read it out of the message', async () => {
    vi.stubGlobal('OTPCredential', class {});
    const get = vi.fn(() => Promise.resolve({ code: '123456' }));
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
    const onComplete = vi.fn();
    const { unmount } = render(<OtpHarness onComplete={onComplete} />);
    await vi.waitFor(() => expect(onComplete.mock.calls).toEqual([['123456']]));
    const { otp, signal } = (get.mock.calls as unknown as [[{ otp: object; signal: AbortSignal }]])[0][0];
    expect(otp).toEqual({ transport: ['sms'] });
    // A person who leaves the step is not asked any more.
    unmount();
    expect(signal.aborted).toBe(true);
    Reflect.deleteProperty(navigator, 'credentials');
    vi.unstubAllGlobals();
  });
});
