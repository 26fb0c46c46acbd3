import { expectAccessible } from './accessible.ts';
import { expect, expectToast, test, watchConsole } from './product.ts';

test('after wrong codes of strangers the link of the SMS logs its reader in, once', async ({
  page,
  browser,
  baseURL,
  outside,
  identity,
}) => {
  const phone = `+91${identity.mobile}`;
  const ask = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    return fetch(`${baseURL}/auth/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const show = async (token: string) => (await ask('/verify', { type: 'sms', phone, token })).status;
  await ask('/otp', { phone });
  const { otp } = await outside.message(phone, (sent) => sent.otp !== null);
  expect(await show(otp!)).toBe(200);
  await ask('/otp', { phone });
  for (let digit = 1; digit <= 5; digit += 1) expect(await show(String(digit).repeat(6))).toBe(403);

  const quiet = watchConsole(page);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Use mobile OTP' }).click();
  await page.getByLabel('Mobile number').fill(identity.mobile);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  const { links } = await outside.message(phone, (sent) => sent.links.length > 0);
  await page.goto(links[0]!);
  await expect(page.getByRole('heading', { name: 'Log in by this link' })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/enter$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expectToast(
    page,
    `You are logged in as +91 ${identity.mobile.slice(0, 5)} ${identity.mobile.slice(5)}.`,
  );
  await expect(page).toHaveURL(/\/onboarding$/);
  quiet();

  const elsewhere = await browser.newContext();
  const again = await elsewhere.newPage();
  await again.goto(links[0]!);
  await again.getByRole('button', { name: 'Log In' }).click();
  await expect(again.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expect(again.getByRole('link', { name: 'Ask for a new code' })).toBeVisible();
  await elsewhere.close();
});
