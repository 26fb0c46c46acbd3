import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { agree, enterAmount, enterCard } from './steps.ts';

/** Presses a link until its PDF comes: the number of an invoice is given a moment after the bill was paid. */
async function expectPdf(page: Page, link: Locator, name: RegExp): Promise<void> {
  await expect(async () => {
    const [download] = await Promise.all([page.waitForEvent('download', { timeout: 3000 }), link.click()]);
    expect(download.suggestedFilename()).toMatch(name);
    expect(
      readFileSync(await download.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  }).toPass();
}

test('a payment is there in writing: key facts, receipts, invoice, no-dues letter, statement', async ({
  page,
  member,
}) => {
  const asha = await member('limit', page);
  const { id, outstandingPaise } = await asha.pay('4021', 300_000);
  await asha.repay(id, outstandingPaise);
  await page.goto(`/dashboard/payments/${id}`);
  const papers = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'In writing' }) })
    .last();
  const paper = (name: string) => papers.getByRole('button', { name });
  await expectPdf(page, paper('Save the key facts (PDF)'), /^mohlat-key-facts-.+\.pdf$/);
  await expectPdf(page, paper('Receipt (PDF)'), /^mohlat-receipt-.+\.pdf$/);
  await expectPdf(page, paper('Tax invoice of the fee (PDF)'), /^mohlat-invoice-.+\.pdf$/);
  await expectPdf(page, paper('No-dues letter (PDF)'), /^mohlat-no-dues-.+\.pdf$/);
  await page.goto('/dashboard/transactions');
  await expectPdf(page, page.getByRole('button', { name: /^PDF/ }), /^mohlat-statement-\d{4}-\d\d\.pdf$/);
});

test('the key facts can be kept before they are agreed to', async ({ page, member }) => {
  await member('limit', page);
  await page.goto('/dashboard/pay-bill');
  await enterCard(page, '4021');
  await enterAmount(page, '3000');
  await agree(page);
  await expectPdf(
    page,
    page.getByRole('button', { name: 'Save the key facts (PDF)' }),
    /^mohlat-MOH-.+\.pdf$/,
  );
});
