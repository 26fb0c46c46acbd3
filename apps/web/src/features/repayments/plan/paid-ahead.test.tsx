// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { ID, samplePayment, sampleRepayment } from '../../../../test/samples.ts';
import { toast } from '../../../ui/toast.tsx';

afterEach(() => {
  toast.dismissAll();
  cleanup();
  vi.unstubAllGlobals();
});

const held = () =>
  sampleRepayment({
    status: 'succeeded',
    receivedAt: '2026-11-20T11:00:00Z',
    returnablePaise: 520_000,
    allocation: [{ instalment: 2, component: 'principal', amountPaise: 520_000 }],
  });

async function open(repayment: ReturnType<typeof held>, routes: Parameters<typeof stubNetwork>[0] = {}) {
  const network = stubNetwork({
    [`GET /payments/${ID.payment}`]: [200, samplePayment()],
    'GET /repayments': page([repayment]),
    ...routes,
  });
  const lazy = () => import('./payment-plan.tsx');
  await openScreen({ path: '/dashboard/payments/:id', lazy }, `/dashboard/payments/${ID.payment}`);
  return network;
}

test('given money that waits for an instalment, when its owner confirms, then it is asked for once', async () => {
  const path = `/repayments/${ID.repayment}/return`;
  const network = await open(held(), { [`POST ${path}`]: [202, { ...held(), returnablePaise: 0 }] });
  const asked = () => network.sent.filter((one) => one.path === path);
  expect(await screen.findByText('It is kept for the instalments to come.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Get it back' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/The instalments it was kept for are owed again/)).toBeDefined();
  expect(asked()).toEqual([]);
  network.answers['GET /repayments'] = page([{ ...held(), returnablePaise: 0 }]);
  await userEvent.click(dialog.getByRole('button', { name: 'Get it back' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked()).toHaveLength(1);
  expect(asked()[0]?.headers.get('idempotency-key')).toBeTruthy();
  expect(screen.queryByText(/kept for the instalments to come/)).toBeNull();
});

test('given a part that waits, when its owner reads the line, then it names that part', async () => {
  await open({ ...held(), returnablePaise: 120_000 });
  expect(await screen.findByText('₹1,200 of it is kept for the instalments to come.')).toBeDefined();
});

test('given a refusal, when its owner asks, then the dialog says why and stays', async () => {
  const refused = problem(409, 'held_disputed', 'Your bank is looking into this repayment.');
  await open(held(), { [`POST /repayments/${ID.repayment}/return`]: refused });
  await userEvent.click(await screen.findByRole('button', { name: 'Get it back' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Get it back' }));
  expect(await dialog.findByText('It was not given back')).toBeDefined();
  expect(dialog.getByText(/looking into this repayment/)).toBeDefined();
});

test('given a repayment that is not found, when its owner asks, then it is not called on its way', async () => {
  await open(held(), {
    [`POST /repayments/${ID.repayment}/return`]: problem(404, 'not_found', 'We could not find this.'),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Get it back' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Get it back' }));
  expect(await dialog.findByText('It was not given back')).toBeDefined();
  expect(screen.queryByText('It is on its way back')).toBeNull();
});

test.each([
  ['held_disputed', 'while your bank looks into this repayment'],
  ['held_agreed', 'while a lower sum is agreed'],
  ['held_in_use', 'the limit it freed pays another bill'],
] as const)(
  'given money that waits and stays (%s), then its owner reads why and is offered nothing',
  async (returnRefusal, why) => {
    await open({ ...held(), returnablePaise: 0, returnRefusal });
    expect(await screen.findByText(new RegExp(why))).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Get it back' })).toBeNull();
  },
);

test.each([0, undefined])(
  'given nothing that waits (%s), then nothing is offered',
  async (returnablePaise) => {
    const { returnablePaise: _, ...rest } = held();
    await open(returnablePaise === undefined ? rest : { ...rest, returnablePaise });
    expect(await screen.findByText('Received')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Get it back' })).toBeNull();
  },
);
