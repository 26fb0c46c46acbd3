// @vitest-environment jsdom
import type { BankAccount, Mandate } from '@mohlat/contract';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answer, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID, sampleMandate, sampleMe, samplePayment } from '../../../test/samples.ts';
import { keys } from '../../lib/keys.ts';
import { toast } from '../../ui/toast.tsx';
import { BankAccountsSection } from './bank-accounts.tsx';

const id = (nth: number) => `0192ab34-0000-7000-8000-00000000010${nth}`;

function account(nth: number, change: Partial<BankAccount> = {}): BankAccount {
  return {
    id: id(nth),
    accountName: 'Asha Rao',
    maskedAccountNumber: `XXXX402${nth}`,
    ifsc: 'HDFC0000001',
    bankName: 'HDFC Bank',
    branch: 'Jayanagar',
    city: 'Bengaluru',
    isDefault: false,
    verification: { status: 'verified', reason: null, nameAtBank: 'ASHA RAO' },
    createdAt: '2026-11-20T10:00:00.000Z',
    ...change,
  };
}
const standing = (
  status: BankAccount['verification']['status'],
  code: NonNullable<BankAccount['verification']['reason']>['code'],
): Partial<BankAccount> => ({
  verification: { status, reason: { code, text: 'as the server says' }, nameAtBank: null },
});

const BRANCH: Answer = [
  200,
  {
    ifsc: 'HDFC0000001',
    bank: 'HDFC Bank',
    branch: 'Jayanagar',
    city: 'Bengaluru',
    address: '14, 2nd Cross',
  },
];

const open = async (answers: Answers = {}, language: 'en' | 'hi' = 'en') => {
  const network = stubNetwork({
    'GET /bank-accounts': page([]),
    'GET /ifsc/HDFC0000001': BRANCH,
    ...answers,
  });
  const opened = await openScreen(
    { path: '/dashboard/profile', lazy: async () => ({ Component: BankAccountsSection }) },
    '/dashboard/profile',
    language,
  );
  return { ...network, ...opened };
};

afterEach(() => {
  toast.dismissAll();
  cleanup();
  vi.unstubAllGlobals();
});

describe('linked bank accounts', () => {
  test('without one there is the sentence and one action', async () => {
    await open();
    expect(await screen.findByRole('heading', { name: 'Bank Account Details' })).toBeDefined();
    expect(await screen.findByText(/^No bank account linked/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Add Account' })).toBeDefined();
  });

  test('SPEC-3.masked: a list that cannot be read says so, and can be asked for again', async () => {
    const { answers } = await open({ 'GET /bank-accounts': problem(400, 'bad_json', 'Broken.') });
    expect(await screen.findByText('Failed to load bank accounts.')).toBeDefined();
    answers['GET /bank-accounts'] = page([account(1)]);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('HDFC Bank XXXX4021')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Add Another Account' })).toBeDefined();
  });

  test('while it is read there is a still place for it', async () => {
    stubNetwork({});
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await openScreen({ path: '/dashboard/profile', Component: BankAccountsSection }, '/dashboard/profile');
    expect(await screen.findByRole('heading', { name: 'Bank Account Details' })).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('each state has its word and its sentence', async () => {
    await open({
      'GET /bank-accounts': page([
        account(1, { isDefault: true }),
        account(2, { verification: { status: 'pending', reason: null, nameAtBank: null } }),
        account(3, standing('review', 'name_review')),
        account(4, standing('rejected', 'account_nre')),
        account(5, { ...standing('unverified', 'bank_not_answering'), bankName: '' }),
      ]),
    });
    const rows = await screen.findAllByRole('listitem');
    const said = rows.map((row) => row.textContent);
    expect(said[0]).toContain('DefaultVerified');
    expect(said[0]).toContain('In the name of ASHA RAO');
    expect(said[1]).toContain('Checking with your bank');
    expect(said[1]).toContain('We send ₹1');
    expect(said[2]).toContain('Under review');
    expect(said[2]).toContain('A person looks at it.');
    expect(said[3]).toContain('Not accepted');
    expect(said[3]).toContain('This is an NRE account');
    expect(said[4]).toContain('HDFC XXXX4025');
    expect(said[4]).toContain('This says nothing about your account');
    // Only what is verified can be the default, only what could not be asked can be asked again.
    expect(screen.queryByRole('button', { name: /^Make/ })).toBeNull();
    expect(screen.getAllByRole('button', { name: /^Try again/ })).toHaveLength(1);
  });

  test('before the PAN is verified the account says so, and leads there', async () => {
    await open({ 'GET /bank-accounts': page([account(1, standing('unverified', 'pan_first'))]) });
    expect(await screen.findByText(/^Verify your PAN first/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Verify your PAN' }).getAttribute('href')).toBe(
      '/dashboard/kyc-verification',
    );
  });

  test('another verified one is made the default', async () => {
    const { sent, answers } = await open({
      'GET /bank-accounts': page([account(2), account(1, { isDefault: true })]),
      [`POST /bank-accounts/${id(2)}/default`]: [200, account(2, { isDefault: true })],
    });
    const press = await screen.findByRole('button', { name: 'Make default: HDFC Bank XXXX4022' });
    answers['GET /bank-accounts'] = page([account(2, { isDefault: true }), account(1)]);
    await userEvent.click(press);
    expect(await screen.findByText('Default account changed')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Make default: HDFC Bank XXXX4021' })).toBeDefined();
    expect(sent.filter((one) => one.method === 'POST')).toHaveLength(1);
  });

  test('what could not be asked is asked again, and a refusal is said beside it', async () => {
    await open({
      'GET /bank-accounts': page([account(5, standing('unverified', 'bank_not_answering'))]),
      [`POST /bank-accounts/${id(5)}/verify`]: problem(429, 'too_many_requests', 'Too many tries.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again: HDFC Bank XXXX4025' }));
    expect(await screen.findByText('Too many tries.')).toBeDefined();
  });

  test('one is removed after the question, and keeping it sends nothing', async () => {
    const { sent, answers } = await open({
      'GET /bank-accounts': page([account(1)]),
      [`DELETE /bank-accounts/${id(1)}`]: [204, null],
    });
    const press = () => userEvent.click(screen.getByRole('button', { name: 'Remove HDFC Bank XXXX4021' }));
    await screen.findByText('HDFC Bank XXXX4021');
    await press();
    const ask = () => screen.findByRole('dialog', { name: 'Remove HDFC Bank XXXX4021?' });
    await userEvent.click(within(await ask()).getByRole('button', { name: 'Keep account' }));
    expect(sent.some((one) => one.method === 'DELETE')).toBe(false);
    await press();
    answers['GET /bank-accounts'] = page([]);
    await userEvent.click(within(await ask()).getByRole('button', { name: 'Remove account' }));
    expect(await screen.findByText('Bank account removed')).toBeDefined();
    expect(await screen.findByText(/^No bank account linked/)).toBeDefined();
  });

  test('given autopay that debits it, then the question names it, with the way to end it', async () => {
    const enach = { kind: 'enach' as const, nextDebit: null, maskedAccountNumber: 'XXXX4021' };
    const mandate = (nth: number, change: Partial<Mandate>) =>
      sampleMandate({ id: id(nth), ...enach, bankAccountId: id(1), ...change });
    await open({
      'GET /bank-accounts': page([account(1)]),
      'GET /payments': page([samplePayment()]),
      'GET /mandates': page([
        mandate(2, {}),
        mandate(3, { paymentId: id(3), status: 'cancelled' }),
        mandate(4, { paymentId: id(4), status: 'setting_up' }),
        // Another account with the same last digits, and one from before accounts were named.
        mandate(5, { paymentId: id(5), bankAccountId: id(9) }),
        mandate(6, { paymentId: id(6), bankAccountId: null }),
        sampleMandate({ id: id(7), paymentId: id(7) }),
      ]),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove HDFC Bank XXXX4021' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(
      await dialog.findByText(/^Autopay for the bill of HDFC Bank .*4021 goes on collecting from it\.$/),
    ).toBeDefined();
    const ways = dialog.getAllByRole('link', { name: 'End it there' });
    expect(ways.map((way) => way.getAttribute('href'))).toEqual([
      `/dashboard/payments/${ID.payment}`,
      `/dashboard/payments/${id(6)}`,
    ]);
  });

  test('speaks Hindi, the bank’s reasons too', async () => {
    await open({ 'GET /bank-accounts': page([account(4, standing('rejected', 'account_closed'))]) }, 'hi');
    expect(await screen.findByText('बैंक खाते की जानकारी')).toBeDefined();
    expect(await screen.findByText(/यह खाता बंद हो चुका है/)).toBeDefined();
  });
});

const NUMBER = '50100123454021';

describe('linking one', () => {
  const start = async (answers: Answers = {}, language: 'en' | 'hi' = 'en') => {
    const opened = await open(answers, language);
    const press = await screen.findByRole('button', { name: language === 'hi' ? 'खाता जोड़ें' : 'Add Account' });
    // Words still on their way are waited for only inside.
    await act(async () => void fireEvent.click(press));
    const dialog = within(await screen.findByRole('dialog'));
    return { ...opened, dialog };
  };
  type Dialog = Awaited<ReturnType<typeof start>>['dialog'];
  const field = (dialog: Dialog, label: string) => dialog.getByLabelText<HTMLInputElement>(label);
  const save = (dialog: Dialog) => dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  const fill = (dialog: Dialog, change: Record<string, string> = {}) => {
    const values = {
      'Account holder name': 'Asha Rao',
      'Account number': NUMBER,
      'Confirm account number': NUMBER,
      'IFSC code': 'hdfc0000001',
      ...change,
    };
    for (const [label, value] of Object.entries(values)) {
      fireEvent.change(field(dialog, label), { target: { value } });
    }
  };
  const accept = (dialog: Dialog) => userEvent.click(dialog.getByRole('checkbox'));

  test('SPEC-4.bank-save: has its heading and a Save that waits for everything', async () => {
    const { dialog } = await start();
    expect(screen.getByRole('dialog', { name: 'Link Bank Account' })).toBeDefined();
    expect(save(dialog).disabled).toBe(true);
    fill(dialog);
    expect(save(dialog).disabled).toBe(true);
    await accept(dialog);
    expect(save(dialog).disabled).toBe(false);
    await userEvent.type(field(dialog, 'Confirm account number'), '9');
    expect(save(dialog).disabled).toBe(true);
    await userEvent.type(field(dialog, 'Confirm account number'), '{Backspace}');
    expect(save(dialog).disabled).toBe(false);
    await userEvent.clear(field(dialog, 'Account holder name'));
    expect(save(dialog).disabled).toBe(true);
  });

  test('SPEC-5.ifsc-length: says each field’s sentence, all of them when Enter comes too early', async () => {
    const { dialog, sent } = await start();
    await userEvent.type(field(dialog, 'IFSC code'), 'HD{Enter}');
    for (const sentence of [
      'Account holder name is required',
      'Account number is required',
      'Please confirm the account number',
      'IFSC code must be 11 characters',
      'You must accept the terms',
    ])
      expect((await dialog.findAllByText(sentence)).length).toBeGreaterThan(0);
    expect(await screen.findByText('You must accept the terms to proceed')).toBeDefined();
    await userEvent.type(field(dialog, 'Account number'), NUMBER);
    await userEvent.type(field(dialog, 'Confirm account number'), '5010012345402');
    await userEvent.tab();
    expect((await dialog.findAllByText('Account numbers must match')).length).toBeGreaterThan(0);
    await userEvent.type(field(dialog, 'Confirm account number'), '1');
    await vi.waitFor(() => expect(dialog.queryByText('Account numbers must match')).toBeNull());
    expect(sent.some((one) => one.method === 'POST')).toBe(false);
  });

  test('SPEC-5.account-masked: hides the number while it is typed, until asked to show it', async () => {
    const { dialog } = await start();
    const number = field(dialog, 'Account number');
    await userEvent.type(number, '5010-0123 45a');
    expect(number.value).toBe('5010012345');
    expect(number.className).toContain('masked');
    await userEvent.click(dialog.getByRole('button', { name: 'Show account number' }));
    expect(number.className).not.toContain('masked');
    expect(number.value).toBe('5010012345');
    await userEvent.click(dialog.getByRole('button', { name: 'Hide account number' }));
    expect(number.className).toContain('masked');
  });

  test('SPEC-4.ifsc, SPEC-5.ifsc-lookup: looks a code up at eleven characters, upper-cased as typed, and shows the branch', async () => {
    const { dialog, sent } = await start();
    const lookups = () => sent.filter((one) => one.path.startsWith('/ifsc/'));
    await userEvent.type(field(dialog, 'IFSC code'), 'hdfc000000');
    expect(field(dialog, 'IFSC code').value).toBe('HDFC000000');
    expect(lookups()).toEqual([]);
    await userEvent.type(field(dialog, 'IFSC code'), '1x');
    expect(await dialog.findByText('IFSC code validated')).toBeDefined();
    expect(dialog.getByText('Jayanagar, Bengaluru')).toBeDefined();
    expect(dialog.getByText('14, 2nd Cross')).toBeDefined();
    expect(lookups().map(({ path }) => path)).toEqual(['/ifsc/HDFC0000001']);
  });

  test('SPEC-4.ifsc: a bank told by the first letters alone, while the directory is down, is not called validated', async () => {
    const { answers, dialog } = await start();
    const told = { ifsc: 'HDFC0000002', bank: 'HDFC Bank', branch: '', city: '', address: '' };
    answers['GET /ifsc/HDFC0000002'] = [200, told];
    await userEvent.type(field(dialog, 'IFSC code'), 'HDFC0000002');
    expect(await dialog.findByText(/^The branch cannot be shown right now/)).toBeDefined();
    expect(dialog.queryByText('IFSC code validated')).toBeNull();
  });

  test('SPEC-4.ifsc: says that it is validating', async () => {
    const { dialog } = await start();
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await userEvent.type(field(dialog, 'IFSC code'), 'HDFC0000001');
    expect(await dialog.findByText('Validating IFSC code...')).toBeDefined();
  });

  test('an unknown code stops the form, a directory that is down does not', async () => {
    const { dialog, sent, answers } = await start({
      'GET /ifsc/HDFC0000404': problem(404, 'ifsc_not_found', 'Invalid IFSC code'),
      'GET /ifsc/HDFC0000500': new TypeError('offline'),
      'POST /bank-accounts': [201, account(1)],
    });
    fill(dialog, { 'IFSC code': 'HDFC0000404' });
    await accept(dialog);
    expect((await dialog.findAllByText('Invalid IFSC code')).length).toBeGreaterThan(0);
    await userEvent.click(save(dialog));
    expect(sent.some((one) => one.method === 'POST')).toBe(false);
    await userEvent.clear(field(dialog, 'IFSC code'));
    await userEvent.type(field(dialog, 'IFSC code'), 'HDFC0000500');
    expect(await dialog.findByText('Error validating IFSC code')).toBeDefined();
    answers['GET /bank-accounts'] = page([account(1)]);
    await userEvent.click(save(dialog));
    expect(await screen.findByText('Bank account linked successfully')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByText('HDFC Bank XXXX4021')).toBeDefined();
    expect(sent.find((one) => one.method === 'POST')?.body).toEqual({
      accountName: 'Asha Rao',
      accountNumber: NUMBER,
      confirmAccountNumber: NUMBER,
      ifsc: 'HDFC0000500',
      acceptTerms: true,
    });
  });

  test.each([
    [
      problem(409, 'bank_account_exists', 'This bank account is already linked.'),
      'Failed to link bank account. Please try again.',
      'This bank account is already linked.',
    ],
    [
      new TypeError('offline'),
      'Failed to link bank account. Please try again.',
      'There is no connection. Try again when you are back online.',
    ],
    [
      problem(401, 'unauthorized', 'Please login to continue.'),
      'You must be logged in to link a bank account',
      'Please login to continue.',
    ],
  ])('a refusal keeps what was typed and says why (%#)', async (answer, said, reason) => {
    const { dialog } = await start({ 'POST /bank-accounts': answer });
    fill(dialog);
    await accept(dialog);
    await userEvent.click(save(dialog));
    expect((await screen.findAllByText(said)).length).toBeGreaterThan(0);
    expect((await dialog.findAllByText(reason)).length).toBeGreaterThan(0);
    expect(field(dialog, 'Account number').value).toBe(NUMBER);
  });

  test('the server’s word about a field stands on it', async () => {
    const { dialog } = await start({
      'POST /bank-accounts': problem(422, 'validation_failed', 'Some fields need your attention.', [
        { path: 'ifsc', message: 'Invalid IFSC code' },
      ]),
    });
    fill(dialog);
    await accept(dialog);
    await userEvent.click(save(dialog));
    expect(await dialog.findByRole('link', { name: 'Invalid IFSC code' })).toBeDefined();
    expect(field(dialog, 'IFSC code').getAttribute('aria-invalid')).toBe('true');
  });

  test('knows the name that is in the profile already', async () => {
    const { client } = await open();
    client.setQueryData(keys.me, sampleMe());
    await userEvent.click(await screen.findByRole('button', { name: 'Add Account' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Account holder name')).value).toBe('Asha Rao');
  });

  test('speaks Hindi in its sentences', async () => {
    const { dialog } = await start({}, 'hi');
    await userEvent.type(dialog.getByLabelText('IFSC कोड'), 'HD{Enter}');
    expect((await dialog.findAllByText('खाताधारक का नाम लिखें')).length).toBeGreaterThan(0);
    expect((await dialog.findAllByText('IFSC कोड 11 अक्षरों का होता है')).length).toBeGreaterThan(0);
  });
});
