// @vitest-environment jsdom
import type { Payment } from '@mohlat/contract';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { ID, sampleForeclosure, samplePayment } from '../../../../test/samples.ts';
import { moneyChanged } from '../../../lib/keys.ts';

async function open(payment: Payment) {
  const { answers } = stubNetwork({
    [`GET /payments/${ID.payment}`]: [200, payment],
    [`GET /payments/${ID.payment}/foreclosure`]: [200, sampleForeclosure],
    'GET /repayments': page([]),
    'GET /me/preferences': [200, {}],
  });
  const { client } = await openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('../plan/payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}`,
  );
  return { answers, client };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const repaid = () =>
  samplePayment({
    status: 'completed',
    outstandingPaise: 0,
    nextDue: null,
    ending: { kind: 'repaid', on: '2027-02-20' },
    schedule: samplePayment().schedule.map((row) => ({
      ...row,
      paidPaise: row.amountPaise,
      status: 'paid' as const,
    })),
  });

test('given one instalment left, when it is repaid, then the sum reaches zero and the ring closes', async () => {
  const { answers, client } = await open(samplePayment());
  await screen.findByText('Bill paid · 3 of 3 instalments left');
  answers[`GET /payments/${ID.payment}`] = [200, repaid()];
  await act(() => moneyChanged(client));
  expect(await screen.findByText('Bill paid · all of it repaid on 20 Feb 2027')).toBeDefined();
  expect(screen.getByText('Nothing left to repay').previousElementSibling!.textContent).toContain('₹0');
  expect(document.querySelector('circle.closes-ring')).not.toBeNull();
  // The whole line is paid for.
  await vi.waitFor(() => expect(document.querySelector('rect.fill-ok')?.getAttribute('width')).toBe('90%'));
});

test('given a plan repaid long ago, when it is opened, then its ring is closed and rests', async () => {
  await open(repaid());
  expect(await screen.findByText('Bill paid · all of it repaid on 20 Feb 2027')).toBeDefined();
  expect(document.querySelector('circle.stroke-ok')).not.toBeNull();
  expect(document.querySelector('.closes-ring')).toBeNull();
});
