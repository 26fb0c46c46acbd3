// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, problem, type Answers, type Sent } from '../../../../test/network.ts';
import { ID, sampleBill, sampleCard, samplePayment, sampleQuote } from '../../../../test/samples.ts';
import { keys } from '../../../lib/keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { acceptsIn, BILL, openPayBill, openPayBillUntold, press } from './pay-bill.testing.ts';

const OLD = { card: { id: ID.card, bankName: 'HDFC Bank', last4: '4021' }, isToldDear: true };
const OLD_FULL = { ...OLD, choice: 'full', amount: '15,000', billDate: '2026-10-10', dueDate: '2026-10-30' };
const NEW_BILL = sampleBill({ amountDuePaise: 900_000, minimumDuePaise: 45_000 });
const NO_BILL = problem(404, 'bill_not_found', 'The bank found no bill for this card.');

/** Another amount is another quote. */
const quoteOf = (paise: number) => `0192ab34-0000-7000-8000-${String(paise).padStart(12, '0')}`;

const keep = (draft: object) => sessionStorage.setItem('mohlat-draft:pay-bill', JSON.stringify(draft));
const OF_ITS_OWN: Answers = {
  [BILL]: [200, NEW_BILL],
  'POST /payments/quote': ({ body }) => {
    const paise = Number(body['amountPaise']);
    return [200, sampleQuote('single', { amountPaise: paise, quoteId: quoteOf(paise) })];
  },
};
const open = (answers: Answers = {}, query = '') => openPayBill({ ...OF_ITS_OWN, ...answers }, query);
const quoted = (sent: readonly Sent[]) =>
  sent.filter((one) => one.path === '/payments/quote').map((one) => one.body['amountPaise']);

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('a draft of last month’s bill', () => {
  test.each([
    ['full', '15,000', /Full amount due/, 900_000, '₹9,000'],
    ['minimum', '750', /Minimum due/, 45_000, '₹450'],
  ])(
    'given %s was chosen, when the bank tells another bill, then that one is paid',
    async (choice, amount, label, paise, says) => {
      keep({ ...OLD_FULL, choice, amount });
      const { sent } = await open();
      await press('Continue');
      expect((await screen.findByLabelText<HTMLInputElement>(label)).checked).toBe(true);
      await press('Continue');
      await userEvent.click(await screen.findByRole('checkbox'));
      expect(quoted(sent)).toEqual([paise]);
      await press(`Pay HDFC Bank ${says}`);
      await screen.findByText('elsewhere');
      expect(acceptsIn(sent)[0]?.body).toMatchObject({ billDate: '2026-11-10', dueDate: '2026-11-30' });
    },
  );

  test('opened at the third step, nothing is agreed to before the bill is asked', async () => {
    keep(OLD_FULL);
    const { sent, tell } = await openPayBillUntold(OF_ITS_OWN, '?step=3');
    expect(await screen.findByText('Step 3 of 3')).toBeDefined();
    expect(quoted(sent)).toEqual([]);
    tell();
    expect(await screen.findByText('The bill has changed. Check the new amount.')).toBeDefined();
    expect(screen.getByText('₹15,000.00', { selector: 's' })).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Pay HDFC Bank ₹9,000' })).toBeDefined();
    expect(quoted(sent)).toEqual([900_000]);
  });

  test('whose bank tells nothing now asks for the amount again', async () => {
    keep(OLD_FULL);
    await open({ [BILL]: NO_BILL }, '?step=3');
    expect((await screen.findByLabelText<HTMLInputElement>('Bill amount')).value).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('Due date').value).toBe('');
  });

  test('a minimum that the bank no longer takes becomes the whole bill, said so', async () => {
    keep({ ...OLD_FULL, choice: 'minimum', amount: '750' });
    await open({ [BILL]: [200, sampleBill({ amountDuePaise: 900_000, minimumDuePaise: null })] }, '?step=3');
    expect(await screen.findByText('The bill has changed. Check the new amount.')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Pay HDFC Bank ₹9,000' })).toBeDefined();
  });
});

describe('a bill that changes under an open confirmation', () => {
  test('is said, and has to be agreed to again', async () => {
    const { answers, client, sent } = await open({ [BILL]: [200, sampleBill()] }, `?card=${ID.card}&step=3`);
    await userEvent.click(await screen.findByRole('checkbox'));
    answers[BILL] = [200, NEW_BILL];
    await act(() => client.invalidateQueries({ queryKey: keys.bill(ID.card) }));
    expect(await screen.findByText('The bill has changed. Check the new amount.')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Pay HDFC Bank ₹9,000' })).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    expect(quoted(sent)).toEqual([1_500_000, 900_000]);
  });

  test('after a lost answer the second press is for the first amount, under its key', async () => {
    const lost = new TypeError('fetch failed');
    const refused = problem(409, 'card_removed', 'This card was removed.');
    const { answers, client, sent } = await open(
      { [BILL]: [200, sampleBill()], 'POST /payments': [lost, lost, refused] },
      `?card=${ID.card}&step=3`,
    );
    await userEvent.click(await screen.findByRole('checkbox'));
    await press('Pay HDFC Bank ₹15,000');
    await screen.findByText(/so you cannot pay twice/);
    answers[BILL] = [200, NEW_BILL];
    await act(() => client.invalidateQueries({ queryKey: keys.bill(ID.card) }));
    await vi.waitFor(() =>
      expect(sent.filter((one) => one.path.endsWith('/bill')).length).toBeGreaterThan(1),
    );
    await press('Pay HDFC Bank ₹15,000');
    await vi.waitFor(() => expect(acceptsIn(sent)).toHaveLength(2));
    const [first, second] = acceptsIn(sent).map((one) => one.headers.get('idempotency-key'));
    expect(second).toBe(first);
    await press('Pay HDFC Bank ₹15,000');
    await screen.findByText('Not paid');
    await press(/Back$/);
    await userEvent.click(await screen.findByLabelText(/Full amount due/));
    await press('Continue');
    expect(await screen.findByRole('button', { name: 'Pay HDFC Bank ₹9,000' })).toBeDefined();
  });
});

describe('a card in the address', () => {
  const other = { ...sampleCard, id: ID.user, last4: '9999', maskedNumber: '•••• 9999' };
  const ofOther = { ...OLD_FULL, card: { id: ID.user, bankName: 'HDFC Bank', last4: '9999' } };

  test('given cards that cannot be read, then no other card is offered for payment', async () => {
    keep(ofOther);
    const { answers } = await open(
      { 'GET /cards': problem(400, 'bad_json', 'Broken.'), [`POST /cards/${ID.user}/bill`]: [200, NEW_BILL] },
      `?card=${ID.card}&step=3`,
    );
    expect(await screen.findByText('Broken.')).toBeDefined();
    expect(screen.queryByText(/9999/)).toBeNull();
    answers['GET /cards'] = page([sampleCard, other]);
    await press('Retry');
    expect(await screen.findByRole('button', { name: 'Pay HDFC Bank ₹9,000' })).toBeDefined();
    expect(screen.getAllByText('HDFC Bank •• 4021').length).toBeGreaterThan(0);
  });

  test('given a removed card, then it is said and the first step opens', async () => {
    keep(ofOther);
    const { sent, router } = await open({ 'GET /cards': page([other]) }, `?card=${ID.card}&step=3`);
    expect(await screen.findByText('This card is not among your saved cards')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Card Details' })).toBeDefined();
    expect(router.state.location.search).toBe('');
    expect(quoted(sent)).toEqual([]);
  });

  test('given an amount typed after it, when reloaded, then the amount stays', async () => {
    const { router } = await open({ [BILL]: NO_BILL }, `?card=${ID.card}&step=2`);
    await userEvent.type(await screen.findByLabelText('Bill amount'), '9840');
    const { search } = router.state.location;
    cleanup();
    await open({ [BILL]: NO_BILL }, search);
    expect((await screen.findByLabelText<HTMLInputElement>('Bill amount')).value).toBe('9,840');
  });

  test('given no bill, when the amount is typed, then no digit opens the third step', async () => {
    await open({ [BILL]: NO_BILL }, `?card=${ID.card}&step=3`);
    await userEvent.type(await screen.findByLabelText('Bill amount'), '15000');
    expect(screen.getByText('Step 2 of 3')).toBeDefined();
    await press('Continue');
    expect(await screen.findByText('Step 3 of 3')).toBeDefined();
  });
});

describe('a date with a year of five digits', () => {
  test('is refused at its field and opens no third step, nor after a reload', async () => {
    const { router } = await open({ [BILL]: NO_BILL }, `?card=${ID.card}&step=2`);
    await userEvent.type(await screen.findByLabelText('Bill amount'), '15000');
    const due = () => screen.getByLabelText<HTMLInputElement>('Due date');
    expect([due().min, due().max]).toEqual(['1900-01-01', '2200-12-31']);
    fireEvent.change(due(), { target: { value: '12026-11-30' } });
    await press('Continue');
    expect(screen.getAllByText('Enter a year between 1900 and 2200')).toHaveLength(2);
    expect(due().getAttribute('aria-invalid')).toBe('true');
    await act(() => router.navigate('/dashboard/pay-bill?step=3'));
    expect(await screen.findByText('Step 2 of 3')).toBeDefined();
    cleanup();
    await open({ [BILL]: NO_BILL }, '?step=3');
    fireEvent.change(await screen.findByLabelText('Due date'), { target: { value: '2026-11-30' } });
    await press('Continue');
    expect(await screen.findByText('Step 3 of 3')).toBeDefined();
  });
});

test('a payment on its way is said though a hundred newer ones stand before it', async () => {
  const moving = samplePayment({ billStatus: 'unknown' });
  await open({
    'GET /payments': ({ path }) =>
      path.includes('cursor=older') ? page([moving]) : page([samplePayment({ cardId: ID.user })], 'older'),
  });
  expect(await screen.findByText(/Wait for it before paying again/)).toBeDefined();
});
