import { findings } from './accessible.ts';
import { expect, test } from './product.ts';

test('a visitor without an account pays an instalment by a link, with the keys alone, and its owner sees it', async ({
  page,
  browser,
  member,
}) => {
  const asha = await member('limit', page);
  const { id } = await asha.pay('4021', 1_500_000, { kind: 'emi', instalments: 3 });
  await page.goto(`/dashboard/payments/${id}`);
  await page.getByRole('button', { name: 'Let somebody else pay it' }).click();
  const address = await page.getByText(/\/repay#[\w-]{43}$/).textContent();
  const context = await browser.newContext();
  const mother = await context.newPage();
  await mother.goto(address!);
  await expect(mother.getByRole('heading', { name: 'An amount to pay' })).toBeVisible();
  const button = mother.getByRole('button', { name: 'Pay ₹5,200' });
  await expect(button).toBeVisible();
  for (const word of ['HDFC', '4021', 'Asha', asha.identity.name, '15,600'])
    await expect(mother.getByText(word)).toHaveCount(0);
  expect(await findings(mother)).toEqual([]);
  await button.focus();
  await mother.keyboard.press('Enter');
  const checkout = mother.locator('iframe').first().contentFrame();
  await checkout.getByRole('button', { name: /^Pay ₹/ }).click();
  await expect(mother.getByRole('heading', { name: 'Paid' })).toBeVisible();
  await expect(page.getByText('Bill paid · 2 of 3 instalments left').first()).toBeVisible();
  expect((await asha.payment(id)).outstandingPaise).toBe(1_040_000);
  await mother.reload();
  await expect(mother.getByRole('heading', { name: 'Paid' })).toBeVisible();
  await expect(button).toHaveCount(0);
  await context.close();
});

test('a link that was taken back opens nothing', async ({ page, browser, member }) => {
  const asha = await member('limit', page);
  const { id } = await asha.pay('4021', 300_000);
  await page.goto(`/dashboard/payments/${id}`);
  await page.getByRole('button', { name: 'Let somebody else pay it' }).click();
  const address = await page.getByText(/\/repay#[\w-]{43}$/).textContent();
  await page.getByRole('button', { name: 'Take the link back' }).click();
  await expect(page.getByRole('button', { name: 'Let somebody else pay it' })).toBeVisible();
  const context = await browser.newContext();
  const stranger = await context.newPage();
  await stranger.goto(address!);
  await expect(stranger.getByText('This link does not work any more')).toBeVisible();
  await context.close();
});
