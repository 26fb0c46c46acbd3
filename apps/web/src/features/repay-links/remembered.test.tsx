// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { problem, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { providerWindow } from '../../../test/provider-window.ts';
import { toast } from '../../ui/toast.tsx';

const TOKEN = 'a'.repeat(43);
const LOOK = `GET /public/repay-links/${TOKEN}`;
const CONFIRM = `POST /public/repay-links/${TOKEN}/confirm`;
const open = { amountPaise: 520_000, dueDate: '2026-12-20', state: 'open' } as const;
const paid = { ...open, state: 'paid' } as const;
const page = { path: '/repay', lazy: () => import('./shared-instalment.tsx') };

function listen(confirm: Parameters<typeof stubNetwork>[0][string]) {
  return stubNetwork({
    [LOOK]: [200, open],
    [`POST /public/repay-links/${TOKEN}/order`]: [
      202,
      { scriptUrl: 'http://localhost/checkout.js', keyId: 'k', orderId: 'order_1', amountPaise: 520_000 },
    ],
    [CONFIRM]: confirm,
  });
}
const pay = async () => userEvent.click(await screen.findByRole('button', { name: 'Pay ₹5,200' }));

/** The page once more with what the browser keeps of it. */
async function reload({ router }: Awaited<ReturnType<typeof openScreen>>) {
  const { pathname, hash, state } = router.state.location;
  cleanup();
  return openScreen(page, { pathname, hash, state });
}

afterEach(() => {
  vi.useRealTimers();
  toast.dismissAll();
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('given a lost confirmation and a reload, the page still says not to pay again', async () => {
  providerWindow('pays');
  listen(new TypeError('network'));
  const opened = await openScreen(page, `/repay#${TOKEN}`);
  await pay();
  await screen.findByText('We are checking with the bank');
  const { router } = await reload(opened);
  expect(await screen.findByText('We are checking with the bank')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Pay ₹5,200' })).toBeNull();
  // A payment that never arrived does not close the page for good.
  const { pathname, hash } = router.state.location;
  const hourAgo = { reference: 'pay_1', at: Date.parse('2026-11-20T11:00:00Z') };
  cleanup();
  await openScreen(page, { pathname, hash, state: hourAgo });
  expect(await screen.findByRole('button', { name: 'Pay ₹5,200' })).toBeDefined();
});

test('given a paid instalment and a reload, the receipt keeps its reference and time', async () => {
  providerWindow('pays');
  const { answers } = listen([200, { ...paid, paidAt: '2026-11-20T11:30:00Z' }]);
  const opened = await openScreen(page, `/repay#${TOKEN}`);
  await screen.findByRole('button', { name: 'Pay ₹5,200' });
  answers[LOOK] = [200, paid];
  await pay();
  await screen.findByRole('heading', { name: 'Paid' });
  await reload(opened);
  expect(await screen.findByText('pay_1')).toBeDefined();
  expect(screen.getByText('5:00 pm, 20 Nov 2026')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Copy the reference' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Print' })).toBeDefined();
});

test.each([
  [503, 'provider_unavailable'],
  [500, 'internal'],
  [502, 'service_unavailable'],
  [429, 'too_many_requests'],
])(
  'given a payment made and a confirmation answered %i, no second payment is offered',
  async (status, code) => {
    providerWindow('pays');
    const { answers } = listen(problem(status, code, 'Try again in a few minutes.'));
    await openScreen(page, `/repay#${TOKEN}`);
    await screen.findByRole('button', { name: 'Pay ₹5,200' });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await pay();
    expect(await screen.findByText('We are checking with the bank')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Pay ₹5,200' })).toBeNull();
    expect(screen.queryByText('Try again in a few minutes.')).toBeNull();
    // The provider tells the server too, and the page goes on asking.
    answers[LOOK] = [200, paid];
    // A look that began before this may still bring the old answer: each wait moves the page's own interval on.
    await vi.waitFor(() => screen.getByRole('heading', { name: 'Paid' }));
  },
);
