// @vitest-environment jsdom
import { STAFF_ROLES } from '@mohlat/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { holdNetwork, problem, stubNetwork, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { ID } from '../../../test/staff-samples.ts';
import { toast } from '../../ui/toast.tsx';
import { faces } from './support.faces.testing.ts';

const SEND = `POST /admin/support/messages/${ID}/replies`;

const open = async (answers: Answers = {}) => {
  stubNetwork({
    'GET /admin/me': [200, { id: 'me', name: 'Lata', email: null, roles: STAFF_ROLES, stepUpUntil: null }],
    ...Object.fromEntries(faces.map(({ reads, content }) => [reads, content])),
    ...answers,
  });
  await openScreen(
    { path: '/admin/support/:id', lazy: () => import('./ticket.tsx') },
    `/admin/support/${ID}`,
  );
  return screen.findByLabelText<HTMLTextAreaElement>('Your answer');
};
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send the answer' }));

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('given a half-written answer, when staff leave the ticket and come back, it stands there, until it is sent', async () => {
  await userEvent.type(await open(), 'It is on its way');
  cleanup();
  expect((await open()).value).toBe('It is on its way');
  cleanup();
  await open({ [SEND]: problem(409, 'ticket_changed', 'Somebody changed this ticket meanwhile.') });
  await send();
  await screen.findByText('The answer was not sent');
  cleanup();
  expect((await open({ [SEND]: [201, {}] })).value).toBe('It is on its way');
  await send();
  await screen.findByText('Answer sent');
  expect(sessionStorage.length).toBe(0);
  cleanup();
  expect((await open()).value).toBe('');
});

test('given an answer under way, when staff type more, then nothing is added to what will be cleared', async () => {
  const answer = await open({ [SEND]: [201, {}] });
  await userEvent.type(answer, 'It is on its way');
  const arrive = holdNetwork();
  await send();
  await userEvent.type(answer, ' to you');
  expect(answer.value).toBe('It is on its way');
  arrive();
  await screen.findByText('Answer sent');
  expect(answer.value).toBe('');
});

test('given no answer, when it is sent, then the field has the focus and says so', async () => {
  const field = await open();
  await send();
  expect(screen.getByText('Write an answer')).toBeDefined();
  expect(document.activeElement).toBe(field);
});
