import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { enterCard } from './steps.ts';

/** Runs in the page: words of it that can be seen and stand on two lines, though none is longer than a short line. */
const BROKEN_WORDS = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!node.parentElement.checkVisibility()) continue;
    for (const word of node.data.matchAll(/\\p{L}{2,11}/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
      if (lines.size > 1) found.push(word[0]);
    }
  }
  return found;
})()`;

async function brokenWords(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  return page.evaluate<string[]>(BROKEN_WORDS);
}

test('with letters of twice their size the amounts of a bill keep their words whole on a phone', async ({
  page,
  member,
}) => {
  await member('limit', page);
  await page.goto('/dashboard/pay-bill');
  await enterCard(page, '4021');
  await expect(page.getByRole('radio', { name: /Full amount due.*₹/ })).toBeVisible();
  expect(await brokenWords(page)).toEqual([]);
});

test('with letters of twice their size a dialog keeps the words of its title whole on a phone', async ({
  page,
  member,
}) => {
  const asha = await member('limit', page);
  const { id } = await asha.pay('4021', 500_000, { kind: 'emi', instalments: 3 });
  await page.goto(`/dashboard/payments/${id}`);
  await page.getByRole('button', { name: 'Set up autopay' }).click();
  await expect(page.getByRole('dialog', { name: 'Set up autopay' })).toBeVisible();
  expect(await brokenWords(page)).toEqual([]);
});
