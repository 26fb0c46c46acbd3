// @vitest-environment jsdom
import type { AdminPayment } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { problem, stubNetwork, type Answer } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { AT, ID } from '../../../test/staff-samples.ts';
import { toast } from '../../ui/toast.tsx';
import { payment } from './payments.faces.testing.ts';

const BREAK = '01900000-0000-7000-8000-0000000000ee';
const RESOLVE = `POST /admin/reconciliation/breaks/${BREAK}/resolve`;
const me = { id: 'me', name: 'Lata Iyer', email: 'lata@example.in', roles: ['finance'], stepUpUntil: null };

const frozen: AdminPayment = {
  ...payment,
  breaks: [{ id: BREAK, kind: 'returned', openedAt: AT, isOpen: true }],
  freezes: [{ word: 'refund_requested', fromDate: '2026-11-18', endedDate: null, end: null, days: 4 }],
  actions: ['waive', 'end_freeze'],
};

const open = (payment: AdminPayment, answer: Answer = [200, {}], language: 'en' | 'hi' = 'en') => {
  const network = stubNetwork({
    'GET /admin/me': [200, me],
    [`GET /admin/payments/${ID}`]: [200, payment],
    [RESOLVE]: answer,
  });
  const screenOf = { path: '/admin/payments/:id', lazy: () => import('./payment.tsx') };
  return openScreen(screenOf, `/admin/payments/${ID}`, language).then(() => network);
};

/** The part of the page under a heading. */
async function cardOf(name: string) {
  const heading = await screen.findByRole('heading', { name });
  return within(heading.closest('section')!);
}

/** By the tab key, as far as it is there. */
async function tabTo(element: HTMLElement): Promise<void> {
  for (let steps = 0; steps < 20 && document.activeElement !== element; steps += 1) await userEvent.tab();
  expect(document.activeElement).toBe(element);
}

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('a frozen loan says since when, why, in the rail’s word, and how many days count for nothing', async () => {
  await open(frozen);
  const card = await cardOf('Frozen');
  expect(card.getByText('18 Nov 2026')).toBeDefined();
  expect(card.getByText('The rail has asked for the money back from the bank')).toBeDefined();
  expect(card.getByText('4 days so far')).toBeDefined();
  expect(card.getByText(/no demand, no debit, no charge, no message of lateness/)).toBeDefined();
});

test('a freeze that ended stays to be read, and cannot be ended again', async () => {
  const ended = { ...frozen.freezes[0]!, endedDate: '2026-11-22', end: 'withdrawn' as const };
  await open({ ...frozen, freezes: [ended], breaks: [], actions: ['waive'] });
  const card = await cardOf('Was frozen');
  expect(card.getByText('18 Nov 2026 to 22 Nov 2026')).toBeDefined();
  expect(card.getByText('The return was found withdrawn')).toBeDefined();
  expect(card.getByText('4 days')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'End the freeze' })).toBeNull();
});

test('a loan that was never frozen has no word of it', async () => {
  await open(payment);
  await screen.findByRole('button', { name: 'Waive a charge' });
  expect(screen.queryByRole('heading', { name: /frozen/i })).toBeNull();
});

test('by keys alone the return is found withdrawn, with how one knows', async () => {
  const { sent } = await open(frozen);
  const button = await screen.findByRole('button', { name: 'End the freeze' });
  button.focus();
  await userEvent.keyboard('{Enter}');
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/From today days count again/)).toBeDefined();
  await tabTo(dialog.getByLabelText('How you know'));
  await userEvent.keyboard('Letter of the network, 22 November');
  await tabTo(dialog.getByRole('button', { name: 'End the freeze' }));
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() =>
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      resolution: 'agreed',
      note: 'Letter of the network, 22 November',
    }),
  );
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('staff who were slower are told so, in Hindi too', async () => {
  await open(frozen, problem(409, 'break_resolved', 'Somebody has cleared this already.'), 'hi');
  await userEvent.click(await screen.findByRole('button', { name: 'रोक हटाएँ' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('आपको कैसे पता है'), 'रेल का पत्र');
  await userEvent.click(dialog.getByRole('button', { name: 'रोक हटाएँ' }));
  // Beside the cross of the dialog: what is left to do once a colleague was quicker.
  await vi.waitFor(() => expect(dialog.getAllByRole('button', { name: 'बंद करें' })).toHaveLength(2));
});
