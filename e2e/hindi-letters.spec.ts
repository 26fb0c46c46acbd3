import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';

// A device may have no Devanagari letters of its own, and would show boxes: these come with the page.

interface FontOfText {
  readonly familyName: string;
  readonly isCustomFont: boolean;
}

/** Lists the fonts that draw the text of an element, and whether each came with the page. */
async function fontsOf(page: Page, selector: string): Promise<readonly string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  await devtools.detach();
  return fonts.map(
    ({ familyName, isCustomFont }: FontOfText) => `${isCustomFont ? '' : 'not ours: '}${familyName}`,
  );
}

/** Waits until an element is drawn in the letters of the page alone, the Devanagari ones among them. */
async function expectOurs(page: Page, selector: string): Promise<void> {
  const isOurs = async () => {
    const fonts = await fontsOf(page, selector);
    return fonts.some((name) => name.startsWith('Noto Sans Devanagari')) &&
      !fonts.some((name) => name.startsWith('not ours'))
      ? 'ours'
      : fonts;
  };
  await expect.poll(isOurs, { message: `the font of ${selector}` }).toBe('ours');
}

test('a page in English names Hindi in letters that came with it', async ({ page }) => {
  for (const [path, selector] of [
    ['/', 'a[data-language="hi"]'],
    ['/about', 'header p span[lang="hi"]'],
    ['/press', 'section p span[lang="hi"]'],
    ['/login', 'button[lang="hi"]'],
  ] as const) {
    await page.goto(path);
    await page.locator(selector).waitFor();
    await expectOurs(page, selector);
  }
});

test('a page in Hindi is drawn in letters that came with it', async ({ page, member }) => {
  await page.goto('/hi');
  await expectOurs(page, 'h1');
  await member('profile', page);
  await page.evaluate("localStorage.setItem('mohlat-language', 'hi')");
  await page.goto('/dashboard/transactions');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectOurs(page, 'h1');
});

test('a person who saves data reads the letters of the device', async ({ page }) => {
  await page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })");
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('devanagari-wght')) fonts.push(request.url());
  });
  await page.goto('/hi');
  await page.locator('h1').waitFor();
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(fonts).toEqual([]);
});
