import type { Locator, Page } from '@playwright/test';
import { cardEnding, PASSWORD } from './member.ts';
import { expect, test } from './product.ts';

test('an unknown address gets the not-found page, is logged, and leads home', async ({ page, member }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404');
  await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
  await expect.poll(() => said.some((line) => line.includes('/no/such/page'))).toBe(true);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await member('profile', page);
  await page.goto('/dashboard/no-such-page');
  await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
});

test('a person who comes back to the dashboard has its figures asked for beside its script, each once', async ({
  page,
  member,
}) => {
  await member('limit', page);
  // A visitor who comes back has the scripts on the device; without them an answer may be too old to be used.
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent Transactions' })).toBeVisible();
  // The first visit may still be asking for something: it ends here, and what follows is the second one's.
  await page.goto('about:blank');
  const asked: string[] = [];
  const styles: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/v1/')) asked.push(pathname + search);
    if (pathname.startsWith('/assets/styles-')) styles.push(pathname);
  });
  await page.goto('/dashboard');
  await expect(page.getByText('Available Credit')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Recent Transactions' })).toBeVisible();
  const early = await page.locator('meta[name="dashboard-asks"]').getAttribute('content');
  const paths = early?.split(' ') ?? [];
  expect(asked.slice(0, paths.length).toSorted()).toEqual(paths.toSorted());
  expect(asked.filter((one) => paths.includes(one)).toSorted()).toEqual(paths.toSorted());
  // They stand in the page: a second copy would style everything again.
  expect(styles).toEqual([]);
});

test('one press turns the landing page and the dashboard to Hindi, digits stay Latin', async ({
  page,
  member,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'हिन्दी' }).click();
  await expect(page).toHaveURL(/\/hi\/?$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'आपके कार्ड का बिल आज हम भरते हैं। आप बाद में चुकाते हैं।',
  );
  await page.goto('/pricing?ref=FRIEND');
  await expect(page).toHaveURL(/\/hi\/pricing\/?\?ref=FRIEND$/);
  const asha = await member('limit', page);
  await asha.pay('4021', 300_000);
  await page.goto('/dashboard');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await expect(page.getByText('उपलब्ध क्रेडिट').first()).toBeVisible();
  await expect(page.getByText('₹22,000').first()).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByText('Available Credit')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Available Credit')).toBeVisible();
  await page.goto('/pricing');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('the calculator on the landing page prices a bill before a visitor signs up', async ({ page }) => {
  await page.goto('/');
  const amount = page.getByLabel('Your card bill');
  await amount.fill('15000');
  await expect(page.getByText('₹15,300').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('₹5,200').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('₹15,600').filter({ visible: true }).first()).toBeVisible();
});

/** Tab until a control has the focus, as a user without a pointer does. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let press = 0; press < 40; press += 1) {
    if ((await control.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${String(control)}`);
}

test(
  'by keyboard alone: log in, dashboard, the first step of paying a bill',
  { tag: '@desk' },
  async ({ page, member }) => {
    const { identity } = await member('limit', page);
    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type(identity.email);
    await page.keyboard.press('Tab');
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
    await tabTo(page, page.getByRole('link', { name: 'Pay Another Bill' }).filter({ visible: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Step 1 of 3')).toBeVisible();
    for (const [label, text] of [
      ['Card number', cardEnding('4021')],
      ['Expiry', '1239'],
      ['CVV', '123'],
      ['Name on card', 'ASHA RAO'],
    ] as const) {
      await tabTo(page, page.getByLabel(label));
      await page.keyboard.type(text);
    }
    await tabTo(page, page.getByLabel('Bank', { exact: true }));
    await page.keyboard.type('HDFC');
    const save = page.getByRole('checkbox', { name: /Save this card/ });
    await tabTo(page, save);
    await page.keyboard.press('Space');
    await expect(save).toBeChecked();
    await tabTo(page, page.getByRole('button', { name: 'Continue' }));
    await expect(page.locator(':focus'), 'the focus can be seen').not.toHaveCSS('outline-style', 'none');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Step 2 of 3')).toBeVisible();
  },
);
