import { expect, expectToast, test } from './product.ts';

test('onboarding says what is missing, keeps what was typed over a reload, and goes back a step', async ({
  page,
  member,
}) => {
  const { identity } = await member('account', page);
  await page.goto('/onboarding');
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  await page.getByLabel('Full name').fill('Asha Rao');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, 'Missing information');
  await expect(page.getByRole('alert')).toContainText('Please fill all required fields before proceeding');
  await expect(page.getByText('Step 1 of 3')).toBeVisible();
  await page.getByLabel('PAN number').fill('ab12');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('Please enter all 10 characters of your PAN number');
  await page.getByLabel('PAN number').fill(identity.pan.toLowerCase());
  await expect(page.getByLabel('PAN number')).toHaveValue(identity.pan);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Step 2 of 3')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Step 2 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByLabel('Full name')).toHaveValue('Asha Rao');
  await expect(page.getByLabel('PAN number')).toHaveValue(identity.pan);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Date of birth').fill('2015-01-01');
  await page.getByLabel('Current address').fill('12 Lake Road, Pune 411001');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('You have to be 18 or older to use Mohlat.');
});

test('before KYC the dashboard says what unlocks a limit, and paying leads there', async ({
  page,
  member,
}) => {
  await member('profile', page);
  await page.goto('/dashboard');
  await expect(page.getByText('KYC Required')).toBeVisible();
  await expect(page.getByText('No Pending Payments', { exact: true })).toBeVisible();
  await expect(page.getByText('All your bills are paid')).toBeVisible();
  await expect(page.getByText('No Recent Activity')).toBeVisible();
  await expect(page.getByText('No transaction history yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Make Your First Payment' })).toBeVisible();
  await page.getByRole('link', { name: 'Complete KYC' }).click();
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
  await expect(page.getByText('Complete KYC to view').first()).toBeVisible();
  await page.goto('/dashboard/pay-bill');
  await page.getByRole('link', { name: 'Complete KYC' }).click();
  await expect(page).toHaveURL(/\/dashboard\/kyc-verification$/);
  await page.getByLabel('PAN number').fill('ABCDE12345');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(
    page.getByText('Please enter a valid PAN number in the format ABCDE1234F').first(),
  ).toBeVisible();
});
