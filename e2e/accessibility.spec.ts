// The sweep: each page and state is opened once, then read by axe and looked at in every width.
import type { Payment } from '@mohlat/contract';
import type { Page } from '@playwright/test';
import { findings, inBothThemes } from './accessible.ts';
import type { Member } from './member.ts';
import { addressesIn, expect, menuOf, test } from './product.ts';
import { sideways } from './sideways.ts';
import { agree, enterAmount, enterCard } from './steps.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const DESKTOP = { width: 1280, height: 860 };
const PHONE = { width: 360, height: 780 };

/** Draws the same form as a page that axe reads: the tests of the public pages read its words. */
const SAME_FORM = [
  '/careers',
  '/blog/what-15000-costs',
  '/press',
  '/security',
  '/terms',
  '/privacy',
  '/cookies',
];
const PUBLIC = [
  ['/', '/features', '/pricing', '/support', '/learn-more', '/about', '/careers', '/press', '/security'],
  ['/blog', '/blog/what-15000-costs', '/faqs', '/contact', '/compliance', '/terms', '/privacy', '/cookies'],
];

async function fitOf(page: Page): Promise<string[]> {
  const found = await sideways(page);
  await page.setViewportSize(PHONE);
  return found;
}

/** Lists everything that is wrong with the page as it stands, on a phone, which it begins and ends as. */
async function look(page: Page, name: string): Promise<string[]> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const problems = SAME_FORM.includes(name)
    ? await fitOf(page)
    : await inBothThemes(page, 'light', async () => {
        const narrow = await findings(page, { tags: TAGS });
        const out = await sideways(page);
        await page.setViewportSize(DESKTOP);
        const wide = await findings(page, { tags: TAGS });
        await page.setViewportSize(PHONE);
        return [...narrow, ...out, ...wide.map((one) => `desktop: ${one}`)];
      });
  return problems.map((one) => `${name}, ${one}`);
}

async function openAndLook(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return look(page, path);
}

async function sweep(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) found.push(...(await openAndLook(page, path)));
  return found;
}

/** The longest names of months, and an amount of a lakh: today's dates and small amounts may fit by chance. */
const DUE_DATES = ['2026-12-30', '2027-01-30', '2027-02-28'];
const LAKH_PAISE = 12_345_678;

/** Shows the plan of a payment with rows as wide as they get, whatever the day. */
async function widenPlan(page: Page, id: string): Promise<void> {
  await page.route(`**/api/v1/payments/${id}`, async (route) => {
    const response = await route.fetch();
    const payment = (await response.json()) as Payment;
    const schedule = payment.schedule.map((row, at) => ({
      ...row,
      dueDate: DUE_DATES[at]!,
      amountPaise: LAKH_PAISE,
    }));
    await route.fulfill({ response, json: { ...payment, schedule } });
  });
}

/** A borrower with a bill in three instalments of which one is paid in part. */
async function owing(member: (stage: 'limit', page: Page) => Promise<Member>, page: Page) {
  const asha = await member('limit', page);
  const payment = await asha.pay('4021', 1_234_567, { kind: 'emi', instalments: 3 });
  await asha.repay(payment.id, 100_000);
  await widenPlan(page, payment.id);
  return { asha, id: payment.id };
}

for (const [at, paths] of PUBLIC.entries())
  test(`public pages have no findings and fit any width, part ${at + 1}`, async ({ page }) => {
    expect(await sweep(page, paths)).toEqual([]);
  });

test('the ways in have no findings and fit any width', async ({ page }) => {
  const found = await sweep(page, [
    '/login',
    '/forgot-password',
    '/new-password',
    '/receipt',
    '/repay',
    '/status',
    '/no/such/page',
    '/signup',
  ]);
  await page.getByRole('button', { name: 'Create Account' }).click();
  found.push(...(await look(page, 'sign-up with errors')));
  await page.getByRole('tab', { name: 'Mobile' }).click();
  found.push(...(await look(page, 'sign-up by mobile')));
  expect(found).toEqual([]);
});

test("a newcomer's pages have no findings and fit any width", async ({ page, member }) => {
  const found: string[] = [];
  await member('account', page);
  await page.goto('/onboarding');
  await page.getByRole('button', { name: 'Continue' }).click();
  found.push(...(await look(page, 'onboarding with errors')));
  await page.getByLabel('Full name').fill('Asha Rao');
  await page.getByLabel('PAN number').fill('ABCPR1234A');
  await page.getByRole('button', { name: 'Continue' }).click();
  found.push(...(await look(page, 'onboarding, step 2')));
  await page.getByLabel('Date of birth').fill('1990-01-01');
  await page.getByLabel('Current address').fill('12 Lake Road, Pune 411001');
  await page.getByRole('button', { name: 'Continue' }).click();
  found.push(...(await look(page, 'onboarding, step 3')));
  const paths = ['', '/transactions', '/payments', '/profile', '/pay-bill', '/kyc-verification', '/credit'];
  found.push(
    ...(await sweep(
      page,
      paths.map((path) => `/dashboard${path}`),
    )),
  );
  expect(found).toEqual([]);
});

test("SPEC-9.breakpoint: a member's pages have no findings and fit any width", async ({ page, member }) => {
  const { id } = await owing(member, page);
  await page.goto('/dashboard');
  const found = await sweep(page, [
    `/dashboard/payments/${id}`,
    `/dashboard/payment-success?id=${id}`,
    ...(await addressesIn(await menuOf(page))),
  ]);
  for (const width of [360, 640, 768, 1024]) {
    await page.setViewportSize({ ...PHONE, width });
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible({ visible: width < 768 });
  }
  expect(found).toEqual([]);
});

test("a member's account pages have no findings and fit any width", async ({ page, member }) => {
  const asha = await member('limit', page);
  const failed = await asha.start('1002', 200_000);
  await asha.until(failed.id, 'failed');
  const found = await sweep(page, [
    `/dashboard/payment-success?id=${failed.id}`,
    '/dashboard/payment-success',
    '/dashboard/credit',
    '/dashboard/security',
    '/dashboard/privacy',
    '/dashboard/no-such-page',
  ]);
  expect(found).toEqual([]);
});

test("a member's dialogs have no findings and fit any width", async ({ page, member }) => {
  const found: string[] = [];
  const { id } = await owing(member, page);
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Edit' }).click();
  found.push(...(await look(page, 'edit profile')));
  await page.goto(`/dashboard/payments/${id}`);
  await page.getByRole('button', { name: 'Other amount' }).click();
  found.push(...(await look(page, 'repay')));
  await page.goto(`/dashboard/payments/${id}?autopay=set-up`);
  await expect(page.getByRole('dialog', { name: 'Set up autopay' }).getByText('UPI AutoPay')).toBeVisible();
  found.push(...(await look(page, 'set up autopay')));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  found.push(...(await look(page, 'notifications')));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  found.push(...(await inBothThemes(page, 'light', () => findings(page, { tags: TAGS }))));
  expect(found).toEqual([]);
});

test('the pay wizard has no findings and fits any width at each step', async ({ page, member }) => {
  const found: string[] = [];
  await member('limit', page);
  await page.goto('/dashboard/pay-bill');
  await page.getByRole('button', { name: 'Continue' }).click();
  found.push(...(await look(page, 'card, with errors')));
  await enterCard(page, '4021');
  await expect(page.getByText('Step 2 of 3')).toBeVisible();
  found.push(...(await look(page, 'amount')));
  await enterAmount(page, '15000');
  await agree(page);
  await page.getByText('Key facts statement').click();
  found.push(...(await look(page, 'confirmation')));
  expect(found).toEqual([]);
});

test('in Hindi no page has to be scrolled sideways', async ({ page, member }) => {
  const { id } = await owing(member, page);
  // A Hindi page is remembered: the dashboard that follows is in Hindi as well.
  const found = await openAndLook(page, '/hi');
  for (const path of [
    '/hi/pricing',
    '/dashboard',
    '/dashboard/pay-bill',
    `/dashboard/payments/${id}`,
    '/dashboard/profile',
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    found.push(...(await fitOf(page)).map((one) => `${path}, ${one}`));
  }
  expect(found).toEqual([]);
});
