import type { Page } from '@playwright/test';

/**
 * Runs in the page: words of it that can be seen and stand on two lines, though none is longer than a short line. Letters
 * beside digits are no word, nor are those of an id between its hyphens: a reference is broken wherever its line ends.
 */
const BROKEN_WORDS = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!node.parentElement.checkVisibility()) continue;
    for (const word of node.data.matchAll(/(?<![\\p{L}\\p{N}])\\p{L}{2,11}(?![\\p{L}\\p{N}])/gu)) {
      const around = /\\S*$/.exec(node.data.slice(0, word.index))[0] + /^\\S*/.exec(node.data.slice(word.index))[0];
      if (around.includes('-') && /\\p{N}/u.test(around)) continue;
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
      if (lines.size > 1) found.push(word[0]);
    }
  }
  return found;
})()`;

/** Letters of twice their size, on a phone. */
export async function enlarge(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
}

/** Lists the words that stand on two lines, of those that have room on one. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(BROKEN_WORDS);
}
