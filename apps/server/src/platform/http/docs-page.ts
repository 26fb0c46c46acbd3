import { type Endpoint, ERRORS, type ErrorCode } from '@mohlat/contract';
import type { z } from 'zod';
import { exampleOf } from './docs-example.ts';
import { QUICK_START } from './docs-start.ts';

type ToSchema = typeof z.toJSONSchema;

/** The contract as a page for people: plain HTML, no script, made from the same declarations as the OpenAPI document. */
export function docsPage(
  declarations: readonly Endpoint[],
  errorsOf: (declaration: Endpoint) => readonly string[],
  toSchema: ToSchema,
): string {
  const groups = Map.groupBy(declarations, topicOf);
  const topics = [...groups.keys()].toSorted((left, right) => placeOf(left) - placeOf(right));
  const contents = topics.map((name) => `<li><a href="#${name}">${titleOf(name)}</a></li>`).join('');
  const sections = topics
    .map(
      (name) =>
        `<section id="${name}"><h2>${titleOf(name)}</h2>${(groups.get(name) ?? []).map((one) => entry(one, errorsOf(one), toSchema)).join('')}</section>`,
    )
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mohlat API</title><link rel="stylesheet" href="/api/docs.css"></head><body><main>
<p class="mark">${MARK} Mohlat</p><h1>The API</h1>
<p>Everything stands under <code>/api/v1</code>; signing in speaks the GoTrue protocol under <code>/auth/v1</code>.
Money is integer paise, dates are Indian business dates, instants are RFC 3339 with Z. Errors are
<code>application/problem+json</code> with a <code>code</code> of the list below. Calls that move money need an
<code>Idempotency-Key</code>. The machine-readable form is <a href="/api/v1/openapi.json">openapi.json</a>.</p>
<nav aria-label="Topics"><ul><li><a href="#start">Quick start</a></li>${contents}<li><a href="#errors">Errors</a></li></ul></nav>
<section id="start"><h2>Quick start</h2><p>With a product started by <code>npm start</code>, in one shell, from nothing to a paid bill:</p>
<ol>${QUICK_START.map(([title, lines]) => `<li>${escape(title)}<pre>${escape(lines)}</pre></li>`).join('')}</ol></section>${sections}
<section id="errors"><h2>Errors</h2>${errorTable()}</section></main></body></html>`;
}

/** The mark of the product, as in its pages. */
const MARK =
  '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M15.7 4.3A8.5 8.5 0 1 0 20.5 12" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round"/><circle cx="19.6" cy="6.4" r="2.4" class="point"/></svg>';

/** In the order of a newcomer's way through them; what is for staff, and what is not placed yet, comes last. */
const TOPICS: readonly string[] = ['public', 'me', 'kyc', 'credit', 'cards', 'payments', 'repayments'];

/** Finds the topic of a path: its first part, but repayments of one payment are a topic of their own. */
function topicOf({ path }: Endpoint): string {
  const [, first = '', , third] = path.split('/');
  return first === 'payments' && third === 'repayments' ? third : first;
}

function placeOf(topic: string): number {
  const place = TOPICS.indexOf(topic);
  if (place >= 0) return place;
  return topic === 'admin' ? TOPICS.length + 1 : TOPICS.length;
}

const TITLES: Readonly<Record<string, string>> = {
  public: 'Open to everybody',
  me: 'Account and profile',
  kyc: 'KYC',
  ifsc: 'IFSC',
  admin: 'For staff',
};

function titleOf(topic: string): string {
  const words = topic.replaceAll('-', ' ');
  return TITLES[topic] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The call as a developer types it, after the quick start has said what TOKEN is. */
function example(one: Endpoint, toSchema: ToSchema): string {
  const lines = [`curl -X ${one.method} "$API/api/v1${one.path}"`];
  if (one.access !== 'public') lines.push('-H "authorization: Bearer $TOKEN"');
  if (one.idempotent) lines.push('-H "idempotency-key: $(uuidgen)"');
  if (one.body && !one.upload) {
    const body = exampleOf(toSchema(one.body, { io: 'input', unrepresentable: 'any' }));
    lines.push("-H 'content-type: application/json'", `-d '${JSON.stringify(body)}'`);
  }
  return `<pre>${escape(lines.join(' \\\n  '))}</pre>`;
}

function entry(one: Endpoint, errors: readonly string[], toSchema: ToSchema): string {
  const facts = [
    ACCESS[one.access],
    one.idempotent ? 'needs an Idempotency-Key' : '',
    `answers ${one.status}`,
  ].filter(Boolean);
  return `<article><h3><b>${one.method}</b> ${escape(one.path)}</h3><p>${escape(one.summary)}. <small>${facts.join(' · ')}</small></p>
${example(one, toSchema)}${shape('Query', one.query, 'input', toSchema)}${shape('Body', one.body, 'input', toSchema)}${shape('Answer', one.answer, 'output', toSchema)}
<p><small>Codes, in order of precedence: ${errors.map((code) => `<a href="#${code}">${code}</a>`).join(', ')}</small></p></article>`;
}

const ACCESS: Readonly<Record<Endpoint['access'], string>> = {
  public: 'open to everybody',
  user: 'needs a bearer token',
  admin: 'for staff, with a second factor',
};

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
h1{font-size:28px}h2{margin-top:40px;border-bottom:1px solid light-dark(#dfdcd5,#2e313d);}
.mark{display:flex;gap:10px;align-items:center;font-weight:600;color:light-dark(#313797,#97a2f1)}.point{fill:#f4af2d}
nav ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(160px,1fr));gap:4px 16px;padding:0;list-style:none}nav a{display:inline-block;padding:8px 0}article{border-top:1px solid light-dark(#dfdcd5,#2e313d)}
h3{margin:24px 0 4px;font:600 16px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}b{color:light-dark(#313797,#97a2f1)}
a{color:light-dark(#2b308d,#aeb8fb)}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:light-dark(#f5f2ec,#080a11);padding:12px;border-radius:10px;font-size:14px}
table{border-collapse:collapse;width:100%;font-size:14px}td,th{text-align:left;padding:6px 8px;border-bottom:1px solid light-dark(#dfdcd5,#2e313d);overflow-wrap:anywhere}
ol{padding-left:20px}tr:target,article:target{background:light-dark(#ecf0fe,#222747)}summary{cursor:pointer}`;
