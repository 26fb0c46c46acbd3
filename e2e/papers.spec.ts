import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, expectToast, test } from './product.ts';
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

test('a payment is there in writing: key facts, agreement, receipts, invoice, no-dues letter, statement', async ({
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
  await expectPdf(page, paper('Sanction letter and agreement (PDF)'), /^mohlat-agreement-.+\.pdf$/);
  await expectPdf(page, paper('Receipt (PDF)'), /^mohlat-receipt-.+\.pdf$/);
  await expectPdf(page, paper('No-dues letter (PDF)'), /^mohlat-no-dues-.+\.pdf$/);
  // Last: that it does not exist yet is said in a message, which on a phone lies over the link below until it is closed.
  await expectPdf(page, paper('Tax invoice of the fee (PDF)'), /^mohlat-invoice-.+\.pdf$/);
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

test('a receipt is shown to a visitor without an account by its link, until the link is taken back', async ({
  page,
  browser,
  member,
}) => {
  const asha = await member('limit', page);
  const { id } = await asha.pay('4021', 300_000);
  await page.goto(`/dashboard/payment-success?id=${id}`);
  await page.getByRole('button', { name: 'Share receipt' }).click();
  const address = await page.getByText(/\/receipt#[\w-]{43}$/).textContent();
  const context = await browser.newContext();
  const friend = await context.newPage();
  await friend.goto(address!);
  await expect(friend.getByRole('heading', { name: 'Card bill paid' })).toBeVisible();
  await expect(friend.getByText('for the card ending 4021')).toBeVisible();
  await expect(friend.getByText('HDFC')).toHaveCount(0);
  await page.getByRole('button', { name: 'Take the link back' }).click();
  await expect(page.getByRole('button', { name: 'Share receipt' })).toBeVisible();
  await friend.reload();
  await expect(friend.getByText('This link does not work any more')).toBeVisible();
  await context.close();
});

/** The margins that printers keep white. */
const MARGIN = { top: '12mm', right: '12mm', bottom: '12mm', left: '12mm' };

test('the result prints as one page with our name, in dark ink whatever the theme, without what can only be pressed', async ({
  page,
  member,
}) => {
  const asha = await member('limit', page);
  const { id } = await asha.pay('4021', 300_000, { kind: 'emi', instalments: 3 });
  await page.goto(`/dashboard/payment-success?id=${id}`);
  await page.evaluate(`
    document.documentElement.dataset.theme = 'dark';
    globalThis.print = () => (document.title = 'Printed');
  `);
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page).toHaveTitle('Printed');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'HDFC Bank has your payment' })).toBeVisible();
  await expect(page.getByText('Mohlat', { exact: true }).filter({ visible: true })).toBeVisible();
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(22, 25, 37)');
  // The ticks are white on green: without the green nothing of them is left on paper.
  const marks = page.locator('article .bg-ok');
  await expect(marks).not.toHaveCount(0);
  for (const mark of await marks.all()) await expect(mark).toHaveCSS('print-color-adjust', 'exact');
  const pdf = await page.pdf({ format: 'A4', margin: MARGIN });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test('a receipt is sent the way the phone sends things, or its link is copied where there is none', async ({
  page,
  context,
  member,
}) => {
  const asha = await member('limit', page);
  const { id } = await asha.pay('4021', 300_000);
  const makeLink = async () => {
    await page.goto(`/dashboard/payment-success?id=${id}`);
    await page.getByRole('button', { name: 'Share receipt' }).click();
    return (await page.getByText(/\/receipt#[\w-]{43}$/).textContent())!;
  };
  // The browser of these journeys has no sheet to share with.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = await makeLink();
  await expect(page.getByRole('button', { name: 'Send it' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expectToast(page, 'Link copied');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(copied);

  // The user closes the sheet: no message, and the link stays.
  await page.addInitScript(`
    navigator.share = (what) => {
      document.title = 'Shared ' + what.url;
      return Promise.reject(new DOMException('closed', 'AbortError'));
    };
  `);
  const sent = await makeLink();
  await page.getByRole('button', { name: 'Send it' }).click();
  await expect(page).toHaveTitle(`Shared ${sent}`);
  await expect(page.getByText(sent)).toBeVisible();
});
