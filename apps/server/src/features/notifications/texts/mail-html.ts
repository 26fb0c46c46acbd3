import type { Language } from './mail-template.ts';

interface Link {
  readonly label: string;
  readonly link: string;
}

interface MailParts {
  readonly language: Language;
  readonly text: string;
  readonly button?: Link | undefined;
  /** Small print below: why the mail comes, and how to stop it where that can be. */
  readonly footing?: { readonly text: string; readonly stop?: Link | undefined } | undefined;
}

const FRAME =
  'margin:0;padding:24px;background:#fcfaf6;color:#161925;font:17px/26px Roboto,"Noto Sans Devanagari",Arial,sans-serif';
const BUTTON =
  'background:#313797;color:#ffffff;padding:14px 20px;border-radius:12px;text-decoration:none;display:inline-block';

/** A mail as HTML: paragraphs, at most one button, nothing loaded from outside. */
export function mailHtml({ language, text, button, footing }: MailParts): string {
  const [first = '', ...rest] = text
    .split('\n\n')
    .map((part) => `<p style="margin:0 0 16px">${escape(part).replaceAll('\n', '<br>')}</p>`);
  const action = button
    ? `<p style="margin:24px 0"><a href="${escape(button.link)}" style="${BUTTON}">${escape(button.label)}</a></p>`
    : '';
  return page(language, `${first}${action}${rest.join('')}${footing ? smallPrint(footing) : ''}`);
}

/** A page or a mail around what is given, which is HTML. */
export function page(language: Language, content: string): string {
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>Mohlat</title>` +
    '<meta name="viewport" content="width=device-width, initial-scale=1"></head>' +
    `<body style='${FRAME}'><main style="max-width:480px;margin:0 auto">` +
    `<p style="margin:0 0 24px;font-weight:600;font-size:18px">Mohlat</p>${content}</main></body></html>`
  );
}

function smallPrint({ text, stop }: NonNullable<MailParts['footing']>): string {
  const link = stop ? ` <a href="${escape(stop.link)}" style="color:#555a6b">${escape(stop.label)}</a>` : '';
  return `<p style="margin:32px 0 0;padding-top:12px;border-top:1px solid #e4dfd5;color:#555a6b;font-size:14px;line-height:20px">${escape(text)}${link}</p>`;
}

/** Text as HTML shows it. */
export function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
