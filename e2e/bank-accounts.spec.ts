import { randomInt } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, expectToast, test } from './product.ts';

const NUMBER = '50100123454021';
const accountEndingIn = (last4: string) => `5010${String(randomInt(1_000_000)).padStart(6, '0')}${last4}`;
const section = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Bank Account Details' }) });
const field = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true });
const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Save', exact: true });

async function open(page: Page, button = 'Add Account'): Promise<Locator> {
  await section(page).getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Link Bank Account' });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function fill(dialog: Locator, number: string, ifsc: string): Promise<void> {
  await field(dialog, 'Account holder name').fill('Asha Rao');
  await field(dialog, 'Account number').fill(number);
  await field(dialog, 'Confirm account number').fill(number);
  await field(dialog, 'IFSC code').fill(ifsc);
  await dialog.getByRole('checkbox').check();
}

async function link(page: Page, number: string, ifsc: string, button?: string): Promise<void> {
  const dialog = await open(page, button);
  await fill(dialog, number, ifsc);
  await save(dialog).click();
  await expect(dialog).toBeHidden();
  // A finger does not stay where it pressed, and a message under a resting pointer would.
  await page.mouse.move(0, 0);
}

test('the form says what is wrong with each field, and Save waits for all of them', async ({
  page,
  member,
}) => {
  await member('identity', page);
  await page.goto('/dashboard/profile');
  await expect(section(page).getByText(/^No bank account linked/)).toBeVisible();
  const dialog = await open(page);
  await expect(save(dialog)).toBeDisabled();
  await field(dialog, 'Account holder name').fill('');
  await field(dialog, 'IFSC code').fill('sbxx');
  await expect(field(dialog, 'IFSC code')).toHaveValue('SBXX');
  await field(dialog, 'IFSC code').press('Enter');
  for (const sentence of [
    'Account holder name is required',
    'Account number is required',
    'Please confirm the account number',
    'IFSC code must be 11 characters',
    'You must accept the terms',
  ])
    await expect(dialog.getByRole('alert')).toContainText(sentence);
  await expectToast(page, 'You must accept the terms to proceed');
  await expectAccessible(page, '[role=dialog]');

  await field(dialog, 'Account holder name').fill('Asha Rao');
  await field(dialog, 'Account number').fill(NUMBER);
  await expect(field(dialog, 'Account number')).toHaveCSS('-webkit-text-security', 'disc');
  await dialog.getByRole('button', { name: 'Show account number' }).click();
  await expect(field(dialog, 'Account number')).toHaveCSS('-webkit-text-security', 'none');
  await field(dialog, 'Confirm account number').fill('50100123454022');
  await field(dialog, 'Confirm account number').press('Tab');
  await expect(dialog.getByText('Account numbers must match').first()).toBeVisible();
  await dialog.getByRole('checkbox').check();
  await expect(save(dialog)).toBeDisabled();
  await field(dialog, 'Confirm account number').fill(NUMBER);
  await expect(dialog.getByText('Account numbers must match')).toHaveCount(0);
  await field(dialog, 'IFSC code').fill('SBXX0000404');
  await expect(dialog.getByText('Invalid IFSC code').first()).toBeVisible();
  await save(dialog).click();
  await expect(dialog).toBeVisible();
  await page.route('**/api/v1/ifsc/HDFC0000002', (route) => route.abort());
  await field(dialog, 'IFSC code').fill('HDFC0000002');
  await expect(dialog.getByText('Error validating IFSC code')).toBeVisible();
  await expect(save(dialog)).toBeEnabled();
  await field(dialog, 'IFSC code').fill('abcd0123456');
  await expect(dialog.getByText('IFSC code validated')).toBeVisible();
  await expect(dialog.getByText('Jayanagar, Bengaluru', { exact: true })).toBeVisible();
  await save(dialog).click();
  await expectToast(page, 'Bank account linked successfully');
  await expect(section(page).getByText('Sandbox Bank XXXX4021')).toBeVisible();
});

test('an account is linked, proven by its bank, made the default and removed, without a reload', async ({
  page,
  member,
  identity,
  outside,
}) => {
  await member('identity', page);
  // Both are theirs at the bank: of an account not registered, it says what it says of the newest person.
  const [number, other] = [accountEndingIn('4021'), accountEndingIn('5555')];
  for (const accountNumber of [number, other]) await outside.register({ ...identity, accountNumber });
  await page.goto('/dashboard/profile');
  await link(page, number, 'HDFC0000001');
  const first = section(page).getByRole('listitem').filter({ hasText: 'XXXX4021' });
  await expect(first).toContainText('Verified');
  await expect(first).toContainText('In the name of ASHA RAO');
  await expect(first).toContainText('Default');

  await link(page, other, 'ICIC0000001', 'Add Another Account');
  const second = section(page).getByRole('listitem').filter({ hasText: 'XXXX5555' });
  await expect(second).toContainText('Verified');
  await page.getByRole('button', { name: 'Make default: ICICI Bank XXXX5555' }).click();
  await expect(second).toContainText('Default');
  await expect(first).not.toContainText('Default');

  const again = await open(page, 'Add Another Account');
  await fill(again, number, 'HDFC0000001');
  await save(again).click();
  await expectToast(page, 'Failed to link bank account. Please try again.');
  await expect(again.getByText('This bank account is already linked.')).toBeVisible();
  await again.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Remove ICICI Bank XXXX5555' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove account' }).click();
  await expect(second).toHaveCount(0);
  await expect(first).toContainText('Default');
});

test('before the PAN is verified no bank is asked, and the account leads to the PAN', async ({
  page,
  member,
}) => {
  await member('profile', page);
  await page.goto('/dashboard/profile');
  await link(page, NUMBER, 'HDFC0000001');
  const row = section(page).getByRole('listitem').filter({ hasText: 'XXXX4021' });
  await expect(row).toContainText('Not checked yet');
  await expect(row).toContainText('Verify your PAN first');
  await row.getByRole('link', { name: 'Verify your PAN' }).click();
  await expect(page).toHaveURL(/kyc-verification/);
});

test('what a bank says against an account stands beside it, and a silent bank can be asked again', async ({
  page,
  member,
}) => {
  await member('identity', page);
  await page.goto('/dashboard/profile');
  await link(page, '9990000003', 'HDFC0000001');
  const row = (last4: string) => section(page).getByRole('listitem').filter({ hasText: last4 });
  await expect(row('XXXX0003')).toContainText('Your bank says this account is closed.');
  await link(page, '9990000002', 'HDFC0000001', 'Add Another Account');
  await expect(row('XXXX0002')).toContainText('Your bank has this account in another name.');
  await link(page, '9990000007', 'HDFC0000001', 'Add Another Account');
  await expect(row('XXXX0007')).toContainText('Not checked yet');
  await expectAccessible(page, 'main');
  const [asked] = await Promise.all([
    page.waitForResponse((reply) => reply.url().endsWith('/verify') && reply.request().method() === 'POST'),
    page.getByRole('button', { name: 'Try again: HDFC Bank XXXX0007' }).click(),
  ]);
  expect(asked.status()).toBe(202);
  await expect(row('XXXX0007')).toContainText('Your bank could not be asked.');
});
