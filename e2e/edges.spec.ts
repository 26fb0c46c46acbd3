import type { Locator, Page } from '@playwright/test';
import { enlarge } from './large-letters.ts';
import { expect } from './product.ts';
import { test } from './staff.ts';
import { enterAmount, enterCard } from './steps.ts';

/** Where the first letter of a part stands, its padding aside. */
function textLeft(part: Locator): Promise<number> {
  return part.evaluate((element) => {
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(element);
    return Math.round(range.getBoundingClientRect().left);
  });
}

/** The distance of a part from the top of its page, however far that is scrolled. */
function topOf(part: Locator): Promise<number> {
  return part.evaluate((element) =>
    Math.round(element.getBoundingClientRect().top + element.ownerDocument.defaultView!.scrollY),
  );
}

async function openPlan(page: Page, id: string): Promise<void> {
  await page.goto(`/dashboard/payments/${id}`);
  await expect(page.getByRole('heading', { name: 'In writing' })).toBeVisible();
}

test(
  'at the height of a laptop the side bar shows staff of every role the whole of each entry',
  { tag: '@desk' },
  async ({ page, colleague }) => {
    const lead = await colleague('Vasudha Krishnamurthy', ['support', 'risk', 'finance', 'admin']);
    await lead.enter(page);
    await page.goto('/admin/approvals');
    const bar = page.getByRole('complementary');
    await expect(bar.getByText('Vasudha Krishnamurthy')).toBeVisible();
    const cut = await bar.getByRole('navigation').evaluate((menu) => {
      const end = menu.parentElement!.getBoundingClientRect().bottom;
      const links = [...menu.querySelectorAll('a')];
      return links
        .filter((link) => link.getBoundingClientRect().bottom > end)
        .map((link) => link.textContent);
    });
    expect(cut).toEqual([]);
  },
);

test('a link below or above other words begins where they begin', async ({ page, member }) => {
  const asha = await member('limit', page);
  const { id } = await asha.pay('4021', 500_000, { kind: 'emi', instalments: 3 });
  await openPlan(page, id);
  const heading = await textLeft(page.getByRole('heading', { level: 1 }));
  expect(await textLeft(page.getByRole('main').getByRole('link', { name: 'Payments' }))).toBe(heading);
  const autopay = await textLeft(page.getByRole('heading', { name: 'Autopay' }));
  expect(await textLeft(page.getByRole('button', { name: 'Let somebody else pay it' }))).toBe(autopay);
  const papers = page.getByRole('heading', { name: 'In writing' });
  expect(await textLeft(page.getByRole('button', { name: 'Tax invoice of the fee (PDF)' }))).toBe(
    await textLeft(papers),
  );
});

test('the link below the field of a code begins where the field begins', async ({ page, identity }) => {
  await page.goto('/signup');
  await page.getByRole('tab', { name: 'Mobile' }).click();
  await page.getByLabel('Mobile number').fill(identity.mobile);
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByRole('button', { name: 'Send OTP' }).click();
  const change = page.getByRole('button', { name: 'Change Number' });
  await expect(change).toBeVisible();
  expect(await textLeft(change)).toBe(
    await textLeft(page.getByText('Enter the 6-digit code', { exact: true })),
  );
});

test('with letters of twice their size a receipt has its mark above its words, and signs keep their size', async ({
  page,
  member,
}) => {
  const asha = await member('limit', page);
  const { id } = await asha.pay('4021', 500_000, { kind: 'emi', instalments: 3 });
  await page.goto(`/dashboard/payment-success?id=${id}`);
  const heading = page.getByRole('heading', { name: 'HDFC Bank has your payment' });
  await expect(heading).toBeVisible();
  await enlarge(page);
  const article = page.getByRole('article');
  const mark = (await article.locator('.keeps-ink').first().boundingBox())!;
  expect(mark.y + mark.height).toBeLessThanOrEqual((await heading.boundingBox())!.y);
  const signs = await article.locator('button svg').evaluateAll((all) =>
    all.map((sign) => {
      const { width, height } = sign.getBoundingClientRect();
      return [Math.round(width), Math.round(height)];
    }),
  );
  expect(signs.length).toBeGreaterThan(1);
  for (const [width, height] of signs) expect(width).toBe(height);
});

test(
  'the debits and credits of every journal of a payment stand below each other',
  { tag: '@desk' },
  async ({ page, member, colleague }) => {
    const asha = await member('limit', page);
    const { id } = await asha.pay('4021', 500_000, { kind: 'emi', instalments: 3 });
    const lead = await colleague('Vasudha Krishnamurthy', ['support', 'risk', 'finance', 'admin']);
    await lead.enter(page);
    await page.goto(`/admin/payments/${id}`);
    await expect(page.getByRole('heading', { name: 'Journals' })).toBeVisible();
    const heads = page.getByRole('columnheader', { name: 'Debit' });
    const ends = await heads.evaluateAll((all) =>
      all.map((head) => Math.round(head.getBoundingClientRect().right)),
    );
    expect(ends.length).toBeGreaterThan(2);
    expect(new Set(ends).size).toBe(1);
  },
);

test('on the landing page each line of a ticked point is indented by its tick', async ({ page }) => {
  await page.goto('/');
  const point = page.getByText('Aadhaar is read at DigiLocker, with your consent');
  const lines = await point.evaluate((element) => {
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(element.lastChild);
    const boxes = [...range.getClientRects()];
    return boxes.map(({ left, top }) => [Math.round(top), Math.round(left)] as const);
  });
  expect(new Set(lines.map(([top]) => top)).size).toBe(2);
  expect(new Set(lines.map(([, left]) => left)).size).toBe(1);
});

test('the line of plans stays under the finger, whichever plan is chosen', async ({ page, member }) => {
  await member('limit', page);
  await page.goto('/dashboard/pay-bill');
  await enterCard(page, '4021');
  await enterAmount(page, '15000');
  const line = page.getByRole('slider');
  await page.getByRole('radio', { name: /1 payment/ }).check();
  await expect(page.getByText('No plan costs less.')).toBeVisible();
  const before = await topOf(line);
  await page.getByRole('radio', { name: /3 EMIs/ }).check();
  await expect(page.getByRole('button', { name: 'Take that' })).toBeVisible();
  expect(await topOf(line)).toBe(before);
});
