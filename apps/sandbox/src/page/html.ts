import { readFileSync } from 'node:fs';

/** Text that is already safe HTML. */
export type Html = { html: string };

export type Part = Html | string | number | null | undefined | false | readonly Part[];

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (Array.isArray(part)) return (part as readonly Part[]).map(render).join('');
  if (typeof part === 'object') return (part as Html).html;
  return String(part).replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);
}

/** A template whose values are escaped unless they are HTML themselves. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return {
    html: strings.reduce((text, piece, at) => text + (at === 0 ? '' : render(values[at - 1])) + piece, ''),
  };
}

/** A whole page; its only style sheet and script are the ones named. */
export function page(title: string, body: Html, assets: { styles: string[]; script?: string }): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${assets.styles.map((href) => html`<link rel="stylesheet" href="${href}" />`)}
      </head>
      <body>
        ${body} ${assets.script ? html`<script src="${assets.script}"></script>` : ''}
      </body>
    </html>`.html;
}

/** A page of one card, for a step outside the product. */
export function cardPage(title: string, body: Html): string {
  return page(title, html`<main class="sheet"><div class="card">${body}</div></main>`, {
    styles: ['../style.css'],
  });
}

/** ₹ with Indian grouping, from paise. */
export function rupees(paise: number): string {
  return (paise / 100).toLocaleString('en-IN', { style: 'currency', currency: 'INR' });
}

export const STYLE = readFileSync(new URL('./style.css', import.meta.url), 'utf8');
