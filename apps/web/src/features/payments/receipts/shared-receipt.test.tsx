// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answers } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { ID, samplePayment } from '../../../../test/samples.ts';

const TOKEN = 'a'.repeat(43);
const SHOWN = `GET /public/receipts/${TOKEN}`;

async function open(answers: Answers, address = `/receipt#${TOKEN}`) {
  const network = stubNetwork(answers);
  await openScreen({ path: '/receipt', lazy: () => import('./shared-receipt.tsx') }, address);
  return network;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a shared receipt shows the amount, the last four digits and the outcome, and nothing else', async () => {
  await open({
    [SHOWN]: [
      200,
      { amountPaise: 1_500_000, cardLast4: '4021', date: '2026-11-20T10:00:00Z', status: 'completed' },
    ],
  });
  expect(await screen.findByRole('heading', { name: 'Card bill paid' })).toBeDefined();
  // The amount stands twice: once for the eye, once for a screen reader.
  expect(screen.getByRole('article').textContent).toBe(
    'Card bill paid3:30\u00a0pm, 20\u00a0Nov 2026₹15,000₹15,000for the card ending 4021',
  );
});

test('a link that was taken back, or is none, says so; another failure can be repeated', async () => {
  await open({ [SHOWN]: problem(404, 'not_found', 'We could not find this.') });
  expect(await screen.findByText('This link does not work any more')).toBeDefined();
  cleanup();
  await open({}, '/receipt');
  expect(await screen.findByText('This link does not work any more')).toBeDefined();
  cleanup();
  await open({ [SHOWN]: problem(400, 'bad_json', 'Broken.') });
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/support');
});

test('a paid bill can be shared by a link, which says what it shows and can be taken back', async () => {
  const { sent } = stubNetwork({
    [`GET /payments/${ID.payment}`]: [200, samplePayment()],
    [`POST /payments/${ID.payment}/receipt-links`]: [
      201,
      { id: ID.quote, createdAt: '2026-11-20T10:00:00Z', expiresAt: '2026-12-20T10:00:00Z', token: TOKEN },
    ],
    [`DELETE /receipt-links/${ID.quote}`]: [204, undefined],
  });
  await openScreen(
    { path: '/dashboard/payment-success', lazy: () => import('./payment-success.tsx') },
    `/dashboard/payment-success?id=${ID.payment}`,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Share receipt' }));
  expect(await screen.findByText(new RegExp(`/receipt#${TOKEN}$`))).toBeDefined();
  expect(screen.getByText(/the last four digits of the card, the day/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Take the link back' }));
  expect(await screen.findByRole('button', { name: 'Share receipt' })).toBeDefined();
  expect(sent.find(({ method }) => method === 'DELETE')?.path).toBe(`/receipt-links/${ID.quote}`);
});

test('given older links, when a new one is made, then the older can be taken back too, and the focus waits for it', async () => {
  const newest = { id: ID.quote, createdAt: '2026-11-20T10:00:00Z', expiresAt: '2026-12-20T10:00:00Z' };
  const older = { id: ID.card, createdAt: '2026-11-12T10:00:00Z', expiresAt: '2026-12-12T10:00:00Z' };
  const oldest = { ...older, id: ID.user, createdAt: '2026-11-10T10:00:00Z' };
  const { answers, sent } = stubNetwork({
    [`GET /payments/${ID.payment}`]: [200, samplePayment()],
    [`POST /payments/${ID.payment}/receipt-links`]: [201, { ...newest, token: TOKEN }],
    [`GET /payments/${ID.payment}/receipt-links`]: page([newest, older, oldest]),
    [`DELETE /receipt-links/${ID.card}`]: [204, undefined],
    [`DELETE /receipt-links/${ID.user}`]: problem(503, 'busy', 'Not just now.'),
  });
  await openScreen(
    { path: '/dashboard/payment-success', lazy: () => import('./payment-success.tsx') },
    `/dashboard/payment-success?id=${ID.payment}`,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Share receipt' }));
  const said = await screen.findByText(/^An older link, made on .*12\sNov, works until .*12\sDec/);
  const [, takeBack] = screen.getAllByRole('button', { name: 'Take the link back' });
  expect(takeBack!.getAttribute('aria-describedby')).toBe(said.id);
  const hasFocus = () =>
    document.activeElement === screen.getByText(new RegExp(`/receipt#${TOKEN}$`)).closest('[role=status]');
  answers[`GET /payments/${ID.payment}/receipt-links`] = page([newest, oldest]);
  await userEvent.click(takeBack!);
  await vi.waitFor(() => expect(screen.getAllByText(/^An older link/)).toHaveLength(1));
  expect(hasFocus()).toBe(true);
  // One that stays, since it was refused, keeps the focus where it was pressed.
  await userEvent.click(screen.getAllByRole('button', { name: 'Take the link back' })[1]!);
  expect(await screen.findByText('Not just now.')).toBeDefined();
  expect(hasFocus()).toBe(false);
  expect(sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    `/receipt-links/${ID.card}`,
    `/receipt-links/${ID.user}`,
  ]);
  expect(screen.getByText(new RegExp(`/receipt#${TOKEN}$`))).toBeDefined();
});
