import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { withProvider } from './elsewhere.ts';
import { type Member, PASSWORD } from './member.ts';
import { expect, expectToast, test, watchConsole } from './product.ts';
import { logIn } from './steps.ts';
import { totp } from './totp.ts';

const SECURITY = '/dashboard/security';

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
}

/** Sets an authenticator app up on the page; its secret and the recovery codes that came with it. */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up your app' });
  const image = dialog.getByRole('img', { name: 'QR code for your authenticator app' });
  await expect(image).toBeVisible();
  await expect(image).not.toHaveJSProperty('naturalWidth', 0);
  const secret = (await dialog.locator('code').textContent())!.replaceAll(' ', '');
  await expectAccessible(page);
  const field = dialog.getByLabel('2. Enter the six digits it shows');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await field.fill(totp(secret, 5));
  await expect(dialog.getByRole('alert')).toContainText('This code is not right');
  // A code counts once: the log-in shows the next one. The one before would end while a slow machine sends it.
  await field.fill(totp(secret));
  await expect(dialog).toBeHidden();
  return { secret, codes: await keepCodes(page) };
}

async function keepCodes(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { name: 'Keep these recovery codes' })).toBeFocused();
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).locator('code').allTextContents();
  expect(new Set(codes).size).toBe(10);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('mohlat-recovery-codes.txt');
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeHidden();
  return codes;
}

test('a second step by app: set up, asked after the password, replaced by a recovery code, taken away', async ({
  page,
  member,
  outside,
}) => {
  const quiet = watchConsole(page);
  const { identity } = await member('profile', page);
  await page.goto('/dashboard/profile');
  await page.getByRole('link', { name: 'Open: Security' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  const { secret, codes } = await setUpApp(page);
  await expect(page.getByText('10 of 10 left')).toBeVisible();
  await outside.message(identity.email, ({ text }) => text.includes('second step'));
  await expectAccessible(page);
  await logOut(page);

  // Where the user wanted to go survives both questions; a password alone opens nothing.
  await page.goto('/dashboard/transactions');
  await logIn(page, identity);
  await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible();
  await page.goto('/dashboard/transactions');
  const code = page.getByLabel('Code from your authenticator app');
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await code.fill('000000');
  await expect(page.getByRole('alert')).toContainText('This code is not right');
  await code.fill(totp(secret, 1));
  await expectToast(page, 'Login Successful');
  await expect(page).toHaveURL(/\/dashboard\/transactions$/);
  await logOut(page);

  await page.goto('/login');
  await logIn(page, identity);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0]!.toUpperCase());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto(SECURITY);
  await expect(page.getByText('9 of 10 left')).toBeVisible();

  // Taking it away asks for it once more, over the open page.
  await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
  const again = page.getByRole('dialog', { name: 'One more step' });
  await expect(again.getByLabel('Code from your authenticator app')).toBeVisible();
  await again.getByRole('button', { name: 'Use a recovery code' }).click();
  await again.getByLabel('Recovery code').fill(codes[1]!);
  await again.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Authenticator app removed');
  await expect(page.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible();
  await logOut(page);
  await page.goto('/login');
  await logIn(page, identity);
  await expect(page).toHaveURL(/\/dashboard$/);
  quiet();
});

test('a second step by passkey: made, used to log in, taken away', async ({ page, member }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const { identity } = await member('profile', page);
  await page.goto(SECURITY);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Give it a name');
  await dialog.getByLabel('Name').fill('Work laptop');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await keepCodes(page);
  await expect(page.getByText('Work laptop')).toBeVisible();
  await logOut(page);

  await page.goto('/login');
  await logIn(page, identity);
  await page.getByRole('button', { name: 'Use your passkey', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto(SECURITY);
  await page.getByRole('button', { name: 'Remove Work laptop' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
  await page
    .getByRole('dialog', { name: 'One more step' })
    .getByRole('button', { name: 'Use your passkey', exact: true })
    .click();
  await expectToast(page, 'Passkey removed');
  await expect(page.getByText('No passkey yet.')).toBeVisible();
});

/** The same person in another browser. */
async function onAnotherDevice(browser: Browser, baseURL: string, member: Member): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0',
  });
  const page = await context.newPage();
  await page.goto('/login');
  await logIn(page, member.identity);
  await expect(page).toHaveURL(/\/dashboard$/);
  return page;
}

test('devices: seen, logged out one by one and by a new password, and all of them at once', async ({
  page,
  browser,
  baseURL,
  member,
}) => {
  const me = await member('profile', page);
  const other = await onAnotherDevice(browser, baseURL!, me);
  const ended = other.getByRole('dialog', { name: 'Your session has ended' });
  await page.goto(SECURITY);
  const devices = page.getByRole('listitem').filter({ hasText: 'Logged in' });
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText('This device');
  await page.getByRole('button', { name: /^Log out Firefox on Windows/ }).click();
  await expectToast(page, 'Device logged out');
  await expect(devices).toHaveCount(1);
  // Nothing was pressed over there: the open page hears of it.
  await expect(ended).toBeVisible();
  await logIn(other, me.identity);
  await expect(ended).toBeHidden();

  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const fill = async (password: string) => {
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await dialog.getByLabel('New password', { exact: true }).fill(password);
    await dialog.getByLabel('Confirm new password').fill(password);
    await dialog.getByRole('button', { name: 'Save password' }).click();
  };
  await fill('abc');
  await expect(dialog.getByRole('alert')).toContainText('It is too short.');
  const fresh = 'another quiet river stone';
  await fill(fresh);
  await expectToast(page, 'Password changed');
  await expect(ended).toBeVisible();
  await logIn(other, me.identity, fresh);
  await expect(ended).toBeHidden();

  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(ended).toBeVisible();
  await other.context().close();
});

test('an account elsewhere and a code by SMS: linked from here, then what the person logs in with', async ({
  page,
  member,
}, info) => {
  const { providerUrl } = info.config.metadata as { providerUrl: string };
  const { identity } = await member('profile', page);
  const account = { sub: identity.mobile, email: `else-${identity.email}` };
  await withProvider(providerUrl, account, async () => {
    await page.goto(SECURITY);
    await page.getByRole('button', { name: 'Link Keycloak' }).click();
    await expectToast(page, 'Keycloak linked');
    await expect(page).toHaveURL(new RegExp(`${SECURITY}$`));
    await expect(page.getByRole('button', { name: 'Unlink Keycloak' })).toBeVisible();
    await expect(page.getByText(account.email)).toBeVisible();
    // The session went on: no second one stands in the list.
    await expect(page.getByRole('listitem').filter({ hasText: 'Logged in' })).toHaveCount(1);

    await page.getByRole('button', { name: 'Set up code by SMS' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up code by SMS' });
    await dialog.getByLabel('Mobile number').fill('98000 00001');
    await dialog.getByRole('button', { name: 'Send the code' }).click();
    const field = dialog.getByLabel('Enter the 6-digit code');
    await expect(field).toBeFocused();
    await expectAccessible(page);
    await field.fill('424242');
    await keepCodes(page);
    await logOut(page);

    await page.goto('/dashboard/transactions');
    await page.getByRole('button', { name: 'Continue with Keycloak' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible();
    await page.getByRole('button', { name: 'Send the code' }).click();
    await page.getByLabel('Enter the 6-digit code').fill('424242');
    await expectToast(page, 'Login Successful');
    await expect(page).toHaveURL(/\/dashboard\/transactions$/);
  });
});

test('two tabs of one session renew it at the same moment, and both live on', async ({ page, member }) => {
  await member('profile', page);
  const second = await page.context().newPage();
  // The same address without the product: nothing of it acts when the session is changed.
  for (const tab of [page, second]) await tab.goto('/icon.svg');
  const before = await page.evaluate(() => localStorage.getItem('mohlat-auth'));
  // The token has run out while both tabs slept.
  await page.evaluate((stored) => {
    const session = JSON.parse(stored!) as { expires_at: number };
    localStorage.setItem(
      'mohlat-auth',
      JSON.stringify({ ...session, expires_at: session.expires_at - 7200 }),
    );
  }, before);
  const sent: string[] = [];
  await page.context().route(/\/auth\/v1\/token\?/, async (route) => {
    sent.push((route.request().postDataJSON() as { refresh_token: string }).refresh_token);
    // Neither is answered before both have asked.
    await expect.poll(() => sent.length).toBe(2);
    await route.continue();
  });
  await Promise.all([page.goto('/dashboard'), second.goto('/dashboard')]);
  const tokenOf = (stored: string | null) => (JSON.parse(stored!) as { refresh_token: string }).refresh_token;
  await expect
    .poll(async () => tokenOf(await page.evaluate(() => localStorage.getItem('mohlat-auth'))))
    .not.toBe(tokenOf(before));
  for (const tab of [page, second]) {
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
    await tab.goto(SECURITY);
    await expect(tab.getByText('This device')).toBeVisible();
  }
  expect(sent).toEqual([tokenOf(before), tokenOf(before)]);
});

test('given two open tabs, when their person logs out in one, then nothing of theirs stays in the other', async ({
  page,
  member,
}) => {
  await member('profile', page);
  const other = await page.context().newPage();
  for (const tab of [page, other]) await tab.goto('/dashboard/help');
  await other.evaluate(() => sessionStorage.setItem('mohlat-draft:support-message', '{"message":"Hello"}'));
  await page.goto(SECURITY);
  await logOut(page);
  await expect(page).toHaveURL(/\/$/);
  await expect(other).toHaveURL(/\/$/);
  await expect(other.getByRole('dialog')).toHaveCount(0);
  const left = await other.evaluate(() => Object.keys(sessionStorage));
  // The way down the pages is no word of anybody.
  expect(left.filter((key) => key !== 'react-router-scroll-positions')).toEqual([]);
});
