// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Answer } from '../../../test/network.ts';
import { apart, open } from './security.testing.tsx';

const CHANGE = 'PUT /auth/v1/user';
const LOST = new TypeError('lost');
const refused = (code: string): Answer => [422, { code: 422, error_code: code, msg: 'no' }];
const MAYBE = /^The password may be changed already/;

apart();

/** Presses once, and the answer is lost. */
async function loseChange(current: string, next: string) {
  const { answers } = await open([], { [CHANGE]: LOST });
  await userEvent.click(await screen.findByRole('button', { name: 'Change password' }));
  const dialog = within(await screen.findByRole('dialog'));
  if (current !== '') await userEvent.type(dialog.getByLabelText('Current password'), current);
  await userEvent.type(dialog.getByLabelText('New password'), next);
  await userEvent.type(dialog.getByLabelText('Confirm new password'), next);
  const press = () => userEvent.click(dialog.getByRole('button', { name: 'Save password' }));
  await press();
  expect(await dialog.findByText(/^There is no connection/)).toBeDefined();
  return { answers, dialog, press };
}

test('given a change whose answer was lost, when the same is the password already, then it is done', async () => {
  const { answers, press } = await loseChange('', 'a quiet river stone');
  answers[CHANGE] = refused('same_password');
  await press();
  expect(await screen.findByText('Password changed')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each(['current_password_invalid', 'current_password_required'])(
  'given a change whose answer was lost, when the same press is refused with %s, then it may be changed already',
  async (code) => {
    const { answers, dialog, press } = await loseChange('an old stone', 'a quiet river stone');
    answers[CHANGE] = refused(code);
    await press();
    expect(await dialog.findByText(MAYBE)).toBeDefined();
  },
);

test('given a lost change, when another password is refused as the same, then that is said', async () => {
  const { answers, dialog, press } = await loseChange('', 'a quiet river stone');
  answers[CHANGE] = refused('same_password');
  for (const label of ['New password', 'Confirm new password'])
    await userEvent.type(dialog.getByLabelText(label), 's');
  await press();
  expect(await dialog.findByText('The new password is the same as the current one.')).toBeDefined();
});
