import { settled } from './accessible.ts';
import { brokenWords, enlarge } from './large-letters.ts';
import { expect, test } from './product.ts';
import { standingOut } from './sideways.ts';
import { enterCard } from './steps.ts';

test('with letters of twice their size the amounts and the answers of a bill keep their words whole on a phone', async ({
  page,
  member,
}) => {
  await member('limit', page);
  await page.goto('/dashboard/pay-bill');
  await enterCard(page, '4021');
  await expect(page.getByRole('radio', { name: /Full amount due.*₹/ })).toBeVisible();
  await enlarge(page);
  expect(await brokenWords(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm & Pay' })).toBeVisible();
  expect(await brokenWords(page)).toEqual([]);
});

test('with letters of twice their size a dialog keeps its words whole on a phone, and all of it can be reached', async ({
  page,
  member,
}) => {
  const asha = await member('limit', page);
  const { id } = await asha.pay('4021', 500_000, { kind: 'emi', instalments: 3 });
  await page.goto(`/dashboard/payments/${id}`);
  await page.getByRole('button', { name: 'Set up autopay' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up autopay' });
  await expect(dialog.getByText('UPI AutoPay')).toBeVisible();
  await enlarge(page);
  expect(await brokenWords(page)).toEqual([]);
  for (const control of [dialog.getByRole('radio').first(), dialog.getByRole('button', { name: 'Cancel' })]) {
    await control.scrollIntoViewIfNeeded();
    await expect(control).toBeInViewport({ ratio: 1 });
  }
});

test('with letters of twice their size the main pages keep their words whole and fit a phone', async ({
  page,
  member,
}) => {
  const asha = await member('limit', page);
  const { id } = await asha.pay('4021', 500_000, { kind: 'emi', instalments: 3 });
  const found: Record<string, readonly string[]> = {};
  for (const [path, last] of [
    ['/dashboard', 'Recent Activity'],
    ['/dashboard/payments', 'HDFC Bank'],
    [`/dashboard/payment-success?id=${id}`, 'HDFC Bank has your payment'],
    ['/dashboard/transactions', 'HDFC Bank'],
    ['/dashboard/profile', 'PAN'],
    ['/dashboard/credit', 'Credit score'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // A page is looked at with what comes last, and not while nothing has come.
    await page.getByRole('main').getByText(last).first().waitFor();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await enlarge(page);
    found[path] = [...(await brokenWords(page)), ...(await standingOut(page))];
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((path) => [path, []])));
});

test('with letters of twice their size the public pages keep their words whole and fit a phone', async ({
  page,
}) => {
  const found: Record<string, readonly string[]> = {};
  for (const path of [
    '/',
    '/features',
    '/pricing',
    '/faqs',
    '/security',
    '/support',
    '/learn-more',
    '/login',
    '/signup',
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await enlarge(page);
    found[path] = [...(await brokenWords(page)), ...(await standingOut(page))];
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((path) => [path, []])));
});

test('with letters of twice their size the steps of KYC keep their words whole on a phone', async ({
  page,
  member,
}) => {
  await member('profile', page);
  await page.goto('/dashboard/kyc-verification');
  await page.getByRole('heading', { name: 'Why KYC is Important' }).waitFor();
  await enlarge(page);
  expect([...(await brokenWords(page)), ...(await standingOut(page))]).toEqual([]);
});

/** Runs in the page: days and times that are wider than their field, whose end the browser cuts off. */
const CUT_VALUES = `[...document.querySelectorAll('input:is([type=date], [type=time])')].flatMap((field) => {
  const whole = field.cloneNode();
  whole.style.cssText = 'position: absolute; inline-size: max-content';
  field.after(whole);
  const isCut = whole.offsetWidth > field.offsetWidth;
  whole.remove();
  return isCut ? [field.value] : [];
})`;

test('given letters of twice their size, when quiet hours and a day are asked for, then a phone shows them whole', async ({
  page,
  member,
}) => {
  await member('profile', page);
  await page.goto('/dashboard/privacy');
  await page.getByRole('switch', { name: /quiet hours/i }).click();
  await page.getByLabel('Until').waitFor();
  await enlarge(page);
  await settled(page);
  expect(await page.evaluate(CUT_VALUES)).toEqual([]);
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Edit' }).first().click();
  await page.getByLabel('Date of birth').waitFor();
  await enlarge(page);
  await settled(page);
  expect(await page.evaluate(CUT_VALUES)).toEqual([]);
});

test('with letters of twice their size a window without a menu button keeps the language and help in its bar', async ({
  page,
  member,
}) => {
  await member('profile', page);
  await page.goto('/dashboard');
  await page.setViewportSize({ width: 768, height: 860 });
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden();
  const bar = page.getByRole('banner').first();
  await expect(bar.getByRole('button', { name: 'हिन्दी' })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Help' })).toBeVisible();
});
