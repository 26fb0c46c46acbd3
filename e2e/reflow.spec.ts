import type { Page } from '@playwright/test';
import { expect, isPhone, test } from './product.ts';

// Every address there is, once.
test.describe.configure({ timeout: 360_000 });

const PUBLIC = [
  '/',
  '/features',
  '/pricing',
  '/support',
  '/learn-more',
  '/about',
  '/careers',
  '/blog',
].concat([
  '/blog/what-15000-costs',
  '/press',
  '/faqs',
  '/contact',
  '/security',
  '/terms',
  '/privacy',
  '/cookies',
  '/compliance',
]);
const HINDI = ['/hi', '/hi/pricing'];
const WAYS_IN = ['/login', '/signup', '/forgot-password', '/new-password', '/receipt', '/no/such/page'];

/**
 * What stands out of the page to the right, once pictures have taken their width from it; a table in a frame that scrolls
 * by itself is meant to.
 */
const STANDING_OUT = `(async () => {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const isOut = (one) => one.getBoundingClientRect().right > width + 1 && getComputedStyle(one).position !== 'fixed';
  return [...document.querySelectorAll('body *')]
    .filter((one) => isOut(one) && ![...one.children].some(isOut))
    .map((one) => one.tagName + '.' + one.getAttribute('class') + ' ' + (one.textContent ?? '').slice(0, 40));
})()`;

/**
 * A phone with its letters at twice their size, or a desktop's window magnified four times: 320 px are left of 1280.
 * Either way nobody has to scroll sideways.
 */
async function look(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (isPhone(page) && page.viewportSize()?.height !== 256) {
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
  }
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const found = await page.evaluate<string[]>(STANDING_OUT);
  return found.map((one) => `${path}: ${one}`);
}

test('no page has to be scrolled sideways, with large letters or magnified', async ({ page, member }) => {
  if (!isPhone(page)) await page.setViewportSize({ width: 320, height: 256 });
  const found: string[] = [];
  for (const path of [...PUBLIC, ...WAYS_IN]) found.push(...(await look(page, path)));
  const asha = await member('limit', page);
  const { id } = await asha.pay('4021', 900_000, { kind: 'emi', instalments: 3 });
  const own = ['', '/pay-bill', `/payment-success?id=${id}`, '/rewards', '/transactions', '/payments'].concat(
    [
      `/payments/${id}`,
      '/profile',
      '/kyc-verification',
      '/credit',
      '/security',
      '/privacy',
      '/help',
      '/no-such-page',
    ],
  );
  for (const path of own) found.push(...(await look(page, `/dashboard${path}`)));
  // A Hindi page is remembered, so what follows is in Hindi as well.
  for (const path of HINDI) found.push(...(await look(page, path)));
  for (const path of ['', '/pay-bill', `/payments/${id}`, '/profile']) {
    found.push(...(await look(page, `/dashboard${path}`)));
  }
  expect(found).toEqual([]);
});
