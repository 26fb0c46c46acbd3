import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, isPhone, test } from './product.ts';
import { settled } from './settled.ts';
import { agree, enterAmount, enterCard } from './steps.ts';

// Many pages a test, and each is read as a whole.
test.describe.configure({ timeout: 600_000 });

const PUBLIC_LOOKS = [
  '/',
  '/features',
  '/pricing',
  '/support',
  '/learn-more',
  '/about',
  '/blog',
  '/faqs',
  '/contact',
  '/compliance',
  '/hi',
];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Every finding on the page as it stands; in the other theme nothing differs but the colours. */
async function findings(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settled(page);
    const axe = new AxeBuilder({ page });
    const { violations } = await (
      colorScheme === 'light' ? axe.withTags(TAGS) : axe.withRules('color-contrast')
    ).analyze();
    for (const { id, nodes } of violations) {
      found.push(
        `${name}, ${colorScheme}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
      );
    }
  }
  return found;
}

async function openAndLook(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return findings(page, path);
}

test('public pages have no findings', async ({ page }) => {
  const found: string[] = [];
  // Of the pages that one form draws, one; the tests of the public pages read the rest.
  for (const path of PUBLIC_LOOKS) {
    found.push(...(await openAndLook(page, path)));
  }
  expect(found).toEqual([]);
});

test('the ways in have no findings', async ({ page }) => {
  const found: string[] = [];
  for (const path of ['/login', '/signup', '/forgot-password', '/new-password', '/no/such/page']) {
    found.push(...(await openAndLook(page, path)));
  }
  await page.goto('/signup');
  await page.getByRole('button', { name: 'Create Account' }).click();
  found.push(...(await findings(page, 'sign-up with errors')));
  await page.getByRole('tab', { name: 'Mobile' }).click();
  found.push(...(await findings(page, 'sign-up by mobile')));
  expect(found).toEqual([]);
});

test("a newcomer's pages have no findings: onboarding, KYC, what is empty", async ({ page, member }) => {
  const found: string[] = [];
  await member('account', page);
  await page.goto('/onboarding');
  await page.getByRole('button', { name: 'Continue' }).click();
  found.push(...(await findings(page, 'onboarding with errors')));
  await page.getByLabel('Full name').fill('Asha Rao');
  await page.getByLabel('PAN number').fill('ABCPR1234A');
  await page.getByRole('button', { name: 'Continue' }).click();
  found.push(...(await findings(page, 'onboarding, step 2')));
  await page.getByLabel('Date of birth').fill('1990-01-01');
  await page.getByLabel('Current address').fill('12 Lake Road, Pune 411001');
  await page.getByRole('button', { name: 'Continue' }).click();
  found.push(...(await findings(page, 'onboarding, step 3')));
  for (const path of [
    '',
    '/transactions',
    '/payments',
    '/profile',
    '/pay-bill',
    '/kyc-verification',
    '/credit',
  ]) {
    found.push(...(await openAndLook(page, `/dashboard${path}`)));
  }
  expect(found).toEqual([]);
});

test("a member's pages have no findings: dashboard, history, plan, profile, dialogs", async ({
  page,
  member,
}) => {
  const found: string[] = [];
  const asha = await member('limit', page);
  const first = await asha.pay('4021', 300_000);
  await asha.repay(first.id, 100_000);
  const failed = await asha.start('1002', 200_000);
  await asha.until(failed.id, 'failed');
  const paths = [
    '',
    '/transactions',
    '/payments',
    `/payments/${first.id}`,
    '/profile',
    '/kyc-verification',
    '/credit',
    '/rewards',
    '/help',
  ];
  const results = [first, failed].map(({ id }) => `/payment-success?id=${id}`);
  for (const path of [...paths, ...results, '/payment-success', '/no-such-page']) {
    found.push(...(await openAndLook(page, `/dashboard${path}`)));
  }
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Edit' }).click();
  found.push(...(await findings(page, 'edit profile')));
  await page.goto(`/dashboard/payments/${first.id}`);
  await page.getByRole('button', { name: 'Other amount' }).click();
  found.push(...(await findings(page, 'repay')));
  await page.goto(`/dashboard/payments/${first.id}?autopay=set-up`);
  await expect(page.getByRole('dialog', { name: 'Set up autopay' }).getByText('UPI AutoPay')).toBeVisible();
  found.push(...(await findings(page, 'set up autopay')));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  found.push(...(await findings(page, 'notifications')));
  await page.keyboard.press('Escape');
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    found.push(...(await findings(page, 'menu')));
  }
  expect(found).toEqual([]);
});

test('the pay wizard has no findings at any step', async ({ page, member }) => {
  const found: string[] = [];
  await member('limit', page);
  await page.goto('/dashboard/pay-bill');
  await page.getByRole('button', { name: 'Continue' }).click();
  found.push(...(await findings(page, 'card, with errors')));
  await enterCard(page, '4021');
  await expect(page.getByText('Step 2 of 3')).toBeVisible();
  found.push(...(await findings(page, 'amount')));
  await enterAmount(page, '15000');
  await agree(page);
  await page.getByText('Key facts statement').click();
  found.push(...(await findings(page, 'confirmation')));
  expect(found).toEqual([]);
});
