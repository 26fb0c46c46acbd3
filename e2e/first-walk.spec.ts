import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { enterCard, onboard, payButton } from './steps.ts';

/** From the landing page to a paid bill: sign-up 4, profile 3, identity 5, limit 3, paying 5. */
const PRESSES_MAX = 20;

/**
 * Counts what a finger does; what a label hands on to its box is no second press. A press that hit something else, because the
 * page moved at that moment, Playwright takes back at the window and tries again: the document never hears of it.
 */
const COUNT = `document.addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && countPress(), true)`;

const press = (page: Page, role: 'link' | 'button', name: string | RegExp) =>
  page.getByRole(role, { name }).filter({ visible: true }).first().click();

test('a new person has a fetched bill paid within twenty presses of the landing page', async ({
  page,
  outside,
  identity,
}) => {
  let presses = 0;
  await page.exposeFunction('countPress', () => {
    presses += 1;
  });
  await page.addInitScript(COUNT);
  await page.goto('/');
  await press(page, 'link', 'Sign Up');
  await page.getByRole('tab', { name: 'Mobile' }).click();
  await page.getByLabel('Mobile number').fill(identity.mobile);
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await press(page, 'button', 'Send OTP');
  const sms = await outside.message(`+91${identity.mobile}`, (sent) => sent.otp !== null);
  await page.getByLabel('Enter the 6-digit code').fill(sms.otp!);
  await expect(page).toHaveURL(/\/onboarding/);
  await onboard(page, identity);

  await press(page, 'link', 'Complete KYC');
  await expect(page).toHaveURL(/\/profile/);
  await press(page, 'link', 'Complete KYC');
  // The PAN of the profile stands there already.
  await expect(page).toHaveURL(/\/kyc-verification/);
  await press(page, 'button', 'Continue');
  await page.getByLabel('Aadhaar number').fill(identity.aadhaar);
  await press(page, 'button', 'Continue');
  await page.waitForURL(/\/digilocker\/consent\//);
  await outside.consentOf(page.url().split('/').at(-1)!, identity.pan);
  await press(page, 'button', /approve/i);
  await page.getByRole('checkbox', { name: /I allow the lender/ }).check();
  await press(page, 'button', 'See my credit limit');
  await press(page, 'button', 'Accept this limit');

  await press(page, 'link', 'Pay a bill');
  await enterCard(page, '4021');
  await expect(page.getByRole('radio', { name: /Full amount due.*₹/ })).toBeVisible();
  await press(page, 'button', 'Continue');
  await page.getByRole('checkbox', { name: /I have read the key facts/ }).check();
  await payButton(page).click();
  await expect(page.getByRole('heading', { name: 'HDFC Bank has your payment' })).toBeVisible();
  test.info().annotations.push({ type: 'presses', description: String(presses) });
  expect(presses).toBeGreaterThan(0);
  expect(presses).toBeLessThanOrEqual(PRESSES_MAX);
});
