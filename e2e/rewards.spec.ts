import { expect, menuOf, test } from './product.ts';

test('a member without a reward finds the page in the menu, and reads how to earn one', async ({
  page,
  member,
}) => {
  await member('limit', page);
  await page.goto('/dashboard');
  const menu = await menuOf(page);
  await menu.getByRole('link', { name: 'Rewards' }).click();
  await expect(page).toHaveURL(/\/dashboard\/rewards$/);
  await expect(page.getByText('No rewards earned yet. Pay bills to earn rewards!')).toBeVisible();
});
