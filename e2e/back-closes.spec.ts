import type { Locator, Page } from '@playwright/test';
import { expect, test } from './product.ts';

/** Goes back once: the sheet is gone, the page and its focus are where they were. */
async function backCloses(page: Page, sheet: Locator, opener: Locator): Promise<void> {
  const address = page.url();
  await expect(sheet).toBeVisible();
  await page.evaluate('history.back()');
  await expect(sheet).toHaveCount(0);
  await expect(opener).toBeFocused();
  expect(page.url()).toBe(address);
}

test('on a phone Back closes each kind of sheet, and the next Back leaves the page', async ({
  page,
  member,
}) => {
  await member('limit', page);
  await page.goto('/dashboard/payments');
  await page.goto('/dashboard/profile');
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  const form = page.getByRole('dialog', { name: 'Edit Profile' });
  await edit.click();
  await form.getByLabel('Current address').fill('7 Lake Road, Pune 411001');
  await backCloses(page, form, edit);
  // A second time, after it was closed by its button.
  await edit.click();
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(form).toHaveCount(0);
  await edit.click();
  await backCloses(page, form, edit);
  const bell = page.getByRole('button', { name: /Notifications/ });
  await bell.click();
  await backCloses(page, page.getByRole('dialog', { name: 'Notifications' }), bell);
  const person = page.getByRole('button', { name: 'Your account' });
  await person.click();
  await backCloses(page, page.getByRole('menu'), person);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard\/payments$/);
});

test('a page that was reached from the menu on a phone is left by one Back', async ({ page, member }) => {
  await member('limit', page);
  await page.goto('/dashboard');
  const open = page.getByRole('button', { name: 'Open menu' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await open.click();
  await backCloses(page, menu, open);
  await open.click();
  await menu.getByRole('link', { name: 'Transactions' }).click();
  await expect(page).toHaveURL(/\/dashboard\/transactions$/);
  await expect(menu).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goForward();
  await expect(page).toHaveURL(/\/dashboard\/transactions$/);
});

test('Back from a repayment that is being chosen goes to the plan', async ({ page, member }) => {
  const asha = await member('limit', page);
  const { id } = await asha.pay('4021', 300_000);
  await page.goto(`/dashboard/payments/${id}`);
  const repay = page.getByRole('button', { name: 'Other amount' });
  const sheet = page.getByRole('dialog', { name: 'Repay' });
  await repay.click();
  await sheet.getByText('Another amount').click();
  await backCloses(page, sheet, repay);
  // A page that is loaded again has no sheet, and nothing that was laid under one.
  await repay.click();
  await sheet.getByText('Another amount').click();
  // The buttons at the foot do not lie over what is being typed.
  await sheet.getByRole('textbox').focus();
  await expect(sheet.getByRole('textbox')).toBeInViewport({ ratio: 1 });
  await page.reload();
  await expect(repay).toBeVisible();
  await expect.poll(() => page.evaluate<unknown>('history.state?.isUnderSheet')).toBeUndefined();
});
