import { expect, isPhone, test } from './product.ts';

test('an empty history says so and leads to the first payment', async ({ page, member }) => {
  await member('profile', page);
  await page.goto('/dashboard/transactions');
  await expect(page.getByRole('heading', { name: 'Transaction History' })).toBeVisible();
  await expect(page.getByText('View all your past transactions and payments')).toBeVisible();
  await expect(page.getByText('No transactions found')).toBeVisible();
  await page.goto('/dashboard/payments');
  await expect(page.getByText('You have no pending payments at the moment.').first()).toBeVisible();
});

test(
  'the history is a table on a desktop and a list on a phone, with the same rows',
  { tag: '@wide' },
  async ({ page, member }) => {
    const asha = await member('limit', page);
    const first = await asha.pay('4021', 300_000);
    await asha.repay(first.id, first.outstandingPaise);
    await asha.pay('4022', 123_450);
    const { id } = await asha.start('1002', 200_000);
    await asha.until(id, 'failed');
    await page.goto('/dashboard/transactions');
    const rows = isPhone(page)
      ? page.getByRole('list', { name: 'All Transactions' }).getByRole('listitem')
      : page
          .getByRole('table', { name: 'All Transactions' })
          .getByRole('row')
          .filter({ hasNot: page.getByRole('columnheader') });
    await expect(rows).toHaveCount(3);
    const expected = [
      ['Failed', '₹2,000.00'],
      ['Pending', '₹1,234.50'],
      ['Completed', '₹3,000.00'],
    ] as const;
    for (const [at, [status, amount]] of expected.entries()) {
      const row = rows.nth(at);
      await expect(row).toContainText('Credit Card Bill Payment');
      await expect(row).toContainText(status);
      await expect(row).toContainText(amount);
      await expect(row).toContainText(/[A-Z][a-z]{2} \d{2}, \d{4} \d{2}:\d{2}/);
    }
    await page.getByLabel('Status').selectOption('Pending');
    await expect(rows).toHaveCount(1);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    expect((await download).suggestedFilename()).toBe('mohlat-transactions.csv');
    await rows.first().getByRole('link').click();
    await expect(page).toHaveURL(/\/dashboard\/payments\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('heading', { name: /HDFC Bank/ })).toBeVisible();
  },
);

test('the browser’s Back restores the scroll position of the dashboard', async ({ page, member }) => {
  const asha = await member('limit', page);
  for (const amountPaise of [300_000, 123_450, 200_000]) await asha.pay('4021', amountPaise);
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Recent Transactions' }).waitFor();
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.evaluate(`addEventListener('click', () => sessionStorage.setItem('left', scrollY), true)`);
  await page.getByRole('link', { name: 'View All', exact: true }).last().click();
  await expect(page.getByRole('heading', { name: 'Payments', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Recent Transactions' })).toBeVisible();
  const left = Number(await page.evaluate(`sessionStorage.getItem('left')`));
  expect(left).toBeGreaterThan(300);
  await expect.poll(() => page.evaluate('scrollY')).toBe(left);
});
