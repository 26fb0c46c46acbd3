// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { holdNetwork, page, problem, type Answers } from '../../../../test/network.ts';
import { ID, sampleBill, sampleMe, samplePayment, sampleQuote } from '../../../../test/samples.ts';
import { leaveNothing } from '../../../lib/leave-nothing.ts';
import { toast } from '../../../ui/toast.tsx';
import { acceptsIn, BILL, openPayBill, press } from './pay-bill.testing.ts';

const LAST_STEP = `?card=${ID.card}&step=3`;
const PAY = 'Pay HDFC Bank ₹15,000';
const LOST = new TypeError('fetch failed');
const ACCEPTED: Answers[string] = [202, samplePayment({ billStatus: 'accepted', paidAt: null })];
const SAYS_LOST = /so you cannot pay twice/;

/** Opens the last step, agrees and presses. */
async function pressPay(answers: Answers) {
  const opened = await openPayBill(answers, LAST_STEP);
  await userEvent.click(await screen.findByRole('checkbox'));
  await press(PAY);
  return opened;
}

/** The place of the person who pays here: no session is open. */
const OPEN = 'mohlat-pay-open:null';
interface Kept {
  readonly quote: object;
}

/** Another tab of this browser keeps a request, or forgets it, and this one hears of that. */
function tellElsewhere(kept: string | null): void {
  if (kept === null) localStorage.removeItem(OPEN);
  else localStorage.setItem(OPEN, kept);
  globalThis.dispatchEvent(new StorageEvent('storage', { key: OPEN, newValue: kept }));
}

/** Presses Pay in a tab that hears no answer. This tab knows nothing of it yet. */
async function pressElsewhere() {
  const { sent } = await pressPay({ 'POST /payments': LOST });
  await screen.findByText(SAYS_LOST);
  const kept = localStorage.getItem(OPEN)!;
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  return { sent, kept };
}

const requestsOf = (sent: Parameters<typeof acceptsIn>[0]) =>
  acceptsIn(sent).map(({ body, headers }) => [body, headers.get('idempotency-key')]);

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('after a lost answer no other plan, card or amount is offered', async () => {
  const { sent, router } = await pressPay({ 'POST /payments': [LOST, ACCEPTED] });
  await screen.findByText(SAYS_LOST);
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.queryByRole('button', { name: /Back$/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull();
  await router.navigate('/dashboard/pay-bill?step=1');
  expect(await screen.findByRole('heading', { name: 'Confirm & Pay' })).toBeDefined();
  await press(PAY);
  expect(await screen.findByText('elsewhere')).toBeDefined();
  const [first, second] = requestsOf(sent);
  expect(second).toEqual(first);
});

test('given a lost answer, when the page is loaded again, then the same request is sent', async () => {
  const { sent } = await pressPay({ 'POST /payments': LOST });
  await screen.findByText(SAYS_LOST);
  cleanup();
  // The limit is used up by the payment that was made after all, and the bank tells another bill.
  const me = sampleMe();
  const again = await openPayBill({
    'GET /me': [200, { ...me, credit: { ...me.credit, availablePaise: 100_000 } }],
    'POST /payments': ACCEPTED,
    [BILL]: [200, sampleBill({ amountDuePaise: 900_000 })],
  });
  expect(await screen.findByText(SAYS_LOST)).toBeDefined();
  await press(PAY);
  expect(await screen.findByText('elsewhere')).toBeDefined();
  expect(again.sent.some(({ path }) => path === '/payments/quote')).toBe(false);
  expect(requestsOf(again.sent)).toEqual(requestsOf(sent));
  cleanup();
  await openPayBill({}, LAST_STEP);
  expect(await screen.findAllByRole('radio')).toHaveLength(2);
});

test('given a request under way, when the page is loaded again, then the same request is offered', async () => {
  const { sent } = await openPayBill({}, LAST_STEP);
  await userEvent.click(await screen.findByRole('checkbox'));
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) => {
    const answer = fetch(input, init);
    return init?.method === 'POST' ? new Promise(() => undefined) : answer;
  });
  await press(PAY);
  await vi.waitFor(() => expect(acceptsIn(sent)).toHaveLength(1));
  cleanup();
  // Another card was chosen on the dashboard meanwhile.
  const again = await openPayBill({ 'POST /payments': ACCEPTED }, LAST_STEP);
  expect(await screen.findByText(SAYS_LOST)).toBeDefined();
  await press(PAY);
  await vi.waitFor(() => expect(requestsOf(again.sent)).toEqual(requestsOf(sent)));
});

test('given a request under way, then nothing else is offered until it is answered', async () => {
  await openPayBill({}, LAST_STEP);
  await userEvent.click(await screen.findByRole('checkbox'));
  expect(screen.getByRole('button', { name: /Back$/ })).toBeDefined();
  holdNetwork();
  await press(PAY);
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: /Back$/ })).toBeNull());
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull();
  expect(screen.queryByText(SAYS_LOST)).toBeNull();
});

test('given a lost answer, when the request is refused, then another plan can be paid', async () => {
  const refused = problem(422, 'amount_exceeds_limit', 'Above the limit.');
  const { sent } = await pressPay({ 'POST /payments': [LOST, refused, ACCEPTED] });
  await screen.findByText(SAYS_LOST);
  await press(PAY);
  expect(await screen.findByText('Not paid')).toBeDefined();
  fireEvent.click(await screen.findByLabelText(/3 EMIs/));
  const consent = screen.getByRole('checkbox');
  await vi.waitFor(() => expect(consent.getAttribute('aria-disabled')).toBeNull());
  await userEvent.click(consent);
  await press(PAY);
  await vi.waitFor(() => expect(acceptsIn(sent)).toHaveLength(3));
  expect(acceptsIn(sent)[2]?.body['quoteId']).toBe(sampleQuote('emi').quoteId);
});

test('a first press that was one too many leaves every plan to choose', async () => {
  await pressPay({ 'POST /payments': problem(429, 'too_many_requests', 'Too many tries.') });
  await screen.findByText('Not paid');
  expect(screen.getAllByRole('radio')).toHaveLength(2);
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
});

test('a lost answer lets everything that shows money be read again', async () => {
  const { sent } = await pressPay({ 'POST /payments': LOST });
  await screen.findByText(SAYS_LOST);
  const at = sent.findLastIndex(({ method, path }) => method === 'POST' && path === '/payments');
  await vi.waitFor(() =>
    expect(sent.slice(at).map(({ path }) => path.split('?')[0])).toEqual(
      expect.arrayContaining(['/me', '/payments']),
    ),
  );
});

test('given a lost answer and an expired price, when the page opens, then it asks what became of it', async () => {
  const { sent } = await pressPay({ 'POST /payments': LOST });
  await screen.findByText(SAYS_LOST);
  cleanup();
  const request = JSON.parse(localStorage.getItem(OPEN)!) as Kept;
  const expired = { ...request, quote: { ...request.quote, expiresAt: '2026-11-20T11:45:00Z' } };
  localStorage.setItem(OPEN, JSON.stringify(expired));
  const again = await openPayBill({
    'POST /payments': problem(409, 'quote_expired', 'The price changed while you were away.'),
  });
  expect(await screen.findAllByRole('radio')).toHaveLength(2);
  expect(requestsOf(again.sent)).toEqual(requestsOf(sent));
  expect(screen.queryByText(SAYS_LOST)).toBeNull();
});

test('given a quote that was accepted, when it is sent again, then it is not called unpaid', async () => {
  await pressPay({ 'POST /payments': problem(409, 'quote_used', 'This quote was already accepted.') });
  const told = await screen.findByRole('alert');
  expect(told.textContent).toContain('Not paid a second time');
  expect(told.textContent).not.toContain('No money moved');
  expect(screen.getByRole('link', { name: 'See my payments' })).toBeDefined();
});

test('given a request of another tab, when this one hears of it, then it offers the same one alone', async () => {
  const elsewhere = await pressElsewhere();
  const { sent } = await openPayBill({ 'POST /payments': ACCEPTED });
  await screen.findByText('Step 1 of 3');
  act(() => tellElsewhere(elsewhere.kept));
  expect(await screen.findByText(SAYS_LOST)).toBeDefined();
  expect(screen.queryByRole('radio')).toBeNull();
  await press(PAY);
  expect(await screen.findByText('elsewhere')).toBeDefined();
  expect(requestsOf(sent)).toEqual(requestsOf(elsewhere.sent));
});

test('given a request of another tab, when it is judged there, then this one shows what came of it', async () => {
  const { kept } = await pressElsewhere();
  const { answers } = await openPayBill({}, LAST_STEP);
  expect(await screen.findAllByRole('radio')).toHaveLength(2);
  act(() => tellElsewhere(kept));
  expect(await screen.findByText(SAYS_LOST)).toBeDefined();
  answers['GET /payments'] = page([samplePayment({ billStatus: 'submitted', paidAt: null })]);
  act(() => tellElsewhere(null));
  expect(await screen.findByText(/^A payment of ₹15,000 to this card is on its way/)).toBeDefined();
  expect(screen.queryByText(SAYS_LOST)).toBeNull();
  expect(screen.getAllByRole('radio')).toHaveLength(2);
});

test('given a request of another tab that this one has not heard of, when Pay is pressed, then nothing is sent', async () => {
  const { kept } = await pressElsewhere();
  const other = sampleQuote('single', { quoteId: ID.session });
  const { sent } = await openPayBill({ 'POST /payments/quote': [200, other] }, LAST_STEP);
  await userEvent.click(await screen.findByRole('checkbox'));
  localStorage.setItem(OPEN, kept);
  await press(PAY);
  expect(await screen.findByText(SAYS_LOST)).toBeDefined();
  expect(acceptsIn(sent)).toEqual([]);
});

test('given a request of another person at this browser, when one pays here, then it is not offered, and stays theirs', async () => {
  const { kept } = await pressElsewhere();
  const theirs = 'mohlat-pay-open:somebody-else';
  localStorage.setItem(theirs, kept);
  await pressPay({ 'POST /payments': ACCEPTED });
  expect(screen.queryByText(SAYS_LOST)).toBeNull();
  expect(await screen.findByText('elsewhere')).toBeDefined();
  expect(localStorage.getItem(OPEN)).toBeNull();
  await leaveNothing();
  expect(localStorage.getItem(theirs)).toBe(kept);
});
