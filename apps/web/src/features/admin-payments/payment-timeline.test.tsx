// @vitest-environment jsdom
import type { PaymentTimelineEntry } from '@mohlat/contract';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LanguageProvider } from '../../lib/i18n.tsx';
import { PaymentTimeline } from './payment-timeline.tsx';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 6, minute)).toISOString();
const asked = (minute: number, result: string): PaymentTimelineEntry => ({
  at: at(minute),
  source: 'rail_call',
  event: 'billpay.status',
  // No two take equally long, and each has a trace of its own.
  detail: { result, attempt: 1, milliseconds: 100 + minute, status: null, trace: `t-${minute}` },
});

afterEach(cleanup);

test('the same question with the same answer is one line that says how often and until when', () => {
  const timeline: PaymentTimelineEntry[] = [
    { at: at(0), source: 'payment', event: 'submitted', detail: {} },
    ...Array.from({ length: 41 }, (_, index) => asked(1 + index, 'ProviderUnknown')),
    { at: at(45), source: 'journal', event: 'submit', detail: {} },
    asked(46, 'ProviderUnknown'),
    asked(47, 'ProviderUnknown'),
    asked(48, 'ok'),
  ];
  render(
    <LanguageProvider initial="en">
      <PaymentTimeline timeline={timeline} leftOut={{ calls: 0, webhooks: 0 }} />
    </LanguageProvider>,
  );
  expect(screen.queryByText(/not shown/)).toBeNull();
  const lines = [...screen.getByRole('list', { name: 'What happened' }).children];
  // Two of a kind are not worth folding, and another answer is another line.
  expect(lines).toHaveLength(6);
  const folded = within(lines[1] as HTMLElement);
  expect(folded.getByText(/^Asked 41 times with this answer, last at .*12:11/)).toBeDefined();
  expect(folded.getByText('Show each time').tagName).toBe('SUMMARY');
  expect([...folded.getByRole('list').children]).toHaveLength(41);
  expect(screen.getAllByText('Show each time')).toHaveLength(1);
});

test('a story with older calls than it shows says how many there are', () => {
  render(
    <LanguageProvider initial="en">
      <PaymentTimeline timeline={[asked(1, 'ok')]} leftOut={{ calls: 12, webhooks: 3 }} />
    </LanguageProvider>,
  );
  expect(screen.getByText('15 older entries are not shown.')).toBeDefined();
});

test('an act of staff says who did it by name, and by kind where no name is known', () => {
  const act = (detail: PaymentTimelineEntry['detail']): PaymentTimelineEntry => ({
    at: at(1),
    source: 'staff',
    event: 'payment.enquired',
    detail: { actor: 'staff', reason: null, ...detail },
  });
  render(
    <LanguageProvider initial="en">
      <PaymentTimeline
        timeline={[act({ actorName: 'Lata Iyer' }), act({ actorName: null })]}
        leftOut={{ calls: 0, webhooks: 0 }}
      />
    </LanguageProvider>,
  );
  const [named, unnamed] = [...screen.getByRole('list', { name: 'What happened' }).children];
  expect(within(named as HTMLElement).getByText('Lata Iyer')).toBeDefined();
  expect(named!.textContent).not.toContain('Staff · ');
  expect(within(unnamed as HTMLElement).getAllByText('Staff')).toHaveLength(2);
});

test('a repayment that its bank took back is not called one that never came', () => {
  const detail = { id: 'r-1', amountPaise: 520_000, takenBackOn: '2026-11-05' };
  render(
    <LanguageProvider initial="en">
      <PaymentTimeline
        timeline={[{ at: at(1), source: 'repayment', event: 'failed', detail }]}
        leftOut={{ calls: 0, webhooks: 0 }}
      />
    </LanguageProvider>,
  );
  expect(screen.getByText('Taken back by the bank')).toBeDefined();
  expect(screen.getByText('₹5,200.00 · on 5 Nov 2026')).toBeDefined();
  expect(screen.queryByText('Not received')).toBeNull();
});

test('given money that staff had given by mistake, when its payment is told, then it is not called money that never came', () => {
  const detail = { id: 'r-1', amountPaise: 520_000, channel: 'identified', reason: 'given_by_mistake' };
  expect(told({ source: 'repayment', event: 'failed', detail })).toEqual([
    'Taken back by staff',
    '₹5,200.00 · Found by staff · staff had given it to the wrong payment',
  ]);
});

const told = (entry: Omit<PaymentTimelineEntry, 'at'>) => {
  render(
    <LanguageProvider initial="en">
      <PaymentTimeline timeline={[{ at: at(1), ...entry }]} leftOut={{ calls: 0, webhooks: 0 }} />
    </LanguageProvider>,
  );
  const [line] = [...screen.getByRole('list', { name: 'What happened' }).children];
  // Without its mark, its time and its source.
  return (
    [...line!.querySelectorAll('span, p, div')]
      .filter((one) => one.children.length === 0)
      // A day stays with its month.
      .map((one) => one.textContent.replaceAll('\u00a0', ' '))
      .slice(3)
  );
};

test.each([
  [
    'a call that was answered at once',
    {
      source: 'rail_call',
      event: 'setu_billpay.submit',
      detail: { result: 'ok', attempt: 1, milliseconds: 5, status: 200, trace: 't' },
    },
    ['Bill network (Setu): Payment handed over', 'Answered'],
  ],
  [
    'a second try that took long',
    {
      source: 'rail_call',
      event: 'setu_billpay.submit',
      detail: { result: 'ProviderTimeout', attempt: 2, milliseconds: 5020, status: null },
    },
    [
      'Bill network (Setu): Payment handed over',
      'No answer in time, outcome unknown · attempt 2 · after 5 seconds',
    ],
  ],
  [
    'a journal that counts from another day',
    {
      source: 'journal',
      event: 'repayment',
      detail: { id: 'j', effectiveOn: '2026-11-18', isReversal: true },
    },
    ['Repayment', 'Reversal · counts from 18 Nov 2026'],
  ],
  [
    'a journal of its own day',
    {
      source: 'journal',
      event: 'repayment',
      detail: { id: 'j', effectiveOn: '2026-11-20', isReversal: false },
    },
    ['Repayment'],
  ],
  [
    'a task that was tried',
    { source: 'job', event: 'payments.enquire', detail: { attempts: 2, attemptsMax: 8, isRunning: false } },
    ['Ask the rail about the payment', 'Planned · tried 2 of at most 8 times'],
  ],
  [
    'a repayment under way',
    {
      source: 'repayment',
      event: 'initiated',
      detail: { id: 'r', amountPaise: 520_000, channel: 'checkout' },
    },
    ['Begun', '₹5,200.00 · Checkout'],
  ],
] as const)(
  'given %s, then the story says it in words and leaves out what only logs need',
  (_, entry, lines) => {
    expect(told(entry)).toEqual(lines);
  },
);
