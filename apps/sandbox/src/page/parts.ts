import { formatIst } from '../core/time.ts';
import { html } from './html.ts';
import type { Html, Part } from './html.ts';

const GOOD = [
  'Success',
  'captured',
  'paid',
  'delivered',
  'granted',
  'processed',
  'authenticated',
  'AUDITOR_APPROVED',
];
const BAD = [
  'Failure',
  'failed',
  'denied',
  'dropped',
  'Credit_Adjustment',
  'returned',
  'expired',
  'AUDITOR_REJECTED',
  'EXPIRED',
];

/** A status in its colour; the word alone says it too. */
export function tag(status: string): Html {
  const tone = GOOD.includes(status) ? 'ok' : BAD.includes(status) ? 'bad' : 'due';
  return html`<span class="tag ${tone}">${status.replaceAll('_', ' ')}</span>`;
}

/** A button that calls the control API and refreshes the page. */
export function button(id: string, words: string, path: string, body?: unknown, method = 'POST'): Html {
  const payload = body === undefined ? '' : html` data-body="${JSON.stringify(body)}"`;
  return html`<button
    class="small"
    type="button"
    id="${id}"
    data-method="${method}"
    data-path="${path}"
    ${payload}
  >
    ${words}
  </button>`;
}

/** `20 Nov, 18:32:48` in India. */
export function when(at: string | number): string {
  const text = formatIst(typeof at === 'string' ? Date.parse(at) : at);
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  const date = day.toLocaleDateString('en-IN', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return `${date}, ${text.slice(11, 19)}`;
}

export function rows<T>(items: readonly T[], none: string, row: (item: T) => Part): Html {
  if (items.length === 0) return html`<p class="quiet">${none}</p>`;
  return html`<ul class="rows">
    ${items.map((item) => html`<li>${row(item)}</li>`)}
  </ul>`;
}

export function section(id: string, title: string, body: Part): Html {
  return html`<section class="card" id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${body}
  </section>`;
}
