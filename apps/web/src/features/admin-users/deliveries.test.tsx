// @vitest-environment jsdom
import { DELIVERY_REASONS, MESSAGE_TEMPLATES, STAFF_ROLES } from '@mohlat/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { en } from '../../lib/admin/codes.words.ts';
import { hi } from '../../lib/admin/codes.hi.ts';
import { Deliveries } from './deliveries.tsx';

const ID = '01900000-0000-7000-8000-0000000000aa';
const me = { id: ID, name: 'Lata Iyer', email: 'lata@example.in', roles: STAFF_ROLES, stepUpUntil: null };
const delivery = (template: string, index: number, reason: string | null) => ({
  id: `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  channel: index % 2 === 0 ? 'email' : 'sms',
  template,
  status: 'failed',
  tries: 1,
  reason,
  providerRef: null,
  queuedAt: '2026-11-18T06:00:00Z',
  settledAt: null,
});

async function show(items: readonly object[], language: 'en' | 'hi') {
  stubNetwork({ 'GET /admin/me': [200, me], [`GET /admin/users/${ID}/deliveries`]: page(items) });
  const Component = () => <Deliveries id={ID} />;
  // Fetched as a page is, so that the words of the language are waited for.
  await openScreen({ path: '/', lazy: () => Promise.resolve({ Component }) }, '/', language);
  await userEvent.click(await screen.findByRole('button'));
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ['en', en],
  ['hi', hi],
] as const)('every message is called by its words, in %s', async (language, words) => {
  const reasons = [...DELIVERY_REASONS, 'bounced_5.1.1', 'operator_blocked'];
  await show(
    MESSAGE_TEMPLATES.map((template, index) => delivery(template, index, reasons[index % reasons.length]!)),
    language,
  );
  await screen.findAllByText(new RegExp(words.messageTemplates['payment.paid']));
  const text = document.body.textContent;
  for (const template of MESSAGE_TEMPLATES) {
    expect(words.messageTemplates[template].length, template).toBeGreaterThan(2);
    expect(text).toContain(words.messageTemplates[template]);
  }
  // Neither the code of a text nor of a reason is left; what a bank or an operator says stands in brackets.
  expect(text).not.toMatch(/\b[a-z]+_[a-z]+\b|\b[a-z]+\.[a-z]+/);
  expect(text).toContain(`${words.deliveryReasons.bounced} (5.1.1)`);
});
