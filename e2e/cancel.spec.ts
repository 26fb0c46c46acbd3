import { expect, test } from './product.ts';

test('LEND-8: a payment is cancelled from its plan: the cost is shown, paid, and nothing is left to repay', async ({
  page,
  member,
}) => {
  const asha = await member('limit', page);
  const { id } = await asha.pay('4021', 300_000, { kind: 'emi', instalments: 3 });
  await asha.repay(id, 100_000);
  await page.goto(`/dashboard/payments/${id}`);
  await expect(
    page.getByText(/^Cancel until the end of .+ for ₹2,000\. The service fee falls away\.$/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Cancel this payment' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('To pay now')).toBeVisible();
  await dialog.getByRole('button', { name: 'Pay ₹2,000 and cancel' }).click();
  const checkout = page.locator('iframe').first().contentFrame();
  await checkout.getByRole('button', { name: /^Pay ₹/ }).click();
  await expect(page.getByText('You cancelled this payment')).toBeVisible();
  await expect(page.getByText('₹2,000 received. The payment is cancelled')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel this payment' })).toBeHidden();
  expect(await asha.payment(id)).toMatchObject({ outstandingPaise: 0, ending: { kind: 'cancelled' } });
  await page.goto(`/dashboard/payment-success?id=${id}`);
  await expect(page.getByText('Bill paid · cancelled by you, nothing left to repay')).toBeVisible();
});

test('what was paid too much goes back, and the plan says so', async ({ page, member }) => {
  const asha = await member('limit', page);
  const { id, outstandingPaise } = await asha.pay('4021', 300_000, { kind: 'emi', instalments: 3 });
  await asha.repay(id, outstandingPaise);
  await page.goto(`/dashboard/payments/${id}`);
  await expect(page.getByText(/^₹60 returned on /)).toBeVisible();
  await expect(page.getByText('Nothing left to repay', { exact: true })).toBeVisible();
});
