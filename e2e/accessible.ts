import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Runs in the page: until nothing has moved for two frames; what inherits a colour moves once its parent has stopped. A button
 * that waits says so after a moment: while axe reads it, it must not change from one word to the other, or it has neither.
 */
const SETTLED = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  while (document.querySelector('button[aria-busy=true] > .grid > :first-child:not([aria-hidden])')) await frame();
  const isMoving = ({ playState, effect }) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
  for (let quiet = 0; quiet < 2; ) {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const moving = document.getAnimations().filter(isMoving);
    quiet = moving.length === 0 ? quiet + 1 : 0;
    await Promise.race([
      Promise.allSettled(moving.map((one) => one.finished)),
      new Promise((resolve) => setTimeout(resolve, 1000)),
    ]);
  }
})()`;

/** Waits until nothing on the page moves any more. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(SETTLED);
}

interface Wanted {
  /** A part of the page. */
  readonly within?: string;
  /** These rules and no others. */
  readonly rules?: readonly string[];
  /** Rules with one of these tags; without tags and rules the ones that axe itself starts with. */
  readonly tags?: readonly string[];
}

/**
 * Lists the findings of axe on the page as it stands, once colours and sizes have come to rest. A document is given axe
 * once: to read its source costs as much as a run. Frames are left out, for axe would have to be in each; no page that is
 * read has one.
 */
export async function findings(page: Page, { within, rules, tags }: Wanted = {}): Promise<string[]> {
  await settled(page);
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(AXE);
  const runOnly: RunOptions =
    rules === undefined
      ? tags === undefined
        ? {}
        : { runOnly: { type: 'tag', values: [...tags] } }
      : { runOnly: { type: 'rule', values: [...rules] } };
  const options: RunOptions = { ...runOnly, iframes: false, resultTypes: ['violations'] };
  return page.evaluate<
    string[]
  >(`axe.run(${JSON.stringify(within ?? null)} ?? document, ${JSON.stringify(options)}).then(
    ({ violations }) =>
      violations.map(
        ({ id, nodes }) => id + ' at ' + nodes.map((node) => node.target.join(' ')).join(' | '),
      ),
  )`);
}

const isDark = (page: Page) => page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches");

/** To draw a page again in other colours costs as much as to read them, so it is not switched back. */
async function switchTheme(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: (await isDark(page)) ? 'light' : 'dark' });
}

/** Lists the colours that cannot be told apart in the theme as it stands: nothing else differs between themes. */
async function contrasts(page: Page, within?: string): Promise<string[]> {
  const theme = (await isDark(page)) ? 'dark' : 'light';
  const part = within === undefined ? {} : { within };
  return (await findings(page, { ...part, rules: ['color-contrast'] })).map((one) => `${theme}: ${one}`);
}

/**
 * Lists what `readWhole` finds in a theme and what the colours of the other one lack. The page ends in the theme it did
 * not begin in: whichever it begins in is read first.
 */
export async function inBothThemes(
  page: Page,
  theme: 'light' | 'dark',
  readWhole: () => Promise<readonly string[]>,
): Promise<string[]> {
  const isWholeFirst = (await isDark(page)) === (theme === 'dark');
  const first = isWholeFirst ? await readWhole() : await contrasts(page);
  await switchTheme(page);
  return [...first, ...(isWholeFirst ? await contrasts(page) : await readWhole())];
}

/** Insists that axe finds nothing in the page as it stands, in either theme. The page ends in the other one. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  expect(await findings(page, within === undefined ? {} : { within }), page.url()).toEqual([]);
  await switchTheme(page);
  expect(await contrasts(page, within), page.url()).toEqual([]);
}
