import type { BusinessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveReceipt } from './receipts.ts';
import { hold } from './receipts.repo.ts';
import { periodsBetween } from '../settlement/settlement.ts';
import { bookOutcome, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

const on = (day: string) => day as BusinessDate;
const at = (day: string) => noonOf(on(day));
const EMI3 = { billPaise: 1_500_000, instalments: 3, disbursedOn: on('2027-01-15') };

let late: Lab;
let once: Lab;
beforeAll(async () => {
  [late, once] = await Promise.all([openLab(), openLab()]);
});
afterAll(() => Promise.all([late.close(), once.close()]));

/** Money comes without an owner on a day, and is given to its loan on another one. */
async function comeAndFind(loan: LabLoan, name: string, paise: number, cameOn: string, foundOn: string) {
  const facts = {
    paymentRef: `pay_${name}`,
    orderRef: null,
    amountPaise: paise,
    isCreditSource: false,
    receivedAt: at(cameOn),
    keepDays: 30,
    hintedRepaymentId: null,
  };
  late.set(new Date(at(cameOn).getTime() + 86_400_000));
  expect(await late.worker.plain((tx) => hold(tx, facts, late.clock.now()))).toBe(true);
  expect(await late.worker.plain((tx) => hold(tx, facts, late.clock.now()))).toBe(false);
  expect(await late.broken()).toEqual([]);
  const { rows } = await late.owner.query<{ id: string }>(
    'select id from unidentified_receipts where payment_ref = $1',
    [facts.paymentRef],
  );
  late.set(at(foundOn));
  const given = {
    receiptId: rows[0]!.id,
    amountPaise: paise,
    ownerId: loan.userId,
    loanId: loan.loanId,
    by: loan.userId,
  };
  const give = () => late.worker.forUser(loan.userId, (tx) => giveReceipt(late.deps, tx, given));
  expect([await give(), await give()]).toEqual([true, false]);
}

interface Told {
  readonly id: string;
  readonly accounts: readonly { readonly account: string; readonly sum: number }[];
  readonly shares: readonly object[];
}

/** As it is told of a loan, whatever its repayments are called and wherever their money was kept. */
async function toldOf(lab: Lab, { loanId }: LabLoan): Promise<object> {
  const told = ((await bookOutcome(lab)) as Told[]).find((one) => one.id === loanId)!;
  return {
    ...told,
    accounts: Object.fromEntries(
      told.accounts.map(({ account, sum }) => [account === 'L320' ? 'A120' : account, sum]),
    ),
    shares: told.shares.map((share) => ({ ...share, repayment_id: null })),
  };
}

const LIVES = [
  {
    title: 'of the due date, found a fortnight later',
    paise: 520_000,
    cameOn: '2027-02-15',
    foundOn: '2027-03-01',
  },
  {
    title: 'that closes the loan, found when two are late',
    paise: 1_560_000,
    cameOn: '2027-02-10',
    foundOn: '2027-03-25',
  },
  { title: 'of a part, found the next day', paise: 100_000, cameOn: '2027-02-20', foundOn: '2027-02-21' },
];

test.each(LIVES)(
  'LEND-16 journal 24: money without an owner $title, ends in the same books as heard at once',
  async ({ title, paise, cameOn, foundOn }) => {
    const name = title.replaceAll(/\W+/g, '-');
    const [loan, same] = [await late.lend(name, EMI3), await once.lend(name, EMI3)];
    await comeAndFind(loan, name, paise, cameOn, foundOn);
    once.set(at(cameOn));
    await once.credit(same, name, paise, at(cameOn));
    for (const lab of [late, once]) {
      lab.set(at('2027-04-02'));
      await lab.catchUp(loan, on('2027-04-01'));
    }
    expect(await toldOf(late, loan)).toEqual(await toldOf(once, same));
    expect(await late.broken()).toEqual([]);
  },
);

test('LEND-16 journal 24: a payment that repaid something belongs to no other account', async () => {
  const loan = await late.lend('known', EMI3);
  late.set(at('2027-02-15'));
  await late.credit(loan, 'known', 520_000, at('2027-02-15'));
  const facts = {
    paymentRef: 'pay_known',
    amountPaise: 520_000,
    isCreditSource: false,
    receivedAt: at('2027-02-15'),
  };
  expect(await late.worker.plain((tx) => hold(tx, { ...facts, keepDays: 30 }, late.clock.now()))).toBe(false);
});

test('a settlement file is read by days, and by months where many are missing', () => {
  expect(periodsBetween(on('2027-02-27'), on('2027-03-01'))).toEqual([
    '2027-02-27',
    '2027-02-28',
    '2027-03-01',
  ]);
  expect(periodsBetween(on('2027-02-27'), on('2027-04-01'))).toEqual(['2027-02', '2027-03', '2027-04']);
  expect(periodsBetween(on('2027-02-27'), on('2027-02-26'))).toEqual([]);
});
