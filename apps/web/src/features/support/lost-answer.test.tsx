// @vitest-environment jsdom
import type { SupportRequest, SupportThread } from '@mohlat/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { holdNetwork, problem, stubNetwork, type Answer, type Answers } from '../../../test/network.ts';
import { openScreen } from '../../../test/open-screen.tsx';
import { sampleMe } from '../../../test/samples.ts';
import { NetworkError } from '../../lib/problem.ts';
import { toast } from '../../ui/toast.tsx';
import { findAnswered, findNewRequest } from './support.data.ts';

const id = (last: number) => `019aa000-0000-7000-8000-00000000000${last}`;
const request = (last: number, subject = 'My repayment'): SupportRequest => ({
  id: id(last),
  ticket: `M-7K4D-9QT${last}`,
  subject,
  status: 'open',
  createdAt: '2026-11-19T08:00:00Z',
  updatedAt: '2026-11-20T08:00:00Z',
  hasNews: false,
});
const list = (...items: SupportRequest[]): Answer => [200, { items, nextCursor: null }];
const POST = 'POST /support/requests';
const LOST = new TypeError('lost');
const MAYBE = 'We do not know whether the message arrived. What you wrote is still here.';
const BUSY = problem(429, 'too_many_requests', 'Too many tries.');

async function open(answers: Answers, address = '/dashboard/help') {
  const network = stubNetwork({ 'GET /me': [200, sampleMe()], ...answers });
  await openScreen({ path: '/dashboard/help', lazy: () => import('./help.tsx') }, address);
  await screen.findByRole('heading', { level: 1 });
  return network;
}
const listed = (last: number) => screen.findByText(new RegExp(`^${request(last).ticket} ·`));
const field = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label);
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
async function write() {
  await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Asha Rao'));
  await userEvent.type(field('Subject'), 'My  repayment');
  await userEvent.type(field('Message'), 'It is shown twice.');
}
const posts = (sent: readonly { readonly method: string }[]) =>
  sent.filter(({ method }) => method === 'POST').length;

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  toast.dismissAll();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test('given a message whose answer was lost, when it had arrived, then its ticket is shown and nothing waits to be sent', async () => {
  const { answers, sent } = await open({ 'GET /support/requests': list(request(1)), [POST]: LOST });
  await listed(1);
  await write();
  answers['GET /support/requests'] = list(request(2), request(1));
  await send();
  expect(await screen.findByText(request(2).ticket)).toBeDefined();
  expect(screen.queryByText(MAYBE)).toBeNull();
  expect(field('Message').value).toBe('');
  expect(posts(sent)).toBe(1);
});

test('given a lost answer and no network to look, when it is sent again, then it is looked for before', async () => {
  const { answers, sent } = await open({ 'GET /support/requests': list(request(1)), [POST]: LOST });
  await listed(1);
  await write();
  answers['GET /support/requests'] = LOST;
  await send();
  expect(await screen.findByText(MAYBE)).toBeDefined();
  answers['GET /support/requests'] = list(request(2), request(1));
  await send();
  await vi.waitFor(() => expect(field('Message').value).toBe(''));
  expect(posts(sent)).toBe(1);
});

test('given a lost message that did not arrive, when it is sent again, then it is sent', async () => {
  const { sent } = await open({
    'GET /support/requests': list(request(1)),
    [POST]: [LOST, [201, { id: id(2), ticket: request(2).ticket }]],
  });
  await listed(1);
  await write();
  await send();
  expect(await screen.findByText(MAYBE)).toBeDefined();
  await send();
  expect(await screen.findByText(request(2).ticket)).toBeDefined();
  expect(posts(sent)).toBe(2);
});

test('given a lost message, when the look is refused, then the next press looks again before it sends', async () => {
  const { answers, sent } = await open({ 'GET /support/requests': list(request(1)), [POST]: LOST });
  await listed(1);
  await write();
  answers['GET /support/requests'] = LOST;
  await send();
  expect(await screen.findByText(MAYBE)).toBeDefined();
  answers['GET /support/requests'] = BUSY;
  await send();
  expect(await screen.findByText('Too many tries.')).toBeDefined();
  expect(screen.getByText(MAYBE)).toBeDefined();
  answers['GET /support/requests'] = list(request(2), request(1));
  await send();
  await vi.waitFor(() => expect(field('Message').value).toBe(''));
  expect(posts(sent)).toBe(1);
});

test('given a first message that is refused, then it is not said to have arrived perhaps', async () => {
  await open({ 'GET /support/requests': list(request(1)), [POST]: BUSY });
  await listed(1);
  await write();
  await send();
  expect(await screen.findByText('Too many tries.')).toBeDefined();
  expect(screen.queryByText(MAYBE)).toBeNull();
});

test.each([
  ['request', () => findNewRequest('My repayment', new Set())],
  ['answer', () => findAnswered(id(1), 'Thank you.', new Set())],
])('given a look for a lost %s, when it is not answered in time, then it counts as lost', async (_, look) => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(new Error('aborted')));
    return promise;
  });
  const found = look().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await found).toBeInstanceOf(NetworkError);
});

test('given a message that may have arrived, when the page is left and opened again, then it is looked for before it is sent', async () => {
  const { answers } = await open({ 'GET /support/requests': list(request(1)), [POST]: LOST });
  await listed(1);
  await write();
  answers['GET /support/requests'] = LOST;
  await send();
  expect(await screen.findByText(MAYBE)).toBeDefined();
  cleanup();
  const { sent } = await open({ 'GET /support/requests': list(request(2), request(1)), [POST]: LOST });
  expect(await screen.findByText(MAYBE)).toBeDefined();
  await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Asha Rao'));
  await send();
  expect(await screen.findByText(request(2).ticket)).toBeDefined();
  expect(screen.queryByText(MAYBE)).toBeNull();
  expect(posts(sent)).toBe(0);
});

test('given a page left while a message is on its way, when it is opened again, then it may have arrived', async () => {
  await open({ 'GET /support/requests': list(request(1)), [POST]: LOST });
  await listed(1);
  await write();
  holdNetwork();
  await send();
  await screen.findByRole('button', { name: 'Sending...' });
  cleanup();
  await open({ 'GET /support/requests': list(request(2), request(1)) });
  expect(await screen.findByText(MAYBE)).toBeDefined();
});

test('given a message sent after its page was left, when the page is opened again, then its text is gone', async () => {
  await open({ 'GET /support/requests': list(request(1)), [POST]: [201, { id: id(2), ticket: 'M-1' }] });
  await listed(1);
  await write();
  const arrives = holdNetwork();
  await send();
  await screen.findByRole('button', { name: 'Sending...' });
  cleanup();
  arrives();
  await vi.waitFor(() => expect(sessionStorage.getItem('mohlat-draft:support-message-lost')).toBeNull());
  await open({ 'GET /support/requests': list(request(2), request(1)) });
  await listed(2);
  expect(field('Message').value).toBe('');
  expect(screen.queryByText(MAYBE)).toBeNull();
});

test('given a list that is not read yet, when a message goes out, then the list is read before it', async () => {
  const { answers, sent } = await open({ 'GET /support/requests': [LOST, list(request(1))], [POST]: LOST });
  await screen.findByText('Your requests could not be loaded');
  await write();
  answers['GET /support/requests'] = list(request(1));
  answers[POST] = () => {
    answers['GET /support/requests'] = list(request(2), request(1));
    return LOST;
  };
  await send();
  expect(await screen.findByText(request(2).ticket)).toBeDefined();
  expect(posts(sent)).toBe(1);
});

const line = { id: id(1), from: 'sender' as const, text: 'Thank you.', at: request(1).createdAt };
const thread: SupportThread = { ...request(1), lines: [line] };
const THREAD = `GET /support/requests/${id(1)}`;
const openThread = () =>
  open(
    {
      'GET /support/requests': list(request(1)),
      [THREAD]: [200, thread],
      [`POST /support/requests/${id(1)}/replies`]: LOST,
    },
    `/dashboard/help?request=${id(1)}`,
  );

test('given an answer under a ticket that was lost on its way back, then it is not written twice', async () => {
  const { answers, sent } = await openThread();
  await userEvent.type(await screen.findByLabelText('Write again'), ' Thank you. ');
  answers[THREAD] = [200, { ...thread, lines: [line, { ...line, id: id(3) }] }];
  await send();
  await vi.waitFor(() => expect(field('Write again').value).toBe(''));
  expect(screen.getAllByText('Thank you.')).toHaveLength(2);
  expect(posts(sent)).toBe(1);
});

test('given a lost answer, when the look is refused, then the next press looks again before it sends', async () => {
  const { answers, sent } = await openThread();
  await userEvent.type(await screen.findByLabelText('Write again'), 'Thank you.');
  answers[THREAD] = LOST;
  await send();
  expect(await screen.findByText(MAYBE)).toBeDefined();
  answers[THREAD] = BUSY;
  await send();
  expect(await screen.findByText('Too many tries.')).toBeDefined();
  expect(screen.getByText(MAYBE)).toBeDefined();
  answers[THREAD] = [200, { ...thread, lines: [line, { ...line, id: id(3) }] }];
  await send();
  await vi.waitFor(() => expect(field('Write again').value).toBe(''));
  expect(posts(sent)).toBe(1);
});

test('given an answer that may have arrived, when the page is left and opened again, then it is looked for before it is sent', async () => {
  const { answers } = await openThread();
  await userEvent.type(await screen.findByLabelText('Write again'), 'Thank you.');
  answers[THREAD] = LOST;
  await send();
  expect(await screen.findByText(MAYBE)).toBeDefined();
  cleanup();
  const again = await openThread();
  expect(await screen.findByText(MAYBE)).toBeDefined();
  again.answers[THREAD] = [200, { ...thread, lines: [line, { ...line, id: id(3) }] }];
  await send();
  await vi.waitFor(() => expect(field('Write again').value).toBe(''));
  expect(screen.queryByText(MAYBE)).toBeNull();
  expect(posts(again.sent)).toBe(0);
});
