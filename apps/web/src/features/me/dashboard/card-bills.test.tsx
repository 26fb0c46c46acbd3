// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, problem, type Answer, type Answers } from '../../../../test/network.ts';
import { ID, sampleBill, sampleCard, sampleMe, samplePayment } from '../../../../test/samples.ts';
import { keys } from '../../../lib/keys.ts';
import { openDashboard, showDashboard, stubDashboard } from './dashboard.testing.ts';

const BILL = `POST /cards/${ID.card}/bill`;
const open = (answers: Answers) => openDashboard({ 'GET /cards': page([sampleCard]), ...answers });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const NONE: Answer = problem(409, 'bill_not_due', 'There is nothing to pay on this card right now.');
test.each<[string, Answers, string]>([
  ['owes nothing', { [BILL]: NONE }, 'Nothing to pay right now'],
  [
    'still shows what we have paid',
    { [BILL]: [200, sampleBill()], 'GET /payments': page([samplePayment()]) },
    'Nothing to pay right now',
  ],
  [
    'still shows what we have paid before the card was removed and added again',
    { [BILL]: [200, sampleBill()], 'GET /payments': page([samplePayment({ cardId: ID.user })]) },
    'Nothing to pay right now',
  ],
  [
    'does not answer',
    { [BILL]: problem(503, 'rail_unavailable', 'Later.') },
    'Your bank did not tell us the bill',
  ],
])('a card whose bank %s keeps its place, and offers no bill', async (_, answers, sentence) => {
  await open(answers);
  expect(await screen.findByText(sentence)).toBeDefined();
  const face = screen.getByText(sentence).closest('li');
  expect(face?.textContent).toContain('HDFC Bank');
  expect(face?.textContent).toContain('•• 4021');
  expect(screen.queryByRole('link', { name: /Pay the bill of/ })).toBeNull();
});

test('when nothing is due any more, an older bill of the card is offered no longer', async () => {
  const { client } = await open({ [BILL]: [[200, sampleBill()], NONE] });
  expect(await screen.findByRole('link', { name: /Pay the bill of/ })).toBeDefined();
  await client.invalidateQueries({ queryKey: keys.bill(ID.card) });
  expect(await screen.findByText('Nothing to pay right now')).toBeDefined();
  expect(screen.queryByRole('link', { name: /Pay the bill of/ })).toBeNull();
});

/** Saved cards with ids of their own, of which no bank but those given has a bill. */
function cards(count: number) {
  const ids = Array.from({ length: count }, (_, index) => ID.card.slice(0, -1) + String(index));
  const none = Object.fromEntries(ids.map((id) => [`POST /cards/${id}/bill`, NONE]));
  return { ...none, 'GET /cards': page(ids.map((id) => ({ ...sampleCard, id }))) };
}

/** Each card's bank answers by itself. */
const allFourAnswered = () =>
  vi.waitFor(() => expect(screen.getAllByText('Nothing to pay right now')).toHaveLength(4));

test('with nothing due on any card all bills are called paid', async () => {
  await open(cards(4));
  await allFourAnswered();
  expect(await screen.findByText('All your bills are paid')).toBeDefined();
  expect(screen.queryByRole('link', { name: /more card/ })).toBeNull();
});

test.each([
  [5, 'And 1 more card'],
  [7, 'And 3 more cards'],
])('with %s cards, those not asked are named and nothing is called paid', async (count, rest) => {
  await open(cards(count));
  await allFourAnswered();
  expect(screen.getByRole('link', { name: rest }).getAttribute('href')).toBe('/dashboard/pay-bill');
  expect(screen.getByText('You owe us nothing.')).toBeDefined();
  expect(screen.queryByText('All your bills are paid')).toBeNull();
});

test('where the cards could not be read, nothing is called paid', async () => {
  await openDashboard({ 'GET /cards': problem(503, 'service_unavailable', 'Later.') });
  expect(await screen.findByText('You owe us nothing.')).toBeDefined();
});

test('a bill of which the bank tells nothing is not called paid', async () => {
  await open({ [BILL]: problem(503, 'rail_unavailable', 'Later.') });
  expect(await screen.findByText('Your bank did not tell us the bill')).toBeDefined();
  expect(screen.queryByText('All your bills are paid')).toBeNull();
});

test.each([
  ['another ending', { cardMasked: '•••• 9999' }],
  ['another bank', { bankName: 'Axis Bank' }],
])('given a paid bill of a card with %s, then this one is offered', async (_, other) => {
  await open({
    [BILL]: [200, sampleBill()],
    'GET /payments': page([samplePayment({ cardId: ID.user, ...other })]),
  });
  expect(await screen.findByText(/^Bill due/)).toBeDefined();
});

test('given a payment on its way, when its card was removed and added again, then the bill is not offered twice', async () => {
  const moving = samplePayment({ cardId: ID.user, billStatus: 'submitted', paidAt: null });
  const { sent } = await open({ [BILL]: [200, sampleBill()], 'GET /payments': page([moving]) });
  await screen.findAllByText(/HDFC Bank/);
  expect(screen.queryByRole('link', { name: /Pay the bill of/ })).toBeNull();
  expect(sent.some(({ path }) => path.endsWith('/bill'))).toBe(false);
});

test('a bill that is open is not called paid', async () => {
  await open({ [BILL]: [200, sampleBill()] });
  expect(await screen.findByText('You owe us nothing. One card bill is to be paid.')).toBeDefined();
  expect(screen.getByText('No Pending Payments')).toBeDefined();
  expect(screen.queryByText('All your bills are paid')).toBeNull();
});

test('while the limit is on hold, a bill has no button, and the limit alone says why', async () => {
  const { credit, ...me } = sampleMe();
  await open({
    'GET /me': [200, { ...me, credit: { ...credit, state: 'suspended' } }],
    [BILL]: [200, sampleBill()],
  });
  const face = (await screen.findByText(/^Bill due/)).closest('li')!;
  expect(face.textContent).not.toContain('not active');
  expect(screen.getAllByText(/^Your credit limit is not active/)).toHaveLength(1);
  expect(screen.queryByRole('link', { name: /Pay the bill of/ })).toBeNull();
  expect(screen.getByText(/On hold/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Available Credit' }).getAttribute('href')).toBe(
    '/dashboard/credit',
  );
});

test('while the limit is on hold, cards beyond those shown are named and lead nowhere', async () => {
  const { credit, ...me } = sampleMe();
  await open({ ...cards(5), 'GET /me': [200, { ...me, credit: { ...credit, state: 'suspended' } }] });
  expect(await screen.findByText('And 1 more card')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'And 1 more card' })).toBeNull();
});

/** Answers everything but one path, which stays silent until it is let speak. */
function silence(path: string) {
  const held = Promise.withResolvers<Response>();
  const network = stubDashboard({ 'GET /cards': page([sampleCard]) });
  const others = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    input.endsWith(path) ? held.promise : others(input, init),
  );
  return { ...network, speak: held.resolve };
}

test('the place of a bill is there before its bank has answered', async () => {
  const { speak } = silence('/bill');
  await showDashboard();
  expect(await screen.findByText('Asking your bank')).toBeDefined();
  speak(Response.json(sampleBill()));
  expect(await screen.findByRole('link', { name: 'Pay the bill of HDFC Bank, ₹15,000' })).toBeDefined();
});

test('nothing waits for the account that can be asked for beside it', async () => {
  const { sent } = silence('/me');
  await showDashboard();
  const asked = () => sent.map(({ path }) => path.split('?')[0]);
  for (const path of ['/schedule', '/payments', '/transactions', '/mandates', '/cards'])
    await vi.waitFor(() => expect(asked()).toContain(path));
});
