// @vitest-environment jsdom
import type { AdminPayment } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/staff-samples.ts';
import { toast } from '../../ui/toast.tsx';
import { payment } from './payments.faces.testing.ts';

const me = { id: 'me', name: 'Lata Iyer', email: 'lata@example.in', roles: ['finance'], stepUpUntil: null };

async function ask(waivable: AdminPayment['waivable']) {
  const { sent } = stubNetwork({
    'GET /admin/me': [200, me],
    [`GET /admin/payments/${ID}`]: [200, { ...payment, waivable }],
    [`POST /admin/payments/${ID}/waive`]: [200, { status: 'waived', waivedPaise: 1, approvalId: null }],
  });
  await openScreen(
    { path: '/admin/payments/:id', lazy: () => import('./payment.tsx') },
    `/admin/payments/${ID}`,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Waive a charge' }));
  return { sent, dialog: within(await screen.findByRole('dialog')) };
}
const fill = async (dialog: Awaited<ReturnType<typeof ask>>['dialog'], part: string, amount: string) => {
  await userEvent.selectOptions(dialog.getByLabelText('What is waived'), part);
  await userEvent.clear(dialog.getByLabelText('Amount to waive'));
  await userEvent.type(dialog.getByLabelText('Amount to waive'), amount);
};

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('LEND-24: the waive dialog names what can be waived, how much, and from where a second person decides', async () => {
  const { sent, dialog } = await ask({
    parts: [
      { component: 'penal', duePaise: 40_000 },
      { component: 'bounce', duePaise: 5_000 },
    ],
    alonePaise: 35_000,
  });
  expect(dialog.getByText(/^Asha Rao · HDFC Bank ••.4021 · ₹15,000, /)).toBeDefined();
  const names = [...dialog.getByLabelText('What is waived').children].map((one) => one.textContent);
  expect(names).toEqual(['—', 'Late charge, up to ₹400', 'Bounce charge, up to ₹50']);
  expect(dialog.getByText('Up to ₹350 counts at once; more waits for a second person.')).toBeDefined();
  await fill(dialog, 'bounce', '60');
  await userEvent.type(dialog.getByLabelText(/Reason/), 'The bank was late');
  await userEvent.click(dialog.getByRole('button', { name: 'Waive ₹60' }));
  expect(await dialog.findByText('At most ₹50 of it can be waived')).toBeDefined();
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  expect(dialog.queryByText('Outstanding')).toBeNull();
  await fill(dialog, 'penal', '360');
  expect(dialog.getByText('Outstanding')).toBeDefined();
});

test('given nothing due, when a waiver is asked for, then the dialog says so and asks for nothing', async () => {
  const { dialog } = await ask({ parts: [], alonePaise: 35_000 });
  expect(dialog.getByText('Nothing of it is due today, so nothing can be waived.')).toBeDefined();
  expect(dialog.getByText(/^Asha Rao · HDFC Bank ••.4021 · ₹15,000, /)).toBeDefined();
  expect(dialog.queryByRole('textbox')).toBeNull();
  expect(dialog.queryByRole('combobox')).toBeNull();
  // The cross and the button below do the same.
  expect(dialog.getAllByRole('button').map((one) => one.textContent || one.ariaLabel)).toEqual([
    'Close',
    'Close',
  ]);
});

test('given a used-up sum to waive alone, when a waiver is asked for, then it says who decides', async () => {
  const { dialog } = await ask({ parts: [{ component: 'penal', duePaise: 40_000 }], alonePaise: 0 });
  expect(dialog.getByText(/is used up: a second person decides/)).toBeDefined();
});
