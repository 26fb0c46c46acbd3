import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Twins } from '../twins.ts';
import type { FaultRule } from '../core/faults.ts';
import type { OutboxMessage } from '../core/outbox.ts';
import type { Webhook } from '../core/webhook-sender.ts';
import type { World } from '../core/world.ts';
import { STYLE, html, page } from './html.ts';
import type { Html } from './html.ts';
import { button, rows, section, tag, when } from './parts.ts';
import {
  billsSection,
  collectionsSection,
  consentsSection,
  reviewsSection,
  videoCallsSection,
} from './rails.ts';

const PAGE_CSS = readFileSync(new URL('./page.css', import.meta.url), 'utf8');
const PAGE_JS = readFileSync(new URL('./page.js', import.meta.url), 'utf8');
const SHOWN = 30;

const EXAMPLES: readonly [string, object][] = [
  [
    'Bill payment: answer lost after the money moved',
    { provider: 'setu_billpay', op: 'pay_start', fault: { timeout: true, commit: 'after' } },
  ],
  [
    'Bill payment: 500 before anything happens',
    { provider: 'setu_billpay', op: 'pay_start', fault: { http: 500, commit: 'before' } },
  ],
  ['Bill network down', { provider: 'setu_billpay', fault: { outage: {} } }],
  [
    'Collections: webhooks twice',
    { provider: 'razorpay', op: 'webhook', times: 'always', fault: { duplicate: 2 } },
  ],
  [
    'Collections: webhook with a wrong signature',
    { provider: 'razorpay', op: 'webhook', fault: { signature: 'wrong' } },
  ],
  ['PAN check: half an answer', { provider: 'setu_data', op: 'pan', fault: { malformed: 'truncated' } }],
  [
    'Video call: the start is lost after the link was made',
    { provider: 'cashfree_vrs', op: 'vkyc_start', fault: { timeout: true, commit: 'after' } },
  ],
  ['SMS: too many requests', { provider: 'msg91', op: 'flow', fault: { rate_limit: 30 } }],
];

function messageRow(message: OutboxMessage): Html {
  return html`<div class="line">
      <strong>${message.subject ?? (message.channel === 'sms' ? 'SMS' : 'Mail')}</strong>
      <span class="tag">${message.channel === 'sms' ? 'SMS' : 'mail'}</span>
    </div>
    <p class="quiet small">to ${message.to} · ${when(message.sentAt)}</p>
    <p class="message small">${message.text}</p>
    <div class="row">
      ${
        message.otp &&
        html`<span class="otp">${message.otp}</span>
          <button class="small" type="button" data-copy="${message.otp}" id="${message.id}-copy">
            Copy the code
          </button>`
      }
      ${message.links.map((link) => html`<a href="${link}">${link.length > 60 ? `${link.slice(0, 57)}…` : link}</a>`)}
    </div>`;
}

function webhookRow(hook: Webhook): Html {
  const last = hook.attempts.at(-1);
  const result = !last
    ? 'no answer yet'
    : last.status === null
      ? 'nobody answered'
      : `answered ${last.status}`;
  return html`<div class="line"><strong>${hook.event}</strong> <span>${tag(hook.status)}</span></div>
    <p class="quiet small">
      ${hook.provider} · ${when(hook.createdAt)} · ${hook.attempts.length} × sent, ${result}
    </p>
    <div class="row">${button(`${hook.id}-send`, 'Send again', `/control/webhooks/${hook.id}/send`)}</div>`;
}

function faultRow(rule: FaultRule): Html {
  return html`<div class="line">
      <strong>${rule.provider} · ${rule.op}</strong>
      <span class="tag">${rule.hits.length} of ${rule.times} hits</span>
    </div>
    <p class="small"><code>${JSON.stringify(rule.fault)}</code></p>
    <div class="row">
      ${button(`${rule.id}-remove`, 'Remove', `/control/faults/${rule.id}`, undefined, 'DELETE')}
    </div>`;
}

/** A length of time in the largest unit that says it: minutes, hours or days. */
function lengthOf(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

function clockSection(world: World): Html {
  const { offsetMs } = world.clock.state();
  const distance =
    offsetMs === 0 ? 'Real time' : `${lengthOf(offsetMs)} ${offsetMs > 0 ? 'ahead of' : 'behind'} real time`;
  const move = (id: string, words: string, body: object) => button(id, words, '/control/clock', body);
  return section(
    'clock',
    'Clock',
    html`<div id="clock-state">
        <p class="now">${when(world.clock.now())}</p>
        <p class="quiet">${distance}</p>
      </div>
      <div class="row">
        ${move('plus-10m', '10 minutes on', { advance: 'PT10M' })}
        ${move('plus-1d', '1 day on', { advance: 'P1D' })}
        ${move('plus-30d', '30 days on', { advance: 'P30D' })} ${move('to-now', 'Back to now', { now: null })}
      </div>`,
  );
}

function faultsSection(world: World): Html {
  return section(
    'faults',
    'Faults',
    html`<form id="fault-form">
        <div class="field">
          <label for="fault-example">Start from an example</label>
          <select id="fault-example">
            <option value="">Choose…</option>
            ${EXAMPLES.map(([words, rule]) => html`<option value="${JSON.stringify(rule)}">${words}</option>`)}
          </select>
        </div>
        <label for="fault-rule">Rule</label>
        <textarea id="fault-rule" spellcheck="false">${JSON.stringify(EXAMPLES[0]?.[1])}</textarea>
        <div class="row">
          <button class="small primary" type="submit">Add the fault</button>
          ${button('remove-faults', 'Remove all', '/control/faults', undefined, 'DELETE')}
        </div>
      </form>
      <div id="fault-list">
        <h3>Set now</h3>
        ${rows(world.faults.list(), 'Everything works as it should.', faultRow)}
      </div>`,
  );
}

function board(twins: Twins): string {
  const { world } = twins;
  const body = html`<header class="top">
      <h1>The outside world</h1>
      <p class="quiet">
        Banks, the bill network, the collection rail, DigiLocker, the bureau, SMS and mail, as the product
        sees them. No real money moves.
      </p>
      <nav aria-label="On this page">
        <a href="#inbox">Inbox</a> <a href="#bills">Bill payments</a> <a href="#collections">Collections</a>
        <a href="#consents">Consents</a> <a href="#webhooks">Webhooks</a> <a href="#clock">Clock</a>
        <a href="#faults">Faults</a>
      </nav>
      <p id="said" class="small quiet" role="status" aria-live="polite"></p>
    </header>
    <main class="board">
      <div class="column">
        ${section(
          'inbox',
          'Inbox',
          html`<div class="scroll" tabindex="0">
            ${rows(world.outbox.list({ limit: SHOWN }), 'No mail and no SMS yet.', messageRow)}
          </div>`,
        )}
        ${billsSection(twins)}
        ${section(
          'webhooks',
          'Webhooks',
          html`<div class="scroll" tabindex="0">
            ${rows(world.webhooks.list(SHOWN), 'No webhook was sent yet.', webhookRow)}
          </div>`,
        )}
      </div>
      <div class="column">
        ${clockSection(world)} ${collectionsSection(twins)} ${consentsSection(twins)} ${reviewsSection(twins)}
        ${videoCallsSection(twins)} ${faultsSection(world)}
      </div>
    </main>`;
  return page('Sandbox · the outside world', body, {
    styles: ['/page/style.css', '/page/page.css'],
    script: '/page/page.js',
  });
}

/** The page for people: what happened outside, and buttons to act as the customer or the bank. */
export function pageRoutes(app: FastifyInstance, twins: Twins): void {
  app.get('/', (_request, reply) => {
    twins.world.timers.runDue();
    return reply.type('text/html').send(board(twins));
  });
  app.get('/page/style.css', (_request, reply) => reply.type('text/css').send(STYLE));
  app.get('/page/page.css', (_request, reply) => reply.type('text/css').send(PAGE_CSS));
  app.get('/page/page.js', (_request, reply) => reply.type('text/javascript').send(PAGE_JS));
}
