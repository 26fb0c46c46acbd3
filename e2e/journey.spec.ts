import { cardEnding, expect, type Identity, type Outside, test, watchConsole } from './product.ts';
import type { Page } from '@playwright/test';

const PASSWORD = 'a quiet river stone';

async function signUpByEmail(page: Page, outside: Outside, { email }: Identity): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign Up' }).first().click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Signup Successful')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  const mail = await outside.message(email, (sent) => sent.links.length > 0);
  await page.goto(mail.links[0]!);
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
}

async function logInByEmail(page: Page, { email }: Identity): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByText('Login Successful')).toBeVisible();
}

async function onboard(page: Page, { pan }: Identity): Promise<void> {
  await page.goto('/onboarding');
  await expect(page.getByText('Step 1 of 3')).toBeVisible();
  await page.getByLabel('Full name').fill('Asha Rao');
  await page.getByLabel('PAN number').fill(pan.toLowerCase());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Date of birth').fill('1990-01-01');
  await page.getByLabel('Current address').fill('12 Lake Road, Pune 411001');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Almost done!')).toBeVisible();
  await page.getByLabel('Monthly income').fill('85000');
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await expect(page.getByText('Onboarding completed')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
}

async function passKyc(page: Page, { pan }: Identity): Promise<void> {
  await page.goto('/dashboard');
  await expect(page.getByText('KYC Required')).toBeVisible();
  await page.goto('/dashboard/kyc-verification');
  await page.getByLabel('PAN number').fill(pan);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('PAN verified successfully')).toBeVisible();
  await page.getByLabel('Aadhaar number').fill('9999 4105 7058');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /approve/i }).click();
  await expect(page.getByText('Aadhaar verified successfully')).toBeVisible();
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByRole('button', { name: 'See my credit limit' }).click();
  await expect(page.getByText('₹25,000').first()).toBeVisible();
}

async function payBill(page: Page, last4: string, amount: string, emis: boolean): Promise<string> {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Pay Another Bill' }).first().click();
  await page.getByLabel('Card number').fill(cardEnding(last4));
  await page.getByLabel('Name on card').fill('ASHA RAO');
  await page.getByLabel('Expiry').fill('1239');
  await page.getByLabel('CVV').fill('123');
  await page.getByLabel('Bank', { exact: true }).selectOption('HDFC Bank');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: /Another amount/ }).check();
  await page.getByLabel('Bill amount').last().fill(amount);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: emis ? /3 EMIs/ : /1 payment/ }).check();
  await page.getByRole('checkbox', { name: /I have read the key facts/ }).check();
  const pressedAt = Date.now();
  await page
    .getByRole('button', { name: new RegExp(`Pay HDFC Bank ₹${amount.replace(/(\d)(\d{3})$/, '$1,$2')}`) })
    .click();
  await expect(page.getByRole('heading', { name: 'HDFC Bank has your payment' })).toBeVisible();
  test.info().annotations.push({ type: 'paid after', description: `${Date.now() - pressedAt} ms` });
  return new URL(page.url()).searchParams.get('id')!;
}

/** Chooses in the dialog, then pays in the provider's own window, as a person would. */
async function repayInCheckout(page: Page, what?: RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Repay' });
  if (what) await dialog.getByRole('radio', { name: what }).check();
  await dialog.getByRole('button', { name: /^Pay ₹/ }).click();
  const checkout = page.frameLocator('iframe').first();
  await checkout.getByRole('button', { name: /^Pay ₹/ }).click();
}

test('by e-mail: sign up, prove identity, have a ₹15,000 bill paid as 3 EMIs, repay one and then all', async ({
  page,
  outside,
  identity,
}) => {
  const isQuiet = watchConsole(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await signUpByEmail(page, outside, identity);
  await page.evaluate(() => localStorage.clear());
  await logInByEmail(page, identity);
  await onboard(page, identity);
  await passKyc(page, identity);
  const id = await payBill(page, '4021', '15000', true);

  await page.goto(`/dashboard/payments/${id}`);
  await page.getByRole('button', { name: 'Pay ₹5,200 now' }).click();
  await repayInCheckout(page);
  await expect(page.getByText('₹5,200 received')).toBeVisible();
  await expect(page.getByText('₹10,400').first()).toBeVisible();

  await page.getByRole('button', { name: 'Other amount' }).click();
  await repayInCheckout(page, /Everything/);
  await expect(page.getByText('Nothing left to repay', { exact: true })).toBeVisible();

  await page.goto('/dashboard/transactions');
  await expect(page.getByText('Completed').first()).toBeVisible();
  expect(sent.filter((one) => /"cvv"|cvv=/i.test(one))).toEqual([]);
  expect(await outside.brokenBooks()).toEqual([]);
  isQuiet();
});

test('by mobile: sign up with a code, have a bill paid and repay it at once', async ({
  page,
  outside,
  identity,
}) => {
  await page.goto('/signup');
  await page.getByRole('tab', { name: 'Mobile' }).click();
  await page.getByLabel('Mobile number').fill(identity.mobile);
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByText('OTP Sent')).toBeVisible();
  const sms = await outside.message(`+91${identity.mobile}`, (sent) => sent.otp !== null);
  await page.getByLabel('Enter the 6-digit code').fill(sms.otp!);
  await expect(page).toHaveURL(/\/onboarding/);
  await onboard(page, identity);
  await passKyc(page, identity);
  const id = await payBill(page, '4022', '9000', false);

  await page.goto(`/dashboard/payments/${id}`);
  await page.getByRole('button', { name: 'Pay ₹9,180 now' }).click();
  await repayInCheckout(page);
  await expect(page.getByText('Nothing left to repay', { exact: true })).toBeVisible();
  expect(await outside.brokenBooks()).toEqual([]);
});
