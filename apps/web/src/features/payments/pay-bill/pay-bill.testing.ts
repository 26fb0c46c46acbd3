import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { page, stubNetwork, type Answers, type Sent } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import {
  ID,
  sampleBill,
  sampleCard,
  sampleMe,
  samplePayment,
  sampleQuote,
} from '../../../../test/samples.ts';

/** The question about the bill of the sample card. */
export const BILL = `POST /cards/${ID.card}/bill`;

/** A user with a limit and a saved card whose bank tells a bill; a quote is of the plan that was asked for. */
const READY: Answers = {
  'GET /me': [200, sampleMe()],
  'GET /cards': page([sampleCard]),
  'GET /payments': page([]),
  [BILL]: [200, sampleBill()],
  'POST /payments/quote': (sent) => [
    200,
    sampleQuote((sent.body['plan'] as { kind: 'single' | 'emi' } | undefined)?.kind),
  ],
  'POST /payments': [202, samplePayment({ billStatus: 'accepted', paidAt: null })],
};

/** Lets the network answer as for a user who may pay a bill, but for what is given. */
const stubPayBill = (answers: Answers = {}) => stubNetwork({ ...READY, ...answers });

const showPayBill = (query = '') =>
  openScreen(
    { path: '/dashboard/pay-bill', lazy: () => import('./pay-bill.tsx') },
    `/dashboard/pay-bill${query}`,
  );

/** Both. */
export async function openPayBill(answers: Answers = {}, query = '') {
  const network = stubPayBill(answers);
  return { ...network, ...(await showPayBill(query)) };
}

/** Opens the wizard with a bank that keeps silent until the returned function is called. */
export async function openPayBillUntold(answers: Answers = {}, query = '') {
  const bank = Promise.withResolvers<void>();
  const network = stubPayBill(answers);
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
    if (String(input).endsWith('/bill')) await bank.promise;
    return fetch(input, init);
  });
  await showPayBill(query);
  return { ...network, tell: bank.resolve };
}

export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

/** The bills that were accepted. */
export const acceptsIn = (sent: readonly Sent[]) =>
  sent.filter((one) => one.method === 'POST' && one.path === '/payments');
