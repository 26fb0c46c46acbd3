import type { Page } from '@playwright/test';

/**
 * Runs in the page: words of it that can be seen and stand on two lines, though none is longer than a short line. Letters
 * beside digits are no word, nor are those of an id between its hyphens and of an address: these are broken wherever their line
 * ends. What takes its width from the page has it some frames after the letters have grown, and letters have theirs once their
 * own font has come.
 */
const BROKEN_WORDS = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const look = () => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (!node.parentElement.checkVisibility()) continue;
      for (const word of node.data.matchAll(/(?<![\\p{L}\\p{N}])\\p{L}{2,11}(?![\\p{L}\\p{N}])/gu)) {
        const around = /\\S*$/.exec(node.data.slice(0, word.index))[0] + /^\\S*/.exec(node.data.slice(word.index))[0];
        if (/:\\/\\/|@/.test(around) || (around.includes('-') && /\\p{N}/u.test(around))) continue;
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
        if (lines.size > 1) found.push(word[0]);
      }
    }
    return found;
  };
  await document.fonts.ready;
  await frame();
  await frame();
  let found = look();
  for (let waited = 0; waited < 30 && found.length > 0; waited += 1) {
    await frame();
    found = look();
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
