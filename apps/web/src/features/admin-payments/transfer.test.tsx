// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { samplePayment } from '../../../test/samples.ts';
import { ID } from '../../../test/staff-samples.ts';
import { toast } from '../../ui/toast.tsx';
import { payment } from './payments.faces.testing.ts';

const me = { id: 'me', name: 'Lata Iyer', email: 'lata@example.in', roles: ['finance'], stepUpUntil: null };

/** The dialog about a transfer; ₹9 of the loan are to go back. */
async function ask(transferDuePaise: number | undefined) {
  const { sent } = stubNetwork({
    'GET /admin/me': [200, me],
    [`GET /admin/payments/${ID}`]: [
      200,
      {
        ...payment,
        payment: samplePayment({ refundDuePaise: 900 }),
        transferDuePaise,
        actions: ['transfer_excess'],
      },
    ],
    [`POST /admin/payments/${ID}/refund-transfers`]: [202, { approvalId: ID }],
  });
  await openScreen(
    { path: '/admin/payments/:id', lazy: () => import('./payment.tsx') },
    `/admin/payments/${ID}`,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Record a bank transfer' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('UTR of the transfer'), 'UTR000001');
  await userEvent.type(dialog.getByLabelText('Account it went to: last four digits'), '4321');
  await userEvent.type(dialog.getByLabelText(/Reason/), 'They wrote to us which account');
  const send = async (amount: string) => {
    await userEvent.clear(dialog.getByLabelText('Amount sent'));
    await userEvent.type(dialog.getByLabelText('Amount sent'), amount);
    await userEvent.click(dialog.getByRole('button', { name: 'Record a bank transfer' }));
  };
  return { dialog, send, posted: () => sent.filter(({ method }) => method === 'POST') };
}

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('LEND-16: given a part of the excess that a transfer may carry, when another sum is typed, then it is not sent', async () => {
  const { dialog, send, posted } = await ask(400);
  expect(dialog.getByText('₹4 is to go by transfer')).toBeDefined();
  expect(dialog.queryByText('₹9')).toBeNull();
  await send('9');
  expect(await dialog.findByText('₹4 is to go by transfer, no other sum.')).toBeDefined();
  expect(posted()).toEqual([]);
  await send('4');
  await vi.waitFor(() => expect(posted()).toMatchObject([{ body: { amountPaise: 400 } }]));
});

test('LEND-16: given a server of the version before, when a transfer is recorded, then it is told no amount', async () => {
  const { send, posted } = await ask(undefined);
  await send('9');
  await vi.waitFor(() => expect(posted()).toHaveLength(1));
  expect(posted()[0]).not.toMatchObject({ body: { amountPaise: 900 } });
});
