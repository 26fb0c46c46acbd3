import { expect, test } from './product.ts';

test('LEND-9: a part is paid early from the plan: what changes is shown first, and the plan says what changed', async ({
  page,
  member,
}) => {
  const asha = await member('limit', page);
  const { id } = await asha.pay('4021', 1_500_000, { kind: 'emi', instalments: 3 });
  await page.goto(`/dashboard/payments/${id}`);
  await page.getByRole('button', { name: 'See what changes' }).click();
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByLabel('Amount');
  await amount.fill('499');
  await dialog.getByRole('button', { name: 'Pay ₹499' }).click();
  await expect(dialog.getByText('Enter at least ₹500').first()).toBeVisible();
  await amount.fill('5000');
  // On the day of the payment no interest has been earned: all of it repays the bill.
  await expect(dialog.getByText('₹5,200.00').first()).toBeVisible();
  await expect(dialog.getByText('₹3,501.00').first()).toBeVisible();
  await dialog.getByText('Show the new schedule').click();
  await expect(dialog.getByRole('list', { name: 'Repayment schedule' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Pay ₹5,000' }).click();
  const checkout = page.locator('iframe').first().contentFrame();
  await checkout.getByRole('button', { name: /^Pay ₹/ }).click();
  await expect(page.getByText('₹5,000 received')).toBeVisible();
  await expect(page.getByText(/^Your next instalment is ₹3,\d+\. It was ₹5,200\.$/)).toBeVisible();
  await expect(
    page.getByText(/^Smaller since .+ instead of ₹5,200, after you paid a part early\.$/),
  ).toBeVisible();
  const payment = await asha.payment(id);
  expect(payment.partPrepayments).toMatchObject([{ amountPaise: 500_000, instalmentBeforePaise: 520_000 }]);
  expect(payment.schedule).toHaveLength(3);
});
