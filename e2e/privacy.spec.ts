import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { PASSWORD } from './member.ts';
import { expect, expectToast, test, watchConsole } from './product.ts';
import { enterAmount } from './steps.ts';

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true, level: 2 }) });

async function open(page: Page): Promise<void> {
  await page.goto('/dashboard/privacy');
  await expect(page.getByRole('heading', { name: 'Your data', level: 1 })).toBeVisible();
  await expect(card(page, 'Consents').getByRole('switch').first()).toBeVisible();
}

async function saved(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return readFile(await download.path(), 'latin1');
}

test('the profile leads to everything about your data, and both copies can be taken along', async ({
  page,
  member,
}) => {
  const quiet = watchConsole(page);
  const { identity } = await member('identity', page);
  await page.goto('/dashboard/profile');
  await page.getByRole('link', { name: 'Your data' }).click();
  await expect(page.getByText('We never ask for your contacts')).toBeVisible();
  const copy = JSON.parse(await saved(page, 'Download JSON')) as {
    sections: { name: string; items: Record<string, unknown>[] }[];
  };
  const profile = copy.sections.find(({ name }) => name === 'profiles');
  expect(profile?.items[0]).toMatchObject({ pan: identity.pan, fullName: identity.name });
  expect((await saved(page, 'Download PDF')).startsWith('%PDF-')).toBe(true);
  await expectToast(page, 'Your copy is in your downloads');
  await expectAccessible(page);
  quiet();
});

test('a consent is taken back after one question, stops new payments, and is given again as easily', async ({
  page,
  member,
}) => {
  const asha = await member('limit', page);
  await asha.addCard('4021');
  await open(page);
  const consents = card(page, 'Consents');
  const report = consents.getByRole('switch', { name: /^Credit report/ });
  await expect(report).toBeChecked();

  await report.click();
  const question = page.getByRole('dialog', { name: 'Take back: Credit report?' });
  await expect(question).toContainText('No new payment can be made until you agree again.');
  await question.getByRole('button', { name: 'Keep it' }).last().click();
  await expect(report).toBeChecked();
  await report.click();
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Take it back' }).click();
  await expectToast(page, 'Consent taken back');
  await expect(report).not.toBeChecked();
  await expect(consents.getByText('New payments are stopped')).toBeVisible();

  await page.goto('/dashboard/pay-bill');
  await page.getByRole('button', { name: 'Continue' }).click();
  await enterAmount(page, '1000');
  await expect(page.getByText(/You took back a consent that new payments need/)).toBeVisible();
  await page.goto('/dashboard/privacy');
  await report.click();
  await page.getByRole('dialog').getByRole('button', { name: 'I agree' }).click();
  await expect(report).toBeChecked();
  await expect(consents.getByText('New payments are stopped')).toBeHidden();
});

test('offers are off until they are wanted, and preferences go to the next device', async ({
  page,
  member,
  browser,
  baseURL,
}) => {
  const { identity } = await member('profile', page);
  await open(page);
  const offers = page.getByRole('switch', { name: /^Offers and news/ });
  await expect(offers).not.toBeChecked();
  await offers.click();
  await page.getByRole('dialog').getByRole('button', { name: 'I agree' }).click();
  await expect(offers).toBeChecked();

  const preferences = card(page, 'Preferences');
  await preferences.getByRole('switch', { name: 'By SMS' }).click();
  await preferences.getByRole('switch', { name: /^Quiet hours/ }).click();
  await preferences.getByLabel('Until').fill('06:30');
  // Changes are stored one after the other: with the last one all of them are.
  await Promise.all([
    page.waitForResponse(
      (reply) =>
        reply.url().endsWith('/me/preferences') && reply.request().postData()?.includes('dark') === true,
    ),
    preferences.getByText('Dark', { exact: true }).click(),
  ]);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(preferences.getByRole('switch', { name: 'By SMS' })).not.toBeChecked();
  await expect(preferences.getByLabel('Until')).toHaveValue('06:30');
  await Promise.all([
    page.waitForResponse(
      (reply) => reply.url().endsWith('/me/preferences') && reply.request().method() === 'PUT',
    ),
    preferences.getByText('हिन्दी', { exact: true }).click(),
  ]);
  await expect(page.getByRole('heading', { name: 'आपका डेटा', level: 1 })).toBeVisible();

  const other = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await other.goto('/login');
  await other.getByLabel('Email').fill(identity.email);
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(other.locator('html')).toHaveAttribute('lang', 'hi');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await other.context().close();
});

test('an account with money owed stays open and says how much; repaid, it is closed and told what is kept', async ({
  page,
  member,
}) => {
  const asha = await member('limit', page);
  const { id } = await asha.pay('4021', 300_000);
  await open(page);
  await page.getByRole('button', { name: 'Close account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close your account?' });
  await expect(
    dialog.getByText('You still owe money. Repay it first, then close the account.'),
  ).toBeVisible();
  await expect(dialog.getByText('Not yet: ₹3,060')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Close for good' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Keep my account' }).click();

  await asha.repay(id, (await asha.payment(id)).outstandingPaise);
  await page.reload();
  await page.getByRole('button', { name: 'Close account' }).click();
  await expect(dialog.getByText('Erased at once')).toBeVisible();
  await expect(dialog.getByText(/your identity record.*, until/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close for good' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Type the word DELETE');
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByRole('button', { name: 'Close for good' }).click();

  await expect(page.getByRole('heading', { name: 'Your account is closed' })).toBeVisible();
  await expect(page.getByText(/payments, repayments, key facts and ledger entries, until/)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Email').fill(asha.identity.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page.getByText('Login Failed').first()).toBeVisible();
});
