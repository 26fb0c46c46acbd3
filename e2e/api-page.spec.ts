import { findings } from './accessible.ts';
import { expect, test } from './product.ts';

/** Blocks of code that are wider than their place: what stands beyond it is neither read nor seen to be there. */
const CUT = `[...document.querySelectorAll('pre')].filter((block) => block.scrollWidth > block.clientWidth).length`;
const WIDER = 'document.documentElement.scrollWidth > innerWidth';
const OPEN_ALL = `document.querySelectorAll('details').forEach((part) => (part.open = true))`;

test('no call on the page of the API is cut, whatever the width, and the page has no findings', async ({
  page,
}) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: 'Quick start' })).toBeVisible();
  expect(await findings(page, { within: '#start' })).toEqual([]);
  await page.evaluate(OPEN_ALL);
  for (const width of [320, 360, 1000, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, await page.evaluate(CUT), await page.evaluate(WIDER)]).toEqual([width, 0, false]);
  }
});
