// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { providerWindow } from '../../../test/provider-window.ts';
import { ID } from '../../../test/samples.ts';
import { toast } from '../../ui/toast.tsx';
import { openPlan, starts } from '../repayments/plan.testing.ts';

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('LEND-24: rewards are put in only when wanted, whole, and the rest is what is paid', async () => {
  const reward = {
    id: ID.card,
    amountPaise: 1_300,
    kind: 'cashback',
    earnedFrom: 'Cashback',
    paymentId: ID.payment,
    instalment: 1,
    earnedAt: '2026-11-20T11:00:00Z',
    isUsed: false,
    state: 'available',
    expiresOn: '2027-11-20',
  };
  providerWindow('pays');
  const { sent } = await openPlan({
    'GET /rewards': [200, { availablePaise: 1_300, items: [reward], nextCursor: null }],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Pay ₹5,200 now' }));
  const dialog = within(await screen.findByRole('dialog'));
  const box = await dialog.findByRole('checkbox', { name: 'Use ₹13 of rewards' });
  expect((box as HTMLInputElement).checked).toBe(false);
  await userEvent.click(box);
  expect(dialog.getByText(/They are used as soon as the payment window opens/)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Pay ₹5,187' }));
  await vi.waitFor(() => expect(starts(sent)).toHaveLength(1));
  expect(starts(sent)[0]!.body).toEqual({ amountPaise: 520_000, rewardIds: [ID.card] });
});
