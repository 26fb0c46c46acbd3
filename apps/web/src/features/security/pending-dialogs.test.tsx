// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { holdNetwork, type Answers } from '../../../test/network.ts';
import { apart, open } from './security.testing.tsx';

apart();

type Dialog = ReturnType<typeof within>;
const TOTP = { qr_code: 'data:,', secret: 'ABCD', uri: 'otpauth://totp/x' };
const app: Answers = { 'POST /auth/v1/factors': [200, { id: 'f3', type: 'totp', totp: TOTP }] };
const number: Answers = {
  'GET /auth/v1/settings': [200, { mfa_factors: ['totp', 'webauthn', 'phone'] }],
  'POST /auth/v1/factors': [200, { id: 'f3', type: 'phone', phone: '919812345678' }],
  'POST /auth/v1/factors/f3/challenge': [200, { id: 'c1', type: 'phone', expires_at: 2_000_000_000 }],
};
const typeNumber = async (dialog: Dialog) => {
  await userEvent.type(dialog.getByLabelText('Mobile number'), '9812345678');
};

test.each<[string, string, Answers, (dialog: Dialog) => Promise<unknown>, (dialog: Dialog) => Promise<void>]>(
  [
    [
      'an app is turned on',
      'Set up authenticator app',
      app,
      (dialog) => dialog.findByLabelText('2. Enter the six digits it shows'),
      (dialog) => userEvent.type(dialog.getByLabelText('2. Enter the six digits it shows'), '123456'),
    ],
    [
      'a passkey is made',
      'Add a passkey',
      {},
      (dialog) => userEvent.type(dialog.getByLabelText('Name'), 'Laptop'),
      (dialog) => userEvent.click(dialog.getByRole('button', { name: 'Continue' })),
    ],
    [
      'a code is sent to a number',
      'Set up code by SMS',
      number,
      typeNumber,
      (dialog) => userEvent.click(dialog.getByRole('button', { name: 'Send the code' })),
    ],
    [
      'a number is turned on',
      'Set up code by SMS',
      number,
      async (dialog) => {
        await typeNumber(dialog);
        await userEvent.click(dialog.getByRole('button', { name: 'Send the code' }));
        await dialog.findByLabelText('Enter the 6-digit code');
      },
      (dialog) => userEvent.type(dialog.getByLabelText('Enter the 6-digit code'), '123456'),
    ],
  ],
)(
  'given that %s, when it is put away, then the dialog stays until the answer',
  async (_, name, answers, ready, press) => {
    vi.stubGlobal('PublicKeyCredential', class {});
    await open([], answers);
    await userEvent.click(await screen.findByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog'));
    await ready(dialog);
    const arrive = holdNetwork();
    await press(dialog);
    await vi.waitUntil(() => document.querySelector('[role=dialog] [aria-busy=true]'));
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeNull();
    arrive();
    await vi.waitUntil(() => document.querySelector('[role=dialog] [aria-busy=true]') === null);
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test('given a code that is being judged, when the number is to be changed, then that waits for the answer', async () => {
  await open([], number);
  await userEvent.click(await screen.findByRole('button', { name: 'Set up code by SMS' }));
  const dialog = within(await screen.findByRole('dialog'));
  await typeNumber(dialog);
  await userEvent.click(dialog.getByRole('button', { name: 'Send the code' }));
  await dialog.findByLabelText('Enter the 6-digit code');
  const change = () => dialog.queryByRole<HTMLButtonElement>('button', { name: 'Change Number' });
  expect(change()?.disabled).toBe(false);
  const arrive = holdNetwork();
  await userEvent.type(dialog.getByLabelText('Enter the 6-digit code'), '123456');
  expect(change()?.disabled).toBe(true);
  arrive();
  await vi.waitFor(() => expect(change()?.disabled).not.toBe(true));
});
