// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, stubNetwork, type Sent } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import {
  ID,
  sampleBill,
  sampleCard,
  sampleMe,
  samplePayment,
  sampleQuote,
} from '../../../../test/samples.ts';
import { toast } from '../../../ui/toast.tsx';

const OF_ANOTHER = { code: 'bill_of_another' as const, nameOnBill: 'Devika Sen' };
const QUESTION = 'I mean to pay the bill of Devika Sen.';
const PAY = { name: 'Pay HDFC Bank ₹15,000' };

async function open(warnings?: [typeof OF_ANOTHER]) {
  const network = stubNetwork({
    'GET /me': [200, sampleMe()],
    'GET /cards': page([sampleCard]),
    'GET /payments': page([]),
    [`POST /cards/${ID.card}/bill`]: [200, sampleBill({ customerName: 'Devika Sen' })],
    'POST /payments/quote': (sent: Sent) => [
      200,
      sampleQuote(
        (sent.body['plan'] as { kind: 'single' | 'emi' } | undefined)?.kind,
        warnings ? { warnings } : {},
      ),
    ],
    'POST /payments': [202, samplePayment({ billStatus: 'accepted', paidAt: null })],
  });
  await openScreen(
    { path: '/dashboard/pay-bill', lazy: () => import('./pay-bill.tsx') },
    `/dashboard/pay-bill?card=${ID.card}&step=3`,
  );
  const accepts = () => network.sent.filter((one) => one.method === 'POST' && one.path === '/payments');
  return { accepts, consent: await screen.findByRole('checkbox', { name: /I have read the key facts/ }) };
}

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('PAY-21: a bill in another name is paid only after the question about it is answered', async () => {
  const { accepts, consent } = await open([OF_ANOTHER]);
  expect(screen.getByText('This bill is in the name of Devika Sen')).toBeDefined();
  await userEvent.click(consent);
  await userEvent.click(screen.getByRole('button', PAY));
  const question = screen.getByRole('checkbox', { name: QUESTION });
  // The keyboard is where the answer is missing.
  expect(document.activeElement).toBe(question);
  expect(question.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Say whether this is the bill you mean')).toBeDefined();
  expect(accepts()).toEqual([]);
  await userEvent.keyboard(' ');
  expect(screen.queryByText('Say whether this is the bill you mean')).toBeNull();
  await userEvent.click(screen.getByRole('button', PAY));
  await vi.waitFor(() => expect(accepts()).toHaveLength(1));
});

test('PAY-21: another plan asks to agree again, but not about the name again', async () => {
  const { consent } = await open([OF_ANOTHER]);
  await userEvent.click(screen.getByRole('checkbox', { name: QUESTION }));
  await userEvent.click(consent);
  await userEvent.click(screen.getByLabelText(/3 EMIs/));
  const box = (name: RegExp | string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  await vi.waitFor(() => expect(box(/I have read/).getAttribute('aria-disabled')).toBeNull());
  expect(box(/I have read/).checked).toBe(false);
  expect(box(QUESTION).checked).toBe(true);
});

test('PAY-21: without a warning there is no question', async () => {
  await open();
  expect(screen.queryByText(/is in the name of/)).toBeNull();
});
