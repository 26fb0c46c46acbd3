// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Answer, type Answers, problem } from '../../../test/network.ts';
import { sampleMe } from '../../../test/samples.ts';
import { keys } from '../../lib/keys.ts';
import { apart, device, open } from './security.testing.tsx';

apart();

const other = { ...device, id: 's2', browser: null, system: null, isCurrent: false };
const openDevices = (answers: Answers) =>
  open([], { 'GET /me/sessions': [200, { items: [device, other], leftOutCount: 0 }], ...answers });

async function logOutAnother(pendingContact: ReturnType<typeof sampleMe>['pendingContact']) {
  const { client } = await openDevices({ 'DELETE /me/sessions/s2': [204, null] });
  client.setQueryData(keys.me, sampleMe({ pendingContact }));
  await userEvent.click(await screen.findByRole('button', { name: /^Log out Unknown device/ }));
  expect(await screen.findByText('Device logged out')).toBeDefined();
  return client;
}
const DROPPED = /that was waiting is dropped/;

test('a device that is logged out drops a new mobile that waits, which is said', async () => {
  const client = await logOutAnother({ email: null, mobile: '+919123456789' });
  expect(screen.getByText(DROPPED)).toBeDefined();
  expect(client.getQueryState(keys.me)?.isInvalidated).toBe(true);
});

test.each<[string, Answer, readonly string[]]>([
  ['was lost', new TypeError('lost'), ['There is no connection. Try again when you are back online.']],
  [
    'is a refusal',
    problem(429, 'too_many_requests', 'Too many tries.'),
    ['The device is still logged in', 'Too many tries.'],
  ],
])('given that the answer %s, then that much is said and no more', async (_, answer, said) => {
  await openDevices({ 'DELETE /me/sessions/s2': answer });
  await userEvent.click(await screen.findByRole('button', { name: /^Log out Unknown device/ }));
  for (const sentence of said) expect(await screen.findByText(sentence)).toBeDefined();
  const isTitled = screen.queryByText('The device is still logged in') !== null;
  expect(isTitled).toBe(said.length === 2);
});

test('where no change waits, nothing is said of one', async () => {
  await logOutAnother({ email: null, mobile: null });
  expect(screen.queryByText(DROPPED)).toBeNull();
});
