import type { Page } from '@playwright/test';

/**
 * Runs in the page: lists the elements that stand out of it to the right. Pictures and charts take their width from the
 * page some frames after it has changed. A table in a frame that scrolls by itself is meant to be wider.
 */
const STANDING_OUT = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const root = document.documentElement;
  const fits = () => root.scrollWidth <= root.clientWidth;
  await frame();
  await frame();
  for (let waited = 0; waited < 30 && !fits(); waited += 1) await frame();
  if (fits()) return [];
  const isOut = (one) =>
    one.getBoundingClientRect().right > root.clientWidth + 1 && getComputedStyle(one).position !== 'fixed';
  const out = [...document.querySelectorAll('body *')]
    .filter((one) => isOut(one) && ![...one.children].some(isOut))
    .map((one) => one.tagName + '.' + one.getAttribute('class') + ' ' + (one.textContent ?? '').slice(0, 40));
  return out.length > 0 ? out : ['the page itself'];
})()`;

const TALL = 780;
/** 640 px is a desktop at 200 %; 320 × 256 px is a desktop's window magnified four times. */
const SIZES = [
  { width: 320, height: 256 },
  { width: 640, height: TALL },
  { width: 768, height: TALL },
  { width: 1024, height: TALL },
] as const;
const PHONE = { width: 360, height: TALL };

/** Lists what makes the page scroll sideways as it stands. */
export function standingOut(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(STANDING_OUT);
}

/** Lists the tables that are wider than the frame they scroll in: their last column is cut off. */
export function cutTables(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('main table')]
    .filter((table) => table.offsetWidth > table.parentElement.clientWidth)
    .map((table) => table.caption.textContent + ': ' + (table.offsetWidth - table.parentElement.clientWidth) + ' px')`);
}

/** Runs in the page: opens whatever can be opened, all at once; answers how many there are. */
const OPEN_ALL = `(() => {
  const all = [...document.querySelectorAll('main details')];
  for (const one of all) {
    one.removeAttribute('name');
    one.open = true;
  }
  return all.length;
})()`;
const CLOSE_ALL = `document.querySelectorAll('main details').forEach((one) => { one.open = false; })`;

/**
 * Lists what makes the page scroll sideways at any width, on a phone with letters of twice their size, or with everything
 * open that can be. Leaves the page
 * at the greatest width: each change of it is drawn again, and often a desktop or another page comes next.
 */
export async function sideways(page: Page): Promise<string[]> {
  const found: string[] = [];
  const look = async (name: string) =>
    found.push(...(await standingOut(page)).map((one) => `${name}: ${one}`));
  await page.setViewportSize(PHONE);
  await look(`${PHONE.width} px`);
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  await look(`${PHONE.width} px, large letters`);
  await page.evaluate("document.documentElement.style.fontSize = ''");
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await look(`${size.width} px`);
  }
  if ((await page.evaluate<number>(OPEN_ALL)) > 0) {
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: TALL });
      // Parts that load when they are opened have loaded first.
      await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
      await look(`${width} px, everything open`);
    }
    await page.evaluate(CLOSE_ALL);
    await page.setViewportSize(SIZES[SIZES.length - 1]!);
  }
  return found;
}
