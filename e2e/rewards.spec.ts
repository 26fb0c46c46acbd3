import { expect, expectToast, menuOf, test } from './product.ts';

test('a member finds the code to share, and a visitor who follows the link keeps it to the sign-up', async ({
  page,
  member,
  browser,
  baseURL,
}) => {
  await member('limit', page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/dashboard');
  const menu = await menuOf(page);
  await menu.getByRole('link', { name: 'Rewards' }).click();
  await expect(page).toHaveURL(/\/dashboard\/rewards$/);
  await expect(page.getByText('No rewards earned yet. Pay bills to earn rewards!')).toBeVisible();
  await expect(page.getByText('₹125 for you when a friend completes KYC')).toBeVisible();
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expectToast(page, 'Referral link copied to clipboard');
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  const code = /^.+\/\?ref=([A-HJ-NP-Z2-9]{8})$/.exec(link)?.[1] ?? '';
  expect(code).not.toBe('');

  const context = await browser.newContext({ baseURL: baseURL! });
  const friend = await context.newPage();
  await friend.goto(`/?ref=${code}`);
  await friend.getByRole('link', { name: 'Pricing' }).first().click();
  const signUp = friend.getByRole('link', { name: 'Sign Up' }).first();
  // The script that carries the code along comes after the page.
  await expect(signUp).toHaveAttribute('href', `/signup?ref=${code}`);
  await signUp.click();
  await expect(friend).toHaveURL(new RegExp(`/signup\\?ref=${code}$`));
  await context.close();

  // Pressed before the scripts of the page are here, the way to the sign-up brings the code along all the same.
  const hasty = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await hasty.route(/\/assets\/.+\.js$/, (route) => route.abort());
  await hasty.goto(`/?ref=${code}`);
  await hasty.unroute(/\/assets\/.+\.js$/);
  await hasty.getByRole('link', { name: 'Sign Up' }).first().click();
  await expect(hasty.getByText(code)).toBeVisible();
  await hasty.context().close();
});
