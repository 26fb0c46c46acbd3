// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID, sampleBill, sampleCard, sampleMe, sampleQuote } from '../../../test/samples.ts';

const THREE_TAPS = `?card=${ID.card}&step=3`;
const open = async (answers: Answers, query: string) => {
  const network = stubNetwork({
    'GET /me': [200, sampleMe()],
    'GET /cards': page([sampleCard]),
    'GET /payments': page([]),
    [`POST /cards/${ID.card}/bill`]: [200, sampleBill()],
    'POST /payments/quote': ({ body }) => {
      const plan = body['plan'] as { kind: 'single' | 'emi' } | undefined;
      return [200, sampleQuote(plan?.kind)];
    },
    ...answers,
  });
  await openScreen(
    { path: '/dashboard/pay-bill', lazy: () => import('./pay-bill.tsx') },
    `/dashboard/pay-bill${query}`,
  );
  return network;
};

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('stepping the line to a plan chooses it: price, last day and list follow', async () => {
  const { sent } = await open({ 'GET /me/preferences': [200, { salaryDay: 'none' }] }, THREE_TAPS);
  const line = await screen.findByRole('slider', { name: 'How long do you want?' });
  expect(line.getAttribute('aria-valuetext')).toBe('Once on Sun, 20 Dec: ₹15,300 in all, APR 24.33%');
  fireEvent.change(line, { target: { value: '1' } });
  expect(line.getAttribute('aria-valuetext')).toBe(
    '3 times, the last time on 20 Feb 2027: ₹15,600 in all, APR 23.84%',
  );
  expect(screen.getByText(/^3 × ₹5,200, the last on 20 Feb 2027/)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>(/3 EMIs/).checked).toBe(true);
  await vi.waitFor(() => expect(sent.at(-1)?.body['plan']).toEqual({ kind: 'emi', instalments: 3 }));
  // Asked before: not asked again.
  expect(screen.queryByLabelText('When does your salary come?')).toBeNull();
});

test('the salary day is asked once, kept, and drawn', async () => {
  const kept = { salaryDay: null as number | null };
  const { sent } = await open(
    {
      'GET /me/preferences': [200, kept],
      'PUT /me/preferences': (one) => [200, { salaryDay: one.body['salaryDay'] }],
    },
    THREE_TAPS,
  );
  await userEvent.selectOptions(await screen.findByLabelText('When does your salary come?'), '1');
  expect(await screen.findByText('Salary on the 1st')).toBeDefined();
  expect(sent.find((one) => one.method === 'PUT')?.body).toEqual({ salaryDay: 1 });
  expect(screen.queryByLabelText('When does your salary come?')).toBeNull();
  // 1 December alone lies before the end of the line of one payment; two more before that of three.
  expect(document.querySelectorAll('svg path.fill-ok')).toHaveLength(3 + 1);
});
