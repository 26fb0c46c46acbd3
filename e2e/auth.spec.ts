import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { type Identity, PASSWORD } from './member.ts';
import type { Outside } from './outside.ts';
import { expect, expectToast, isPhone, menuOf, test, toastOf } from './product.ts';
import { fillSignUp, logIn, signUpByMobile } from './steps.ts';

test('a forgotten password: the mailed link leads to a new one, which then logs in', async ({
  page,
  outside,
  member,
}) => {
  const { identity } = await member('account', page);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password' })).toBeVisible();
  await page.getByLabel('Email').fill(identity.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Check your mail')).toBeVisible();
  const mail = await outside.message(identity.email, (sent) =>
    sent.links.some((link) => link.includes('recovery')),
  );
  await page.goto(mail.links.find((link) => link.includes('recovery'))!);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  const fresh = 'another quiet river stone';
  await page.getByLabel('Password', { exact: true }).fill(fresh);
  await page.getByLabel('Confirm Password').fill('something else entirely');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('alert')).toContainText('Please ensure both passwords are the same');
  await page.getByLabel('Confirm Password').fill(fresh);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expectToast(page, 'Password changed');
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await logIn(page, identity, PASSWORD);
  await expectToast(page, 'Login Failed');
  await logIn(page, identity, fresh);
  await expectToast(page, 'Login Successful');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a mailed link in another browser names its account, and logs in by a press alone', async ({
  page,
  browser,
  outside,
  member,
}) => {
  const { identity } = await member('account', page);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(identity.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const mail = await outside.message(identity.email, (sent) =>
    sent.links.some((link) => link.includes('recovery')),
  );
  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  await elsewhere.goto(mail.links.find((link) => link.includes('recovery'))!);
  await expect(elsewhere.getByText(`This link logs you in as ${identity.email}.`)).toBeVisible();
  expect(await elsewhere.evaluate(() => localStorage.getItem('mohlat-auth'))).toBeNull();
  await expectAccessible(elsewhere);
  await elsewhere.getByRole('button', { name: `Continue as ${identity.email}` }).click();
  await expect(elsewhere.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await context.close();
});

test('a used recovery link says so and offers a new one', async ({ page, outside, member }) => {
  const { identity } = await member('account', page);
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(identity.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const mail = await outside.message(identity.email, (sent) =>
    sent.links.some((link) => link.includes('recovery')),
  );
  const link = mail.links.find((one) => one.includes('recovery'))!;
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Send a new link' })).toBeVisible();
});

test('a wrong password and an unknown address get the same answer, once', async ({
  page,
  identity,
  member,
}) => {
  await member('account', page);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log In' }).click();
  const summary = page.getByRole('alert');
  await expect(summary).toContainText('Enter your email');
  await expect(summary).toContainText('Enter your password');
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  for (const email of [identity.email, `nobody-${identity.email}`]) {
    await logIn(page, { email }, 'not the password');
    const message = toastOf(page, 'The email or the password is not right.');
    await expect(message).toBeVisible();
    await expect(page.getByText('The email or the password is not right.')).toHaveCount(1);
    await expect(summary).toHaveCount(0);
    await expect(page).toHaveTitle(/^Error: /);
    // On a phone it stands at the bottom, off the heading and the list of errors.
    if (isPhone(page))
      await expect
        .poll(async () => (await message.boundingBox())?.y)
        .toBeGreaterThan((page.viewportSize()?.height ?? 0) / 2);
    await expect(page).toHaveURL(/\/login$/);
  }
});

test('a refusal stands on the page where the list of toasts cannot be fetched', async ({ page }) => {
  await page.route(/toast-list/, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('toast-list'));
  await page.goto('/login');
  await failed;
  await logIn(page, { email: 'nobody@example.in' }, 'not the password');
  await expect(page.getByRole('alert')).toHaveText('Login FailedThe email or the password is not right.');
});

test('an address that was never confirmed cannot log in, and can have its mail again in a minute', async ({
  page,
  outside,
  identity,
}) => {
  await page.goto('/signup');
  await fillSignUp(page, identity.email, PASSWORD, PASSWORD);
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/login/);
  const mail = await outside.message(identity.email, (sent) => sent.links.length > 0);
  await expect(page.getByText('Check your email', { exact: true })).toBeVisible();
  await logIn(page, identity);
  await expectToast(page, 'Your email is not confirmed yet. Open the link we sent you, or ask for it again.');
  // It is asked for where the page waits for its code, and nowhere else.
  await expect(page.getByRole('button', { name: 'Send the confirmation mail again' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Send the mail again in/ })).toBeDisabled();
  await page.getByLabel('Enter the 6-digit code').fill(mail.otp!);
  await expectToast(page, 'Your email is confirmed');
  await expect(page).toHaveURL(/\/onboarding$/);
});

test(
  'logging out leads to the landing page and closes what was open',
  { tag: '@wide' },
  async ({ page, member }) => {
    await member('profile', page);
    await page.goto('/dashboard');
    const menu = await menuOf(page);
    await menu.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login$/);
  },
);

test('a deep link without a session asks for a log-in and then opens', async ({ page, member }) => {
  const { identity } = await member('profile', page);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/dashboard/transactions?status=pending');
  await expect(page).toHaveURL(/\/login\?next=/);
  await logIn(page, identity);
  await expect(page).toHaveURL(/\/dashboard\/transactions\?status=pending$/);
  await expect(page.getByRole('heading', { name: 'Transaction History' })).toBeVisible();
  await page.goto('/login');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/');
  await expect(page.getByText('Welcome back').filter({ visible: true })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('the sign-up by e-mail says what is wrong: passwords that differ, terms not accepted', async ({
  page,
  identity,
}) => {
  await page.goto('/signup');
  await expect(page.getByText('At least 8 characters')).toBeVisible();
  await fillSignUp(page, identity.email, PASSWORD, `${PASSWORD}s`);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expectToast(page, 'Passwords do not match');
  await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription(
    /Please ensure both passwords are the same/,
  );
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expectToast(page, 'Terms and Conditions');
  const terms = page.getByRole('checkbox', { name: /I agree/ });
  await expect(terms).toHaveAccessibleDescription('Please agree to the terms and conditions to continue');
  await expect(terms).not.toBeChecked();
  await page.getByRole('alert').getByText('Agree to the terms').click();
  await expect(terms).toBeFocused();
  await page.getByRole('tab', { name: 'Mobile' }).click();
  await expect(toastOf(page, 'Terms and Conditions')).toHaveCount(0);
});

test('the sign-up by mobile says what is wrong: terms, number, a short code, a wrong code', async ({
  page,
  outside,
  identity,
}) => {
  await page.goto('/signup');
  await page.getByRole('tab', { name: 'Mobile' }).click();
  const mobile = page.getByLabel('Mobile number');
  await mobile.fill('12345');
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter a 10-digit Indian mobile number');
  await expectToast(page, 'Please agree to the terms and conditions to continue');
  await mobile.fill(`+91 ${identity.mobile.slice(0, 5)} ${identity.mobile.slice(5)}`);
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByRole('button', { name: 'Send OTP' }).click();
  const code = page.getByLabel('Enter the 6-digit code');
  await code.fill('123');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expectToast(page, 'Invalid OTP');
  await expect(code).toHaveAccessibleDescription(/Please enter a valid 6-digit OTP/);
  const sms = await outside.message(`+91${identity.mobile}`, (sent) => sent.otp !== null);
  await code.fill(sms.otp === '000000' ? '000001' : '000000');
  await expect(page.getByRole('alert')).toContainText('The code is wrong or has expired.');
  await expect(page.getByRole('button', { name: /^Resend OTP in/ })).toBeDisabled();
  await page.getByRole('button', { name: 'Change Number' }).click();
  await expect(mobile).toBeVisible();
});

/** Signs up by mobile, forgets the session, and asks on the page of the log-in for the next code. */
async function askByMobile(page: Page, outside: Outside, identity: Identity): Promise<void> {
  await signUpByMobile(page, outside, identity);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.getByRole('button', { name: 'Use mobile OTP' }).click();
  await page.getByLabel('Mobile number').fill(identity.mobile);
}

test('a person without an e-mail address comes back by a code to the phone', async ({
  page,
  outside,
  identity,
}) => {
  await askByMobile(page, outside, identity);
  const { otp: first } = await outside.message(`+91${identity.mobile}`, (sent) => sent.otp !== null);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  const { otp } = await outside.message(
    `+91${identity.mobile}`,
    (sent) => sent.otp !== null && sent.otp !== first,
  );
  await page.getByLabel('Enter the 6-digit code').fill(otp!);
  await expectToast(page, 'Login Successful');
  await expect(page).toHaveURL(/\/onboarding/);
});

test('a fourth code to one phone within a quarter of an hour is refused', async ({
  page,
  outside,
  identity,
}) => {
  await askByMobile(page, outside, identity);
  // With these two the one that the page asks for is the fourth.
  for (let count = 2; count <= 3; count += 1) {
    const asked = await page.request.post('/auth/v1/otp', { data: { phone: `+91${identity.mobile}` } });
    expect(asked.status()).toBe(200);
  }
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByRole('alert')).toContainText('No code can be sent at the moment.');
});
