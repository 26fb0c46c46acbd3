import { expect, test } from './product.ts';

test(
  'what happens to a payment is told while one looks at something else, and leads back to it',
  { tag: '@wide' },
  async ({ page, member }) => {
    const asha = await member('limit', page);
    await page.goto('/dashboard/transactions');
    const bell = page.getByRole('button', { name: /^Notifications/ });
    await bell.click();
    const panel = page.getByRole('dialog', { name: 'Notifications' });
    await expect(panel).toBeVisible();
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toHaveCount(0);

    const { id } = await asha.pay('4242', 500_000);
    await expect(page.getByRole('button', { name: /^Notifications, \d+ unread$/ })).toBeVisible();
    await bell.click();
    const line = panel.getByRole('button', { name: /₹5,000/ }).first();
    await expect(line).toContainText('Unread');
    await line.click();
    await expect(page).toHaveURL(new RegExp(`/dashboard/payments/${id}$`));

    await bell.click();
    const readAll = panel.getByRole('button', { name: 'Mark all as read' });
    // More may be told while one looks, and what was opened is read by itself.
    await expect(async () => {
      if (await readAll.isVisible()) await readAll.click({ timeout: 1_000 });
      await expect(bell).toHaveAccessibleName('Notifications', { timeout: 1_000 });
    }).toPass();
    // All that was said stays to be read.
    await expect(panel.getByRole('button', { name: /₹5,000/ }).first()).toBeVisible();
    // A press outside closes it.
    await page.mouse.click(5, 400);
    await expect(panel).toHaveCount(0);
  },
);
