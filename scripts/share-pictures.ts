// `npm run share-pictures`: draws the picture that a shared link shows, one a language, and the mark as home screens want
// it, into apps/web/public. Run it when the tagline, the mark or the colours change; the pictures are kept with the sources.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { en } from '../apps/web/src/marketing/words.en.ts';
import { hi } from '../apps/web/src/marketing/words.hi.ts';
import { findBrowser } from './browser.ts';
import { readCommandLine } from './command-line.ts';
import { ROOT, say } from './run.ts';

const SIZE = { width: 1200, height: 630 };
const FONTS = {
  'anek-latin': 'anek-latin-latin-wght-normal',
  'anek-devanagari': 'anek-devanagari-devanagari-wght-normal',
};

function fontFaces(): string {
  return Object.entries(FONTS)
    .map(([family, file]) => {
      const path = join(ROOT, 'node_modules/@fontsource-variable', family, 'files', `${file}.woff2`);
      const bytes = readFileSync(path).toString('base64');
      return `@font-face{font-family:${family};font-weight:100 800;src:url(data:font/woff2;base64,${bytes})}`;
    })
    .join('');
}

function picture(tagline: string, example: string, headingPx: number): string {
  const [first = '', second = ''] = tagline.split(/(?<=[.।]) /);
  return `<!doctype html><meta charset="utf-8"><style>${fontFaces()}
    body{margin:0;width:1200px;height:630px;background:#fcfaf6;color:#161925;font-family:anek-latin,anek-devanagari;
      display:flex;flex-direction:column;justify-content:space-between;box-sizing:border-box;padding:80px 88px}
    header{display:flex;align-items:center;gap:22px;font-size:46px;font-weight:600}
    h1{margin:0;font-size:${headingPx}px;line-height:1.18;font-weight:650;letter-spacing:-.01em} h1 span{display:block}
    h1 span+span{color:#313797} footer{font-size:34px;color:#4f525e}</style>
    <header><svg viewBox="0 0 24 24" width="64" height="64"><path d="M15.7 4.3A8.5 8.5 0 1 0 20.5 12" fill="none"
      stroke="#313797" stroke-width="3" stroke-linecap="round"/><circle cx="19.6" cy="6.4" r="2.4" fill="#f4af2d"/></svg>
      Mohlat</header>
    <h1><span>${first}</span><span>${second}</span></h1>
    <footer>${example}</footer>`;
}

/** Devanagari runs wider: each language's own size keeps a sentence on a line. */
const HEADING_PX = { en: 76, hi: 66 };
const EXAMPLES = {
  en: '₹15,000 today · 3 × ₹5,200 later · every charge shown first',
  hi: 'आज ₹15,000 · बाद में 3 × ₹5,200 · हर शुल्क पहले दिखता है',
};

/** The mark in pixels, for whatever does not draw SVG. An iPhone rounds the corners itself, so its icon has none. */
const ICONS = {
  'icon-192': { source: 'icon', sizePx: 192 },
  'icon-512': { source: 'icon', sizePx: 512 },
  'icon-maskable-512': { source: 'icon-maskable', sizePx: 512 },
  'apple-touch-icon': { source: 'icon-maskable', sizePx: 180 },
};

function pathOf(file: string): string {
  return join(ROOT, 'apps/web/public', file);
}

readCommandLine(import.meta.filename, {});
const executablePath = findBrowser();
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: SIZE });
for (const [language, words] of Object.entries({ en, hi })) {
  const key = language as keyof typeof EXAMPLES;
  await page.setContent(picture(words.tagline, EXAMPLES[key], HEADING_PX[key]));
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const path = pathOf(`share.${language}.png`);
  await page.screenshot({ path });
  say(`drew ${path}`);
}
for (const [name, { source, sizePx }] of Object.entries(ICONS)) {
  const mark = readFileSync(pathOf(`${source}.svg`), 'utf8');
  await page.setViewportSize({ width: sizePx, height: sizePx });
  await page.setContent(`<!doctype html><style>body{margin:0}svg{display:block}</style>${mark}`);
  const path = pathOf(`${name}.png`);
  await page.screenshot({ path, omitBackground: true });
  say(`drew ${path}`);
}
await browser.close();
