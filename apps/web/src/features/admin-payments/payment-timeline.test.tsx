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
  expect(folded.getAllByText(/Milliseconds/)).toHaveLength(41);
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
  expect([...named!.querySelectorAll('dd')].map((one) => one.textContent)).toEqual(['Lata Iyer']);
  expect([...unnamed!.querySelectorAll('dd')].map((one) => one.textContent)).toEqual(['Staff']);
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
  expect(screen.getByText('5 Nov 2026')).toBeDefined();
  expect(screen.queryByText('Not received')).toBeNull();
});
