/** A mail as HTML: paragraphs, at most one button, nothing loaded from outside. */
export function mailHtml(
  text: string,
  button: { readonly label: string; readonly link: string } | undefined,
): string {
  const paragraphs = text
    .split('\n\n')
    .map((part) => `<p style="margin:0 0 16px">${escape(part).replaceAll('\n', '<br>')}</p>`);
  const action = button
    ? `<p style="margin:24px 0"><a href="${escape(button.link)}" style="background:#313797;color:#ffffff;padding:14px 20px;` +
      `border-radius:12px;text-decoration:none;display:inline-block">${escape(button.label)}</a></p>`
    : '';
  return (
    '<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#fcfaf6;color:#161925;' +
    'font:17px/26px Roboto,Arial,sans-serif"><div style="max-width:480px;margin:0 auto">' +
    `<p style="margin:0 0 24px;font-weight:600;font-size:18px">Mohlat</p>${paragraphs[0] ?? ''}${action}${paragraphs.slice(1).join('')}` +
    '</div></body></html>'
  );
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
