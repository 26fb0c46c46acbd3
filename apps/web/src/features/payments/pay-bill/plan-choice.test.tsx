// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, stubNetwork, type Answers, type Sent } from '../../../../test/network.ts';
import { openScreen } from '../../../../test/open-screen.tsx';
import {
  ID,
  sampleBill,
  sampleCard,
  sampleMe,
  samplePayment,
  sampleQuote,
} from '../../../../test/samples.ts';

const THREE_TAPS = `?card=${ID.card}&step=3`;
const open = async (answers: Answers, query: string) => {
  const network = stubNetwork({
    'GET /me': [200, sampleMe()],
    'GET /cards': page([sampleCard]),
    'GET /payments': page([]),
    [`POST /cards/${ID.card}/bill`]: [200, sampleBill()],
    'POST /payments/quote': ({ body }) => {
      const plan = body['plan'] as { kind: 'single' | 'emi' } | undefined;
      return [200, sampleQuote(plan?.kind, { amountPaise: Number(body['amountPaise']) })];
    },
    ...answers,
  });
  await openScreen(
    { path: '/dashboard/pay-bill', lazy: () => import('./pay-bill.tsx') },
    `/dashboard/pay-bill${query}`,
  );
  return network;
};

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('stepping the line to a plan chooses it: price, last day and list follow', async () => {
  const { sent } = await open({ 'GET /me/preferences': [200, { salaryDay: 'none' }] }, THREE_TAPS);
  const line = await screen.findByRole('slider', { name: 'How long do you want?' });
  expect(line.getAttribute('aria-valuetext')).toBe('Once on Sun, 20\u00a0Dec: ₹15,300 in all, APR 24.33%');
  fireEvent.change(line, { target: { value: '1' } });
  expect(line.getAttribute('aria-valuetext')).toBe(
    '3 times, the last time on 20\u00a0Feb 2027: ₹15,600 in all, APR 23.84%',
  );
  expect(screen.getByText(/^3 × ₹5,200, the last on 20 Feb 2027/)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>(/3 EMIs/).checked).toBe(true);
  await vi.waitFor(() => expect(sent.at(-1)?.body['plan']).toEqual({ kind: 'emi', instalments: 3 }));
  // Asked before: not asked again.
  expect(screen.queryByLabelText('When does your salary come?')).toBeNull();
});

test('a press on Pay before the pressed plan is drawn agrees to nothing', async () => {
  const accept = vi.fn(() => [202, samplePayment({ billStatus: 'accepted' })] as const);
  await open({ 'POST /payments': accept }, THREE_TAPS);
  await userEvent.click(await screen.findByRole('checkbox'));
  const plan = screen.getByLabelText<HTMLInputElement>(/3 EMIs/);
  const pay = screen.getByRole('button', { name: /^Pay HDFC Bank/ });
  act(() => {
    plan.click();
    // The mark is on the pressed plan, the figures are still those of the other.
    expect(plan.checked).toBe(true);
    expect(screen.getByText(/^once, on Sun, 20 Dec/)).toBeDefined();
    pay.click();
  });
  expect(await screen.findByText(/^3 × ₹5,200, the last on 20 Feb 2027/)).toBeDefined();
  expect(accept).not.toHaveBeenCalled();
});

describe('given a person whose salary day is not known, when the last step asks for it,', () => {
  const asking = (): Answers => ({
    'GET /me/preferences': [200, { salaryDay: null }],
    'PUT /me/preferences': (one) => [200, { salaryDay: one.body['salaryDay'] }],
  });
  const stored = (sent: readonly Sent[]) =>
    sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);

  test('a day that is chosen with keys waits for its button; then it is kept and drawn, and the next heading has the focus', async () => {
    const { sent } = await open(asking(), THREE_TAPS);
    const question = await screen.findByLabelText<HTMLSelectElement>('When does your salary come?');
    // An arrow key on a closed list chooses the next entry at once.
    fireEvent.change(question, { target: { value: '2' } });
    fireEvent.change(question, { target: { value: '1' } });
    expect(question.value).toBe('1');
    await userEvent.click(screen.getByRole('button', { name: 'Keep this day' }));
    expect(await screen.findByText('Salary on the 1st')).toBeDefined();
    expect(stored(sent)).toEqual([{ salaryDay: 1 }]);
    expect(screen.queryByLabelText('When does your salary come?')).toBeNull();
    // 1 December alone lies before the end of the line of one payment; two more before that of three.
    expect(document.querySelectorAll('svg path.fill-ok')).toHaveLength(3 + 1);
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('What it costs'));
  });

  test('the button without a day asks for one at its field', async () => {
    const { sent } = await open(asking(), THREE_TAPS);
    await userEvent.click(await screen.findByRole('button', { name: 'Keep this day' }));
    const question = screen.getByLabelText('When does your salary come?');
    expect(document.activeElement).toBe(question);
    expect(question.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Choose a day of the month')).toBeDefined();
    expect(stored(sent)).toEqual([]);
  });

  test('a person who would rather not say goes on at the next heading', async () => {
    const { sent } = await open(asking(), THREE_TAPS);
    await userEvent.click(await screen.findByRole('button', { name: 'Rather not say' }));
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('What it costs'));
    expect(stored(sent)).toEqual([{ salaryDay: 'none' }]);
    expect(screen.queryByLabelText('When does your salary come?')).toBeNull();
  });
});

test('a dearer plan says what the cheapest one saves, and takes it', async () => {
  await open({}, THREE_TAPS);
  expect(await screen.findByText('No plan costs less.')).toBeDefined();
  await userEvent.click(screen.getByLabelText(/3 EMIs/));
  expect(await screen.findByText(/One payment on Sun, 20 Dec costs ₹300 less/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Take that' }));
  expect(screen.getByLabelText<HTMLInputElement>(/1 payment/).checked).toBe(true);
});

describe('a bill that is dear to borrow', () => {
  const small = { [`POST /cards/${ID.card}/bill`]: [200, sampleBill({ amountDuePaise: 5_000 })] } as const;

  test('opens at its amount with own money beside the price, once, and then goes on', async () => {
    await open(small, THREE_TAPS);
    expect(await screen.findByText('₹50 of your own money, or ₹100 borrowed')).toBeDefined();
    expect(screen.getByText('Step 2 of 3')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Step 3 of 3')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Pay HDFC Bank ₹50' })).toBeDefined();
    expect(screen.queryByText(/of your own money/)).toBeNull();
    cleanup();
    // Over a reload it is not said again.
    await open(small, '?step=3');
    expect(await screen.findByText('Step 3 of 3')).toBeDefined();
  });

  test('is paid with own money by leaving, and nothing of it is kept', async () => {
    await open(small, THREE_TAPS);
    await userEvent.click(await screen.findByRole('button', { name: 'Pay it with my own money' }));
    expect(await screen.findByText('elsewhere')).toBeDefined();
    expect(sessionStorage.length).toBe(0);
  });
});

describe('the next six months', () => {
  const late = {
    onLateDays: [4, 34, 64],
    bands: [{ unpaidUpToPaise: 1_000_000, chargePaise: 20_000 }],
    aboveBandsPaise: 50_000,
    bouncePaise: 10_000,
    graceDays: 3,
    capPercent: '10.00',
  };
  const schedule = (samplePayment().schedule ?? []).map((row) => ({
    number: row.number,
    dueDate: row.dueDate,
    principalPaise: row.principalPaise,
    interestPaise: row.interestPaise,
    feePaise: row.feePaise,
    amountPaise: row.amountPaise,
  }));
  const ahead = async (quote: Parameters<typeof sampleQuote>[1]) => {
    await open({ 'POST /payments/quote': [200, sampleQuote('emi', { schedule, ...quote })] }, THREE_TAPS);
    await userEvent.click(await screen.findByText('The next six months'));
  };
  const courses = async () => {
    const title = await screen.findByText('You pay each time on its day');
    return [...title.closest('div')!.querySelectorAll('section')].map((course) => [
      course.querySelector('h4 + p')?.textContent,
      ...[...course.querySelectorAll('li')].map((step) => step.textContent),
    ]);
  };

  test('are played by the rules of the loan book: on time, late, closed early', async () => {
    await ahead({ late });
    const [onTime, slow, early] = await courses();
    expect(onTime).toEqual([
      '₹15,600 in all, ₹600 for the time',
      '20\u00a0Dec 2026₹5,200.00₹10,400 left',
      '20\u00a0Jan 2027₹5,200.00₹5,200 left',
      '20\u00a0Feb 2027₹5,200.00nothing left',
    ]);
    expect(slow).toEqual([
      '₹16,200 in all, ₹1,200 for the time',
      '30\u00a0Dec 2026with a late charge of ₹200₹5,400.00₹10,400 left',
      '30\u00a0Jan 2027with a late charge of ₹200₹5,400.00₹5,200 left',
      '2\u00a0Mar 2027with a late charge of ₹200₹5,400.00nothing left',
    ]);
    expect(early).toHaveLength(2);
    expect(early?.[1]).toMatch(/^Sat, 5\u00a0Dec₹15,3\d\d\.\d\dnothing left$/);
  });
});
