import type { AdminPaymentItem } from '@mohlat/contract';
import type { Page } from '@playwright/test';
import { enlarge } from './large-letters.ts';
import { expect } from './product.ts';
import { cutTables, standingOut } from './sideways.ts';
import { test } from './staff.ts';

const DESK = { width: 1280, height: 860 };
/** A desk, a small one, and a tablet beside the side bar. */
const WIDTHS = [1280, 1024, 768] as const;
const ALL = ['support', 'risk', 'finance', 'admin'] as const;
const LAKH_PAISE = 12_345_678;

/** Shows payments with the longest bank and name, two tags, and sums of a lakh. */
async function widenPayments(page: Page): Promise<void> {
  await page.route('**/api/v1/admin/payments?*', async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { readonly items: readonly AdminPaymentItem[] };
    const items = list.items.map((item) => ({
      ...item,
      bankName: 'Standard Chartered Bank',
      amountPaise: LAKH_PAISE,
      totalAmountPaise: LAKH_PAISE,
      billStatus: 'unknown',
      needsReview: true,
      date: '2026-09-30T06:59:00Z',
      account: { ...item.account, name: 'Venkatanarasimharajuvaripeta Subrahmanyam' },
    }));
    await route.fulfill({ response, json: { ...list, items } });
  });
}

test(
  'given rows as wide as they get, when staff read payments, then no column is cut off at any width',
  { tag: '@desk' },
  async ({ page, member, colleague }) => {
    const asha = await member('limit', page);
    await asha.pay('4021', 900_000);
    await (await colleague('Ravi Menon', ALL)).enter(page);
    await widenPayments(page);
    for (const language of ['en', 'hi']) {
      await page.evaluate((chosen) => localStorage.setItem('mohlat-language', chosen), language);
      await page.setViewportSize(DESK);
      await page.goto('/admin/payments');
      await page.getByRole('cell', { name: 'Venkatanarasimharajuvaripeta' }).first().waitFor();
      await page.evaluate('document.fonts.ready');
      for (const width of WIDTHS) {
        await page.setViewportSize({ ...DESK, width });
        await expect.poll(() => cutTables(page), `${language}, ${width} px`).toEqual([]);
      }
      await expect(page.getByRole('link', { name: 'Standard Chartered' }).first()).toBeVisible();
    }
  },
);

test('given letters of twice their size on a phone, then the staff bar has one line and each filter a line', async ({
  page,
  colleague,
}) => {
  await (await colleague('Ravi Menon', ALL)).enter(page);
  await page.goto('/admin/payments');
  const status = page.getByLabel('Status', { exact: true });
  await status.waitFor();
  await enlarge(page);
  const bar = (await page.getByRole('banner').first().boundingBox())!;
  const button = (await page.getByRole('button', { name: 'Open menu' }).boundingBox())!;
  expect(bar.height).toBeLessThan(2 * button.height);
  const form = (await page.getByRole('search').boundingBox())!;
  expect((await status.boundingBox())!.width).toBeGreaterThan(form.width * 0.9);
  expect(await standingOut(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'हिन्दी' }).click();
  await expect(page.locator('h1')).toHaveText('भुगतान');
});
