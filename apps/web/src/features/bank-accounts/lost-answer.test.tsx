// @vitest-environment jsdom
import type { BankAccount } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/samples.ts';
import { toast } from '../../ui/toast.tsx';
import { BankAccountsSection } from './bank-accounts.tsx';

const account: BankAccount = {
  id: ID.user,
  accountName: 'Asha Rao',
  maskedAccountNumber: 'XXXX4021',
  ifsc: 'HDFC0000001',
  bankName: 'HDFC Bank',
  branch: 'Jayanagar',
  city: 'Bengaluru',
  isDefault: false,
  verification: { status: 'verified', reason: null, nameAtBank: 'ASHA RAO' },
  createdAt: '2026-11-20T10:00:00.000Z',
};
const LOST = new TypeError('lost');

async function open(answers: Answers) {
  const network = stubNetwork({ 'GET /bank-accounts': page([account]), ...answers });
  await openScreen({ path: '/dashboard/profile', Component: BankAccountsSection }, '/dashboard/profile');
  await screen.findByText('HDFC Bank XXXX4021');
  return network;
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

afterEach(() => {
  toast.dismissAll();
  cleanup();
  vi.unstubAllGlobals();
});

test('given a lost removal that was done, then the question stays, and the next press ends it', async () => {
  const { answers } = await open({
    [`DELETE /bank-accounts/${account.id}`]: [LOST, problem(404, 'not_found', 'Not found.')],
  });
  await press('Remove HDFC Bank XXXX4021');
  const dialog = within(await screen.findByRole('dialog'));
  answers['GET /bank-accounts'] = page([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Remove account' }));
  expect(await screen.findByText(/^No bank account linked/)).toBeDefined();
  expect(await dialog.findByText(/There is no connection/)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Remove account' }));
  expect(await screen.findByText('Bank account removed')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['default', 'verified', 'Make default: HDFC Bank XXXX4021'],
  ['verify', 'unverified', 'Try again: HDFC Bank XXXX4021'],
] as const)(
  'given a lost %s of an account, when the list is not answered, then the error is said at once',
  async (act, status, name) => {
    await open({
      'GET /bank-accounts': page([{ ...account, verification: { ...account.verification, status } }]),
      [`POST /bank-accounts/${account.id}/${act}`]: LOST,
    });
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) =>
      init?.method === 'GET' ? new Promise(() => undefined) : fetch(input, init),
    );
    await press(name);
    expect(await screen.findByText(/There is no connection/)).toBeDefined();
  },
);
