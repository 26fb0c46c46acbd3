// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { problem, type Answer, type Answers } from '../../../test/network.ts';
import { apart, app, open, passkey, session } from './security.testing.tsx';

const LOST = new TypeError('lost');
const MAKE = 'POST /auth/v1/factors/recovery-codes';
const LEFT = 'GET /auth/v1/factors/recovery-codes';
const NONE: Answer = [404, { code: 404, error_code: 'mfa_factor_not_found', msg: 'no' }];
const TEN: Answer = [200, { id: 'r', type: 'recovery_code', total: 10, remaining: 10 }];
const CODES = ['abcdefghjkmnpqr0', 'abcdefghjkmnpqr1'];

apart();

test('given a browser that refuses to copy, when the codes are copied, then they are marked', async () => {
  await open([app], {
    [LEFT]: NONE,
    [MAKE]: [200, { id: 'r', type: 'recovery_code', total: 2, codes: CODES }],
  });
  const person = userEvent.setup();
  const refused = new DOMException('no', 'NotAllowedError');
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(refused);
  await person.click(await screen.findByRole('button', { name: 'Make recovery codes' }));
  await person.click(await screen.findByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('It could not be copied. It is marked: copy it yourself.')).toBeDefined();
  expect(globalThis.getSelection()?.toString()).toBe('abcd-efgh-jkmn-pqr0abcd-efgh-jkmn-pqr1');
});

const UNSEEN = /Some may have been made that you have not seen/;

test('given codes whose answer was lost, when they are there, then it says so and offers new ones in their place', async () => {
  const { answers } = await open([app], { [LEFT]: NONE, [MAKE]: LOST });
  const make = await screen.findByRole('button', { name: 'Make recovery codes' });
  answers[LEFT] = TEN;
  await userEvent.click(make);
  expect(await screen.findByText(UNSEEN)).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Make new codes' })).toBeDefined();
  expect(screen.getByText('10 of 10 left')).toBeDefined();
});

test('given codes made elsewhere, when they are made once more, then no number is spoken of', async () => {
  const exists: Answer = [422, { code: 422, error_code: 'mfa_verified_factor_exists', msg: 'no' }];
  const { answers } = await open([app], { [LEFT]: NONE, [MAKE]: exists });
  const make = await screen.findByRole('button', { name: 'Make recovery codes' });
  answers[LEFT] = TEN;
  await userEvent.click(make);
  expect(await screen.findByText('There are codes already. Make new ones in their place.')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Make new codes' })).toBeDefined();
});

/** Turns an authenticator app on; `codes` answers for the first codes. */
async function turnOn(factors: readonly object[], codes: Answer, more: Answers = {}) {
  const totp = { qr_code: 'data:,', secret: 'ABCD', uri: 'otpauth://totp/x' };
  const network = await open(factors, {
    'POST /auth/v1/factors': [200, { id: 'f3', type: 'totp', totp }],
    'POST /auth/v1/factors/f3/challenge': [200, { id: 'c1', type: 'totp', expires_at: 2_000_000_000 }],
    'POST /auth/v1/factors/f3/verify': () => [200, session([app])],
    [MAKE]: codes,
    ...more,
  });
  return network;
}

async function typeCode() {
  await userEvent.click(await screen.findByRole('button', { name: 'Set up authenticator app' }));
  await userEvent.type(await screen.findByLabelText('2. Enter the six digits it shows'), '123456');
  await screen.findByText('Second step is on');
}

test('given a second step that is on, when the answer with its first codes is lost, then the page says they were not seen', async () => {
  await turnOn([], LOST);
  await typeCode();
  expect(await screen.findByText('Your recovery codes were not shown')).toBeDefined();
  expect(screen.getByText(UNSEEN)).toBeDefined();
});

test('given an account with codes, when another second step is added and an answer is lost, then no codes are missed', async () => {
  await turnOn([passkey], LOST);
  await screen.findByText('7 of 10 left');
  await typeCode();
  expect(screen.queryByText('Your recovery codes were not shown')).toBeNull();
});

test('given codes that could not be counted, when a second step is added and an answer is lost, then none are said to be unseen', async () => {
  const count = 'GET /auth/v1/factors/recovery-codes';
  await turnOn([passkey], LOST, { [count]: problem(400, 'bad_request', 'Not now.') });
  await typeCode();
  expect(screen.queryByText('Your recovery codes were not shown')).toBeNull();
});
