// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork, type Answers } from '../../test/network.ts';
import { openScreen } from '../../test/open-screen.tsx';
import { ID, samplePayment } from '../../test/samples.ts';
import { toast } from '../ui/toast.tsx';

const PATH = `/payments/${ID.payment}/testimonial`;
const SENTENCE = 'The total on the receipt was the total I had seen.';
const repaid = samplePayment({
  status: 'completed',
  outstandingPaise: 0,
  nextDue: null,
  ending: { kind: 'repaid', on: '2026-11-19' },
});
const given = { quote: SENTENCE, status: 'waiting', givenAt: '2026-11-20T10:00:00Z' };

async function openPlan(answers: Answers) {
  const network = stubNetwork({ [`GET /payments/${ID.payment}`]: [200, repaid], ...answers });
  await openScreen(
    { path: '/dashboard/payments/:id', lazy: () => import('../features/repayments/payment-plan.tsx') },
    `/dashboard/payments/${ID.payment}`,
  );
  return network;
}

afterEach(() => {
  toast.dismissAll();
  cleanup();
  vi.unstubAllGlobals();
});

test('after the last rupee a sentence is left, once it may be published, and can be taken back', async () => {
  const { sent } = await openPlan({
    [`GET ${PATH}`]: [
      [200, { canGive: true, given: null }],
      [200, { canGive: true, given }],
      [200, { canGive: true, given: null }],
    ],
    [`PUT ${PATH}`]: [200, { canGive: true, given }],
    [`DELETE ${PATH}`]: [204, undefined],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Tell others how it was' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Your sentence'), SENTENCE);
  await userEvent.click(dialog.getByRole('button', { name: 'Send my sentence' }));
  expect(dialog.getAllByText('Tick that it may be published').length).toBeGreaterThan(0);
  expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
  await userEvent.click(dialog.getByRole('checkbox', { name: /You may publish/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Send my sentence' }));
  expect(await screen.findByText('We read it before anybody else does.')).toBeDefined();
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
    quote: SENTENCE,
    language: 'en',
    mayBePublished: true,
  });
  await userEvent.click(screen.getByRole('button', { name: 'Take it back' }));
  expect(await screen.findByRole('button', { name: 'Tell others how it was' })).toBeDefined();
});

test('while something is owed nobody is asked for a sentence', async () => {
  const { sent } = await openPlan({ [`GET /payments/${ID.payment}`]: [200, samplePayment()] });
  await screen.findByText('Bill paid · 3 of 3 instalments left');
  expect(sent.some(({ path }) => path === PATH)).toBe(false);
});
