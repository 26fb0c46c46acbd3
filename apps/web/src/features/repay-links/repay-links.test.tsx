// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { problem, stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { pressTwice } from '../../../test/press-twice.ts';
import { providerWindow } from '../../../test/provider-window.ts';
import { FROM_A_BANK } from '../../lib/checkout.ts';
import { toast } from '../../ui/toast.tsx';

const TOKEN = 'a'.repeat(43);
const LOOK = `GET /public/repay-links/${TOKEN}`;
const ORDER = `POST /public/repay-links/${TOKEN}/order`;
const CONFIRM = `POST /public/repay-links/${TOKEN}/confirm`;
const open = { amountPaise: 520_000, dueDate: '2026-12-20', state: 'open' } as const;
const paid = { ...open, state: 'paid' } as const;
const order = {
  scriptUrl: 'http://localhost:3100/razorpay/v1/checkout.js',
  keyId: 'rzp_test_1',
  orderId: 'order_1',
  amountPaise: 520_000,
};

async function openLink(answers: Answers, address = `/repay#${TOKEN}`) {
  const network = stubNetwork({ [LOOK]: [200, open], [ORDER]: [202, order], ...answers });
  await openScreen({ path: '/repay', lazy: () => import('./shared-instalment.tsx') }, address);
  return network;
}
const pay = async () => userEvent.click(await screen.findByRole('button', { name: 'Pay ₹5,200' }));

afterEach(() => {
  toast.dismissAll();
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a payer with a link', () => {
  test('sees an amount and a date, pays in the window, and reads that it is paid', async () => {
    const opened = providerWindow('pays');
    const { sent } = await openLink({
      [LOOK]: [
        [200, open],
        [200, paid],
      ],
      [CONFIRM]: [200, paid],
    });
    expect(await screen.findByText('Due on Sun, 20 Dec')).toBeDefined();
    await pay();
    expect(await screen.findByRole('heading', { name: 'Paid' })).toBeDefined();
    expect(screen.getByText('pay_1')).toBeDefined();
    expect(opened).toMatchObject([{ order_id: 'order_1', config: FROM_A_BANK }]);
    expect(opened[0]).not.toHaveProperty('prefill');
    expect(sent.find(({ path }) => path.endsWith('/confirm'))?.body).toEqual({
      paymentId: 'pay_1',
      signature: 'sig',
    });
  });

  test('a double press opens one window', async () => {
    const opened = providerWindow('closes');
    await openLink({});
    pressTwice(await screen.findByRole('button', { name: 'Pay ₹5,200' }));
    await vi.waitFor(() => expect(opened).toHaveLength(1));
  });

  test('a window that is closed leaves the button, and a refusal inside says that nothing was taken', async () => {
    providerWindow('closes');
    await openLink({});
    await pay();
    expect(await screen.findByRole('button', { name: 'Pay ₹5,200' })).toBeDefined();
    expect(screen.queryByText('One attempt was refused')).toBeNull();
    cleanup();
    providerWindow('is refused');
    await openLink({});
    await pay();
    expect(await screen.findByText(/^The bank took nothing for it/)).toBeDefined();
    expect(screen.getByText('One attempt was refused')).toBeDefined();
  });

  test('a lost confirmation says not to pay again, until the server has the money', async () => {
    providerWindow('pays');
    await openLink({ [CONFIRM]: new TypeError('network') });
    await pay();
    expect(await screen.findByText('We are checking with the bank')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Pay ₹5,200' })).toBeNull();
  });

  test('a credit card is refused in the words of the server, and a window that does not load is said', async () => {
    providerWindow('pays');
    await openLink({ [CONFIRM]: problem(422, 'credit_source_refused', 'Not from a credit card.') });
    await pay();
    expect(await screen.findByText('Not from a credit card.')).toBeDefined();
    expect(screen.getByText('One attempt was refused')).toBeDefined();
    cleanup();
    providerWindow('never loads');
    await openLink({ [ORDER]: [202, { ...order, scriptUrl: 'http://localhost/another.js' }] });
    await pay();
    expect(await screen.findByText(/^Nothing was taken\. Check the network/)).toBeDefined();
    expect(screen.getByText('The payment window did not open')).toBeDefined();
    expect(screen.queryByText('One attempt was refused')).toBeNull();
  });

  test('an order that is not made opens no window, and no attempt is said to be refused', async () => {
    await openLink({ [ORDER]: problem(503, 'provider_unavailable', 'The service is not answering.') });
    await pay();
    expect(await screen.findByText('The service is not answering.')).toBeDefined();
    expect(screen.getByText('The payment window did not open')).toBeDefined();
    expect(screen.queryByText('One attempt was refused')).toBeNull();
  });

  test.each([
    ['an order', { [ORDER]: problem(503, 'provider_unavailable', 'It was refused.') }],
    ['a confirmation', { [CONFIRM]: problem(422, 'credit_source_refused', 'It was refused.') }],
  ])('given %s that is refused, when the link is not answered again, then it is said', async (_, answers) => {
    providerWindow('pays');
    await openLink(answers);
    await screen.findByRole('button', { name: 'Pay ₹5,200' });
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) =>
      init?.method === 'GET' ? new Promise(() => undefined) : fetch(input, init),
    );
    await pay();
    expect(await screen.findByText('It was refused.')).toBeDefined();
  });

  test('a payer who paid as the link was taken back reads that it is paid', async () => {
    providerWindow('pays');
    await openLink({
      [LOOK]: [[200, open], problem(404, 'not_found', 'We could not find this.')],
      [CONFIRM]: [200, paid],
    });
    await pay();
    expect(await screen.findByRole('heading', { name: 'Paid' })).toBeDefined();
    expect(screen.queryByText('This link does not work any more')).toBeNull();
  });

  test('an instalment that another payer has paid asks for nothing', async () => {
    await openLink({ [LOOK]: [200, paid] });
    expect(await screen.findByText(/paid already\. There is nothing left to pay/)).toBeDefined();
    expect(screen.queryByText(/has been told/)).toBeNull();
  });

  test('a link that shows nothing says so; another failure can be repeated', async () => {
    await openLink({ [LOOK]: problem(404, 'not_found', 'We could not find this.') });
    expect(await screen.findByText('This link does not work any more')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
    expect(screen.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/support');
    cleanup();
    await openLink({}, '/repay');
    expect(await screen.findByText('This link does not work any more')).toBeDefined();
    cleanup();
    await openLink({ [LOOK]: problem(500, 'internal', 'Broken.') });
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/support');
  });
});
