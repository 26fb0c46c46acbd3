import { brokenWords, enlarge } from './large-letters.ts';
import { expect, expectToast, test } from './product.ts';
import { standingOut } from './sideways.ts';

test('a member finds the code to share, and a visitor who follows the link keeps it to the sign-up', async ({
  page,
  member,
  browser,
  baseURL,
}) => {
  await member('limit', page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/dashboard/rewards');
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

test('with letters of twice their size the broadest code keeps its words whole on a phone', async ({
  page,
  member,
}) => {
  await member('limit', page);
  // Codes are drawn by chance: here it has the broadest letters there are.
  await page.route('**/api/v1/referrals*', async (route) => {
    const response = await route.fetch();
    const { code, ...rest } = (await response.json()) as { readonly code: string };
    const answer = JSON.stringify({ code, ...rest }).replaceAll(code, 'MWMWMWMW');
    await route.fulfill({ response, body: answer });
  });
  await page.goto('/dashboard/rewards');
  await page.getByRole('main').getByText('Referral code').first().waitFor();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await enlarge(page);
  expect([...(await brokenWords(page)), ...(await standingOut(page))]).toEqual([]);
});
