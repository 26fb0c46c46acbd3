import { expect, test } from './product.ts';

// Every address that the specification names is opened in a browser, and shows its page.

type Address = readonly [path: string, heading: string];
const PUBLIC: readonly Address[] = [
  ['/', 'We pay your card bill today. You repay later.'],
  ['/features', 'What Mohlat does'],
  ['/pricing', 'Pricing'],
  ['/support', 'Support'],
  ['/learn-more', 'How Mohlat works, in full'],
  ['/about', 'About Mohlat'],
  ['/careers', 'Careers'],
  ['/blog', 'Blog'],
  ['/press', 'Press'],
  ['/faqs', 'Questions and answers'],
  ['/contact', 'Contact'],
  ['/security', 'Security'],
  ['/terms', 'Terms and Conditions'],
  ['/privacy', 'Privacy Policy'],
  ['/cookies', 'Cookies'],
  ['/compliance', 'Compliance'],
  ['/login', 'Log in'],
  ['/signup', 'Create Your Account'],
  ['/forgot-password', 'Forgot your password'],
];
const MEMBER: readonly Address[] = [
  ['/dashboard', 'Welcome, Asha Rao'],
  ['/dashboard/pay-bill', 'Pay Bill'],
  ['/dashboard/transactions', 'Transaction History'],
  ['/dashboard/payments', 'Payments'],
  ['/dashboard/rewards', 'Rewards'],
  ['/dashboard/profile', 'My Profile'],
  ['/dashboard/kyc-verification', 'KYC Verification'],
  ['/dashboard/help', 'Help & Support'],
];

test('each public address shows its page', async ({ page }) => {
  for (const [path, heading] of PUBLIC) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading);
  }
});

test('each address of the dashboard shows its page', async ({ page, member }) => {
  await member('profile', page);
  for (const [path, heading] of MEMBER) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading);
  }
});

test('the onboarding shows its first step to a person without a profile', async ({ page, member }) => {
  await member('account', page);
  await page.goto('/onboarding');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Basic Info');
});

test('the result page of a payment says what was paid', async ({ page, member }) => {
  const asha = await member('limit', page);
  const { id } = await asha.pay('4021', 300_000);
  await page.goto(`/dashboard/payment-success?id=${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
