// The steps of a person at the screen, as the journeys and the specs do them.
import { expect, type Page } from '@playwright/test';
import { cardEnding, type Identity, PASSWORD } from './member.ts';
import type { Outside } from './outside.ts';

export async function fillSignUp(page: Page, email: string, password: string, again: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(again);
}

export async function signUpByEmail(page: Page, outside: Outside, { email }: Identity): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign Up' }).first().click();
  await fillSignUp(page, email, PASSWORD, PASSWORD);
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Signup Successful')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  const mail = await outside.message(email, (sent) => sent.links.length > 0);
  await page.goto(mail.links[0]!);
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
}

/** On whatever page asks for it: /login, or the log-in over an open screen. */
export async function logIn(
  page: Page,
  { email }: Pick<Identity, 'email'>,
  password = PASSWORD,
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

export async function signUpByMobile(page: Page, outside: Outside, { mobile }: Identity): Promise<void> {
  await page.goto('/signup');
  await page.getByRole('tab', { name: 'Mobile' }).click();
  await page.getByLabel('Mobile number').fill(mobile);
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByText('OTP Sent')).toBeVisible();
  const sms = await outside.message(`+91${mobile}`, (sent) => sent.otp !== null);
  await page.getByLabel('Enter the 6-digit code').fill(sms.otp!);
  await expect(page).toHaveURL(/\/onboarding/);
}

export async function onboard(page: Page, { pan, name, dateOfBirth }: Identity): Promise<void> {
  await page.goto('/onboarding');
  await expect(page.getByText('Step 1 of 3')).toBeVisible();
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('PAN number').fill(pan.toLowerCase());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Date of birth').fill(dateOfBirth);
  await page.getByLabel('Current address').fill('12 Lake Road, Pune 411001');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Almost done!')).toBeVisible();
  await page.getByLabel('Monthly income').fill('85000');
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await expect(page.getByText('Onboarding completed')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
}

export async function passKyc(page: Page, outside: Outside, { pan, aadhaar }: Identity): Promise<void> {
  await page.goto('/dashboard');
  await expect(page.getByText('KYC Required')).toBeVisible();
  await page.goto('/dashboard/kyc-verification');
  await page.getByLabel('PAN number').fill(pan);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('PAN verified successfully')).toBeVisible();
  await page.getByLabel('Aadhaar number').fill(aadhaar);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/digilocker\/consent\//);
  await outside.consentOf(page.url().split('/').at(-1)!, pan);
  await page.getByRole('button', { name: /approve/i }).click();
  await expect(page.getByText('Aadhaar verified successfully')).toBeVisible();
  await page.getByRole('checkbox', { name: /I allow the lender/ }).check();
  await page.getByRole('button', { name: 'See my credit limit' }).click();
  await expect(page.getByText('A credit limit of ₹25,000')).toBeVisible();
  await page.getByRole('button', { name: 'Accept this limit' }).click();
  await expect(page.getByText('Your credit limit is ₹25,000').first()).toBeVisible();
}

/** Step 1 of paying a bill, by a new card. */
export async function enterCard(page: Page, last4: string): Promise<void> {
  await page.getByLabel('Card number').fill(cardEnding(last4));
  await page.getByLabel('Name on card').fill('ASHA RAO');
  await page.getByLabel('Expiry').fill('1239');
  await page.getByLabel('CVV').fill('123');
  await page.getByLabel('Bank', { exact: true }).selectOption('HDFC Bank');
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Step 2: an amount of one's own. */
export async function enterAmount(page: Page, rupees: string): Promise<void> {
  await page.getByRole('radio', { name: /Another amount/ }).check();
  await page.getByLabel('Bill amount').last().fill(rupees);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Step 3, without the press that pays. */
export async function agree(page: Page, plan: RegExp = /1 payment/): Promise<void> {
  await page.getByRole('radio', { name: plan }).check();
  await page.getByRole('checkbox', { name: /I have read the key facts/ }).check();
}

export function payButton(page: Page) {
  return page.getByRole('button', { name: /^Pay HDFC Bank ₹/ });
}

/** The id in the result page's address. */
export async function paymentId(page: Page): Promise<string> {
  await page.waitForURL(/payment-success\?id=/);
  return new URL(page.url()).searchParams.get('id')!;
}

/** Chooses in the dialog, then pays in the provider's own window, as a person would. */
export async function repayInCheckout(page: Page, what?: RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Repay' });
  if (what) await dialog.getByRole('radio', { name: what }).check();
  await dialog.getByRole('button', { name: /^Pay ₹/ }).click();
  const checkout = page.locator('iframe').first().contentFrame();
  await checkout.getByRole('button', { name: /^Pay ₹/ }).click();
}
