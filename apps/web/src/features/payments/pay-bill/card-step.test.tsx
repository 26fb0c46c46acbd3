// @vitest-environment jsdom
import { notifyManager } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, problem, stubNetwork, type Answers } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import { pressTwice } from '../../../../test/press-twice.ts';
import { ID, sampleBill, sampleCard, sampleMe, samplePayment } from '../../../../test/samples.ts';
import { keys } from '../../../lib/keys.ts';
import { toast } from '../../../ui/toast.tsx';

const READY: Answers = {
  'GET /me': [200, sampleMe()],
  'GET /cards': page([sampleCard]),
  'GET /payments': page([]),
  [`POST /cards/${ID.card}/bill`]: [200, sampleBill()],
};

const open = async (answers: Answers = {}) => {
  const network = stubNetwork({ ...READY, ...answers });
  const opened = await openScreen(
    { path: '/dashboard/pay-bill', lazy: () => import('./pay-bill.tsx') },
    '/dashboard/pay-bill',
  );
  return { ...network, ...opened };
};
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

afterEach(() => {
  toast.dismissAll();
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

describe('pay bill, step 1: card', () => {
  test('a bill that we have paid says so before it is chosen, and in the next step too', async () => {
    const paid = samplePayment({ amountPaise: 1_500_000, billDueDate: sampleBill().dueDate });
    await open({ 'GET /payments': page([paid]) });
    expect(await screen.findByText('You have paid this bill: ₹15,000')).toBeDefined();
    await press('Continue');
    await screen.findByRole('heading', { name: 'Bill Amount' });
    expect(screen.getByText('You have paid this bill: ₹15,000')).toBeDefined();
  });

  test.each([
    ['paid', 'You have paid this bill: ₹15,000'],
    ['submitted', 'A payment of ₹15,000 to this card is on its way. Wait for it before paying again.'],
  ] as const)(
    'given a bill that is %s, when its card was removed and added again, then it is said all the same',
    async (billStatus, says) => {
      const { dueDate } = sampleBill();
      const payment = samplePayment({ cardId: ID.user, billStatus, billDueDate: dueDate });
      await open({ 'GET /payments': page([payment]) });
      expect(await screen.findByText(says)).toBeDefined();
    },
  );

  const noCards = { 'GET /cards': page([]) } as const;
  const fill = async () => {
    const put = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    await screen.findByLabelText('Card number');
    put('Card number', '4111111100094021');
    put('Expiry', '1229');
    put('CVV', '737');
    put('Name on card', 'Asha Rao');
    await userEvent.selectOptions(screen.getByLabelText('Bank'), 'HDFC Bank');
  };

  test('SPEC-5.card-valid: an empty form is refused with the one sentence in the summary and each field in its own words', async () => {
    const { sent } = await open(noCards);
    await screen.findByLabelText('Card number');
    await press('Continue');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('There is a problemPlease fill in all required fields');
    const described = (label: string) =>
      screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ') ?? [];
    const said = (label: string) => described(label).map((id) => document.getElementById(id)?.textContent);
    expect(said('Card number').join(' ')).toContain('Enter the card number');
    expect(said('Bank').join(' ')).toContain('Choose your bank');
    expect(sent.some((one) => one.method === 'POST')).toBe(false);
  });

  test('SPEC-5, SPEC-2.card-fields, SPEC-3.no-cvv: the security code is needed but leaves in no request; the number goes out once, ungrouped', async () => {
    const { sent } = await open({ ...noCards, 'POST /cards': [201, sampleCard] });
    await fill();
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('4111 1111 0009 4021');
    await press('Continue');
    expect(await screen.findByRole('heading', { name: 'Bill Amount' })).toBeDefined();
    const posted = sent.filter((one) => one.path === '/cards' && one.method === 'POST');
    expect(posted.map((one) => one.body)).toEqual([
      {
        cardNumber: '4111111100094021',
        nameOnCard: 'Asha Rao',
        expiry: '12/29',
        bankName: 'HDFC Bank',
        save: false,
      },
    ]);
    expect(JSON.stringify(sent)).not.toContain('737');
    const kept = [localStorage, sessionStorage].flatMap((storage) =>
      Array.from(storage, (_, nth) => `${storage.key(nth)}: ${storage.getItem(storage.key(nth)!)}`),
    );
    expect(kept.join()).toContain('mohlat-draft:pay-bill');
    expect(kept.join()).not.toMatch(/4111|\b737\b|cvv/i);
  });

  test.each([
    ['no other card', noCards],
    ['a saved card', { 'GET /cards': page([{ ...sampleCard, id: ID.payment, last4: '1111' }]) }],
  ])(
    'a card entered without saving it, beside %s, can be chosen again after Back and after a reload',
    async (_, cards) => {
      const answers = { ...cards, 'POST /cards': [201, sampleCard] } as const;
      const { sent } = await open(answers);
      if (cards !== noCards)
        await userEvent.click(await screen.findByRole('radio', { name: 'Another card' }));
      await fill();
      await press('Continue');
      await screen.findByRole('heading', { name: 'Bill Amount' });
      await press('← Back');
      const isChosen = async () =>
        (await screen.findByRole<HTMLInputElement>('radio', { name: /HDFC Bank .*4021/ })).checked;
      expect(await isChosen()).toBe(true);
      expect(screen.getByText('Not saved')).toBeDefined();
      expect(screen.queryByLabelText('Card number')).toBeNull();
      cleanup();
      const again = await open(answers);
      expect(await isChosen()).toBe(true);
      await press('Continue');
      expect(await screen.findByRole('heading', { name: 'Bill Amount' })).toBeDefined();
      const bills = again.sent.filter(({ path }) => path === `/cards/${ID.card}/bill`);
      expect(bills.length).toBeGreaterThan(0);
      expect(
        [...sent, ...again.sent].filter((one) => one.path === '/cards' && one.method === 'POST'),
      ).toHaveLength(1);
    },
  );

  test('a saved card that was removed since is not offered as one that was not saved', async () => {
    sessionStorage.setItem(
      'mohlat-draft:pay-bill',
      JSON.stringify({ card: { id: ID.card, bankName: 'HDFC Bank', last4: '4021' } }),
    );
    await open({ 'GET /cards': page([{ ...sampleCard, id: ID.payment, last4: '1111' }]) });
    await screen.findByRole('radio', { name: /1111/ });
    expect(screen.queryByRole('radio', { name: /4021/ })).toBeNull();
  });

  test('a double press adds the card once', async () => {
    const { sent } = await open({ ...noCards, 'POST /cards': [201, sampleCard] });
    await fill();
    pressTwice(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('heading', { name: 'Bill Amount' })).toBeDefined();
    expect(sent.filter((one) => one.path === '/cards' && one.method === 'POST')).toHaveLength(1);
  });

  test.each([
    ['Card number', '4111111100094022', 'Check the card number'],
    ['Expiry', '1025', 'This card has expired'],
    ['Expiry', '1329', 'Enter the expiry as MM/YY'],
    ['CVV', '12', 'Enter the CVV'],
    ['Card number', '411111110009', 'Enter the card number'],
  ])(
    'SPEC-5.card-cvv-min, SPEC-5.card-valid, SPEC-5.card-expired: %s %s is refused under its field: %s',
    async (label, typed, sentence) => {
      const { sent } = await open(noCards);
      await fill();
      await userEvent.clear(screen.getByLabelText(label));
      await userEvent.type(screen.getByLabelText(label), typed);
      await press('Continue');
      expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);
      expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
      const isMissing = sentence.startsWith('Enter');
      expect(screen.queryAllByText('Please fill in all required fields').length > 0).toBe(isMissing);
      expect(sent.some((one) => one.path === '/cards' && one.method === 'POST')).toBe(false);
    },
  );

  test('network and bank are known by the first digits; the person may choose another bank', async () => {
    await open(noCards);
    const number = await screen.findByLabelText('Card number');
    const bank = screen.getByLabelText<HTMLSelectElement>('Bank');
    await userEvent.type(number, '46178');
    expect(screen.getByText('Visa')).toBeDefined();
    expect(bank.value).toBe('');
    await userEvent.type(number, '6');
    expect(bank.value).toBe('HDFC Bank');
    expect(screen.getByText(/^Known by the first digits/)).toBeDefined();
    await userEvent.type(number, '{Backspace}');
    expect(bank.value).toBe('');
    await userEvent.type(number, '6');
    await userEvent.selectOptions(bank, 'Axis Bank');
    expect(screen.queryByText(/^Known by the first digits/)).toBeNull();
    await userEvent.clear(number);
    await userEvent.type(number, '378282');
    expect(bank.value).toBe('Axis Bank');
    expect(screen.getByText('American Express')).toBeDefined();
  });

  test('SPEC-2.card-fields: a card that is kept may have a nickname, and none with its number in it', async () => {
    const { sent } = await open({ ...noCards, 'POST /cards': [201, sampleCard] });
    await fill();
    expect(screen.queryByLabelText('Nickname')).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: /Save this card/ }));
    await userEvent.type(screen.getByLabelText('Nickname'), '4111 1111');
    await press('Continue');
    expect((await screen.findAllByText('Choose a nickname without the card number')).length).toBeGreaterThan(
      0,
    );
    await userEvent.clear(screen.getByLabelText('Nickname'));
    await userEvent.type(screen.getByLabelText('Nickname'), ' Travel ');
    await press('Continue');
    expect(await screen.findByText('Card saved successfully')).toBeDefined();
    expect(sent.find((one) => one.path === '/cards' && one.method === 'POST')?.body).toMatchObject({
      nickname: 'Travel',
      save: true,
    });
  });

  test('SPEC-7.cards-failed: cards that could not be read are said to be so, and a new one can be entered', async () => {
    await open({ 'GET /cards': problem(400, 'bad_json', 'Broken.') });
    // In the page and as a toast.
    await waitFor(() => expect(screen.getAllByText('Error fetching saved cards').length).toBeGreaterThan(1));
    expect(screen.getByLabelText('Card number')).toBeDefined();
  });

  test('what was typed stays when the saved cards are read after all', async () => {
    const { client } = await open({ 'GET /cards': problem(400, 'bad_json', 'Broken.') });
    await fill();
    let answer: (response: Response) => void = () => undefined;
    const asking = vi.fn(() => new Promise<Response>((done) => (answer = done)));
    vi.stubGlobal('fetch', asking);
    void client.refetchQueries({ queryKey: keys.cards });
    await waitFor(() => expect(asking).toHaveBeenCalledOnce());
    const name = () => screen.getByLabelText<HTMLInputElement>('Name on card').value;
    await act(() => new Promise<void>((done) => notifyManager.schedule(done)));
    expect(name()).toBe('Asha Rao');
    answer(Response.json({ items: [sampleCard], nextCursor: null }));
    expect(await screen.findByRole('radio', { name: /HDFC Bank/ })).toBeDefined();
    expect(name()).toBe('Asha Rao');
  });

  test('given a card that was typed, a touch of a saved one and back finds it as it was', async () => {
    await open();
    await userEvent.click(await screen.findByRole('radio', { name: 'Another card' }));
    await userEvent.type(await screen.findByLabelText('Name on card'), 'Asha Rao');
    await userEvent.click(screen.getByRole('radio', { name: /HDFC Bank/ }));
    expect(await screen.findByText(/^Bill/)).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'Name on card' })).toBeNull();
    expect(screen.getAllByRole('button', { name: 'Continue' })).toHaveLength(1);
    await userEvent.click(screen.getByRole('radio', { name: 'Another card' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name on card' }).value).toBe('Asha Rao');
  });

  test('saving is said when it was asked for', async () => {
    const { sent } = await open({ ...noCards, 'POST /cards': [201, sampleCard] });
    await fill();
    await userEvent.click(screen.getByRole('checkbox'));
    await press('Continue');
    expect(await screen.findByText('Card saved successfully')).toBeDefined();
    expect(sent.find((one) => one.path === '/cards' && one.method === 'POST')?.body['save']).toBe(true);
  });

  test("the server's word about a field stands under that field", async () => {
    await open({
      ...noCards,
      'POST /cards': problem(422, 'validation_failed', 'Some fields need your attention.', [
        { path: 'expiry', message: 'This card has expired' },
      ]),
    });
    await fill();
    await press('Continue');
    expect((await screen.findAllByText('This card has expired')).length).toBe(2);
    expect(screen.getByLabelText('Expiry').getAttribute('aria-invalid')).toBe('true');
  });

  test('SPEC-2.saved-card: the last used card is chosen and its bill is shown', async () => {
    await open();
    expect((await screen.findByLabelText<HTMLInputElement>(/HDFC Bank •• 4021/)).checked).toBe(true);
    expect(await screen.findByText('₹15,000')).toBeDefined();
  });

  test('SPEC-2.pay-cancel: Cancel goes to the dashboard', async () => {
    const { router } = await open();
    await screen.findByLabelText(/HDFC Bank •• 4021/);
    await press('Cancel');
    expect(router.state.location.pathname).toBe('/dashboard');
  });
});
