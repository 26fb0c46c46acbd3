// @vitest-environment jsdom
import type { AdminPayment } from '@mohlat/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { problem, stubNetwork } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/staff-samples.ts';
import { toast } from '../../ui/toast.tsx';
import { payment } from './payments.faces.testing.ts';

const DEBIT = '01900000-0000-7000-8000-0000000000ef';
const RECORD = `POST /admin/payments/${ID}/debit-outcome`;
const me = { id: 'me', name: 'Lata Iyer', email: 'lata@example.in', roles: ['finance'], stepUpUntil: null };

const silent: AdminPayment = {
  ...payment,
  debitsInReview: [
    {
      id: DEBIT,
      number: 1,
      amountPaise: 312_000,
      presentedDate: '2027-03-11',
      answerByDate: '2027-03-16',
      orderRef: 'order_silent1',
    },
  ],
  actions: ['record_debit'],
};

async function open(language: 'en' | 'hi' = 'en') {
  const network = stubNetwork({
    'GET /admin/me': [200, me],
    [`GET /admin/payments/${ID}`]: [200, silent],
    [RECORD]: [202, { approvalId: ID }],
  });
  const lazy = () => import('./payment.tsx');
  await openScreen({ path: '/admin/payments/:id', lazy }, `/admin/payments/${ID}`, language);
  return network;
}

/** By the tab key, as far as it is there. */
async function tabTo(element: HTMLElement): Promise<void> {
  for (let steps = 0; steps < 20 && document.activeElement !== element; steps += 1) await userEvent.tab();
  expect(document.activeElement).toBe(element);
}

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('a debit whose bank did not answer is shown with what one asks for it by', async () => {
  await open();
  const heading = await screen.findByRole('heading', { name: 'A debit nobody knows about' });
  const card = within(heading.closest('section')!);
  for (const text of ['Instalment 1', '11 Mar 2027', '16 Mar 2027', 'order_silent1'])
    expect(card.getByText(text)).toBeDefined();
});

test('by keys alone finance proposes that the bank took it, with the evidence a second person reads', async () => {
  const { sent } = await open();
  const button = await screen.findByRole('button', { name: 'Record the debit' });
  button.focus();
  await userEvent.keyboard('{Enter}');
  const dialog = within(screen.getByRole('dialog'));
  const confirm = dialog.getByRole('button', { name: 'Record the debit' });
  await userEvent.click(confirm);
  expect(dialog.getByText('Fill in every field above')).toBeDefined();
  await tabTo(dialog.getByLabelText('Outcome'));
  await userEvent.selectOptions(dialog.getByLabelText('Outcome'), 'debited');
  await tabTo(dialog.getByLabelText('Payment at the rail'));
  await userEvent.keyboard('pay_Letter1');
  await tabTo(dialog.getByLabelText('Evidence'));
  await userEvent.keyboard('Letter of the bank');
  expect(dialog.getAllByText('Letter of the bank')).toHaveLength(2);
  await tabTo(dialog.getByLabelText('Reason'));
  await userEvent.keyboard('No answer in time');
  await tabTo(confirm);
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() =>
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      debitId: DEBIT,
      outcome: 'debited',
      paymentRef: 'pay_Letter1',
      evidence: 'Letter of the bank',
      reason: 'No answer in time',
    }),
  );
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('given typed evidence, when the dialog closes, it stands there the next time, until it is sent', async () => {
  await open();
  const ask = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Record the debit' }));
    return within(screen.getByRole('dialog'));
  };
  await userEvent.type((await ask()).getByLabelText('Evidence'), 'Letter of the bank');
  await userEvent.keyboard('{Escape}');
  const dialog = await ask();
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Evidence').value).toBe('Letter of the bank');
  await userEvent.selectOptions(dialog.getByLabelText('Outcome'), 'not_debited');
  await userEvent.type(dialog.getByLabelText('Reason'), 'No answer in time');
  await userEvent.click(dialog.getByRole('button', { name: 'Record the debit' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sessionStorage.length).toBe(0);
});

test('it is said in Hindi, too', async () => {
  await open('hi');
  await userEvent.click(await screen.findByRole('button', { name: 'डेबिट का नतीजा दर्ज करें' }));
  const options = within(screen.getByRole('dialog')).getAllByRole('option');
  expect(options.map((one) => one.textContent)).toEqual(['—', 'बैंक ने पैसा लिया', 'बैंक ने कुछ नहीं लिया']);
});

test('a name that the rail does not know is refused in the server’s own words', async () => {
  const { answers } = await open();
  const sentence = 'The rail does not know this as the payment of this debit';
  answers[RECORD] = problem(422, 'validation_failed', 'Some fields need your attention.', [
    { path: 'paymentRef', message: sentence },
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'Record the debit' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.selectOptions(dialog.getByLabelText('Outcome'), 'debited');
  await userEvent.type(dialog.getByLabelText('Payment at the rail'), 'pay_Mistyped');
  await userEvent.type(dialog.getByLabelText('Evidence'), 'Letter of the bank');
  await userEvent.type(dialog.getByLabelText('Reason'), 'No answer in time');
  await userEvent.click(dialog.getByRole('button', { name: 'Record the debit' }));
  expect((await dialog.findByRole('alert')).textContent).toContain(sentence);
});
