import { type Endpoint, ERRORS, type ErrorCode } from '@mohlat/contract';
import type { z } from 'zod';

type ToSchema = typeof z.toJSONSchema;

/** The contract as a page for people: plain HTML, no script, made from the same declarations as the OpenAPI document. */
export function docsPage(
  declarations: readonly Endpoint[],
  errorsOf: (declaration: Endpoint) => readonly string[],
  toSchema: ToSchema,
): string {
  const groups = Map.groupBy(declarations, (one) => one.path.split('/')[1] ?? '');
  const contents = [...groups.keys()].map((name) => `<li><a href="#${name}">${name}</a></li>`).join('');
  const sections = [...groups]
    .map(
      ([name, list]) =>
        `<section id="${name}"><h2>${name}</h2>${list.map((one) => entry(one, errorsOf(one), toSchema)).join('')}</section>`,
    )
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mohlat API</title><link rel="stylesheet" href="/api/docs.css"></head><body><main>
<h1>Mohlat API</h1>
<p>Everything stands under <code>/api/v1</code>; signing in speaks the GoTrue protocol under <code>/auth/v1</code>.
Money is integer paise, dates are Indian business dates, instants are RFC 3339 with Z. Errors are
<code>application/problem+json</code> with a <code>code</code> of the list below. Calls that move money need an
<code>Idempotency-Key</code>. The machine-readable form is <a href="/api/v1/openapi.json">openapi.json</a>.</p>
<ul>${contents}<li><a href="#errors">errors</a></li></ul>${sections}
<section id="errors"><h2>errors</h2>${errorTable()}</section></main></body></html>`;
}

function entry(one: Endpoint, errors: readonly string[], toSchema: ToSchema): string {
  const facts = [
    one.access === 'user' ? 'needs a bearer token' : 'open to everybody',
    one.idempotent ? 'needs an Idempotency-Key' : '',
    `answers ${one.status}`,
  ].filter(Boolean);
  return `<article><h3><b>${one.method}</b> ${escape(one.path)}</h3><p>${escape(one.summary)}. <small>${facts.join(' · ')}</small></p>
${shape('Query', one.query, 'input', toSchema)}${shape('Body', one.body, 'input', toSchema)}${shape('Answer', one.answer, 'output', toSchema)}
<p><small>Codes, in order of precedence: ${errors.map((code) => `<a href="#${code}">${code}</a>`).join(', ')}</small></p></article>`;
}

function shape(
  title: string,
  schema: z.ZodType | undefined,
  io: 'input' | 'output',
  toSchema: ToSchema,
): string {
  if (!schema) return '';
  const { $schema: _, ...rest } = toSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return `<details><summary>${title}</summary><pre>${escape(JSON.stringify(rest, null, 2))}</pre></details>`;
}

function errorTable(): string {
  const rows = (Object.keys(ERRORS) as ErrorCode[]).map((code) => {
    const { status, retry, en } = ERRORS[code];
    return `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${retry}</td><td>${escape(en)}</td></tr>`;
  });
  return `<table><thead><tr><th>Code</th><th>Status</th><th>Try again</th><th>Sentence</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Its own small sheet: the page has to stand without the web's build. */
export const DOCS_CSS = `:root{color-scheme:light dark}
body{margin:0;background:light-dark(#fcfaf6,#0e1018);color:light-dark(#161925,#f2f0ea);font:16px/1.55 system-ui,sans-serif}
main{max-width:760px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:28px}h2{margin-top:40px;border-bottom:1px solid light-dark(#dfdcd5,#2e313d);text-transform:capitalize}
h3{margin:24px 0 4px;font:600 16px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}b{color:light-dark(#313797,#97a2f1)}
a{color:light-dark(#2b308d,#aeb8fb)}pre{overflow:auto;background:light-dark(#f5f2ec,#080a11);padding:12px;border-radius:10px;font-size:14px}
table{border-collapse:collapse;width:100%;font-size:14px}td,th{text-align:left;padding:6px 8px;border-bottom:1px solid light-dark(#dfdcd5,#2e313d);overflow-wrap:anywhere}
tr:target,article:target{background:light-dark(#ecf0fe,#222747)}summary{cursor:pointer}`;
