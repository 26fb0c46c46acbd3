// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/samples.ts';
import { toast } from '../../ui/toast.tsx';
import { LeaveSentence } from './leave-sentence.tsx';

const PATH = `/payments/${ID.payment}/testimonial`;
const SENTENCE = 'The total on the receipt was the total I had seen.';
const given = { quote: SENTENCE, status: 'waiting', givenAt: '2026-11-20T10:00:00Z' };

async function openPlan(answers: Answers) {
  const network = stubNetwork(answers);
  await openScreen({ path: '/plan', element: <LeaveSentence paymentId={ID.payment} /> }, '/plan');
  return network;
}

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
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

test('given a typed sentence, when the dialog closes, it stands there the next time, without the consent, until it is sent', async () => {
  await openPlan({
    [`GET ${PATH}`]: [200, { canGive: true, given: null }],
    [`PUT ${PATH}`]: [200, { canGive: true, given }],
  });
  const ask = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Tell others how it was' }));
    return within(await screen.findByRole('dialog'));
  };
  const first = await ask();
  await userEvent.type(first.getByLabelText('Your sentence'), SENTENCE);
  await userEvent.click(first.getByRole('checkbox', { name: /You may publish/ }));
  await userEvent.keyboard('{Escape}');
  const dialog = await ask();
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Your sentence').value).toBe(SENTENCE);
  expect(dialog.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
  await userEvent.click(dialog.getByRole('checkbox'));
  await userEvent.click(dialog.getByRole('button', { name: 'Send my sentence' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sessionStorage.length).toBe(0);
});

test('where none may be left, the person is not asked for a sentence', async () => {
  const { sent } = await openPlan({ [`GET ${PATH}`]: [200, { canGive: false, given: null }] });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
});
