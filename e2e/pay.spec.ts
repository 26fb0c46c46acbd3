import { expect, expectToast, test } from './product.ts';
import { agree, enterAmount, enterCard, payButton, paymentId } from './steps.ts';

test('the wizard names what is missing, refuses more than the limit, and is left by Cancel', async ({
  page,
  member,
}) => {
  await member('limit', page);
  await page.goto('/dashboard/pay-bill');
  await expect(page.getByText('Step 1 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, 'Please fill in all required fields');
  await expect(page.getByRole('alert')).toContainText('Please fill in all required fields');
  await enterCard(page, '4021');
  await expect(page.getByText('Step 2 of 3')).toBeVisible();
  await page.getByRole('radio', { name: /Another amount/ }).check();
  const amount = page.getByLabel('Bill amount').last();
  await amount.fill('25000.01');
  await expect(page.getByText('The bill amount exceeds your available credit limit').first()).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, 'Please enter a valid amount within your credit limit');
  await amount.fill('0');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Step 2 of 3')).toBeVisible();
  await amount.fill('₹1,500');
  await expect(page.getByText('₹50.00')).toBeVisible();
  await page.getByRole('button', { name: '← Back' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('card, amount and price survive a look back and a reload, and consent belongs to one price', async ({
  page,
  member,
}) => {
  await member('limit', page);
  await page.goto('/dashboard/pay-bill');
  await enterCard(page, '4021');
  await enterAmount(page, '15,000');
  await agree(page, /1 payment/);
  await expect(page.getByText('₹15,300.00').first()).toBeVisible();
  await page.getByRole('radio', { name: /3 EMIs/ }).check();
  await expect(page.getByText('₹15,600.00').first()).toBeVisible();
  const consent = page.getByRole('checkbox', { name: /I have read the key facts/ });
  await expect(consent).not.toBeChecked();
  await payButton(page).click();
  await expect(page.getByText('Read and accept the key facts to continue')).toBeVisible();
  await expect(consent).toBeFocused();
  await page.getByRole('button', { name: '← Back' }).click();
  await expect(page.getByLabel('Bill amount').last()).toHaveValue('15,000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Step 3 of 3')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Step 3 of 3')).toBeVisible();
  await expect(payButton(page)).toHaveText('Pay HDFC Bank ₹15,000');
  await page.getByText('Key facts statement').click();
  await expect(page.getByText('Grievance officer', { exact: true })).toBeVisible();
});

test('two presses on Pay are one payment, and the result is there after a reload', async ({
  page,
  member,
}) => {
  const asha = await member('limit', page);
  await page.goto('/dashboard/pay-bill');
  await enterCard(page, '4021');
  await enterAmount(page, '3000');
  await agree(page);
  // The message goes as soon as the page knows more, which it does once the message has been seen.
  const { promise: isSeen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/payments\/[0-9a-f-]{36}$/, async (route) => {
    await isSeen;
    await route.continue();
  });
  await payButton(page).dblclick();
  await expectToast(page, 'Payment Successful');
  goOn();
  const id = await paymentId(page);
  await expect(page.getByRole('heading', { name: 'HDFC Bank has your payment' })).toBeVisible();
  expect((await asha.payments()).map((payment) => payment.id)).toEqual([id]);
  const { ourReference } = await asha.payment(id);
  expect(await asha.outside.executedBills(ourReference!)).toMatchObject([{ amountPaise: 300_000 }]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'HDFC Bank has your payment' })).toBeVisible();
  await expect(page.getByText('₹3,060.00').first()).toBeVisible();
  await expect(page.getByText(ourReference!)).toBeVisible();
  await page.goto('/dashboard/pay-bill');
  await expect(page.getByText('Step 1 of 3')).toBeVisible();
});

test('a bank that never answers: "Do not pay again", never "failed", and the limit stays in use', async ({
  page,
  member,
}) => {
  const asha = await member('limit', page);
  await asha.addCard('1018');
  await page.goto('/dashboard/pay-bill');
  await page.getByRole('button', { name: 'Continue' }).click();
  await enterAmount(page, '3000');
  await agree(page);
  await payButton(page).click();
  const id = await paymentId(page);
  await expect(
    page.getByRole('heading', { name: 'Confirming with your bank. Do not pay again.' }),
  ).toBeVisible();
  await expect(page.getByText(/not paid|failed/i)).toHaveCount(0);
  await expect(page.getByText('You can close this; we will message you.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pay another way or try again' })).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(page.getByText('Confirming with your bank. Do not pay again.').first()).toBeVisible();
  await expect(page.getByText('₹3,000 used of ₹25,000')).toBeVisible();
  await page.goto('/dashboard/pay-bill');
  await expect(page.getByText(/A payment of ₹3,000 to this card is on its way/)).toBeVisible();
  expect((await asha.payment(id)).billStatus).toBe('unknown');
  expect(await asha.outside.brokenBooks()).toEqual([]);
});

test('a bill the bank refuses: nothing owed, nothing used, and the way to try again', async ({
  page,
  member,
}) => {
  const asha = await member('limit', page);
  await page.goto('/dashboard/pay-bill');
  await enterCard(page, '1002');
  await enterAmount(page, '3000');
  await agree(page);
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'Not paid. You owe nothing.' }).first()).toBeVisible();
  const id = await paymentId(page);
  expect(await asha.payment(id)).toMatchObject({ billStatus: 'failed', outstandingPaise: 0 });
  expect(await asha.outside.executedBills((await asha.payment(id)).ourReference!)).toEqual([]);
  await page.getByRole('link', { name: 'Pay another way or try again' }).click();
  await expect(page).toHaveURL(/\/dashboard\/pay-bill/);
  await page.goto('/dashboard');
  await expect(page.getByText('₹0 used of ₹25,000')).toBeVisible();
  await expect(page.getByText('Bill Payment Failed')).toBeVisible();
});

test(
  'a saved card is paid from the dashboard in three presses',
  { tag: '@wide' },
  async ({ page, member }) => {
    const asha = await member('limit', page);
    await asha.addCard('4021');
    await page.goto('/dashboard');
    await page.getByRole('link', { name: /^Pay the bill of HDFC Bank/ }).click();
    await expect(page.getByText('Step 3 of 3')).toBeVisible();
    await page.getByRole('checkbox', { name: /I have read the key facts/ }).check();
    await payButton(page).click();
    await expect(page.getByRole('heading', { name: 'HDFC Bank has your payment' })).toBeVisible();
  },
);
