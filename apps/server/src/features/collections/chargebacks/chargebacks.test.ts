import { addDays, type BusinessDate } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveReceipt } from '../receipts/receipts.ts';
import { followReturn } from '../collections.jobs.ts';
import { MESSAGES } from '#features/notifications/texts/templates.ts';
import { reverseRepayment } from '#features/repayments/index.ts';
import { creditCaptured } from '#features/repayments/repayments.settle.ts';
import { deciding } from '#test/deciding.ts';
import { bookOutcome, idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { endRefundsOf } from '#test/refunding.ts';
import { standingAt } from '#test/standings.ts';

const on = (day: string) => day as BusinessDate;
const at = (day: string) => noonOf(on(day));
const EMI3 = { billPaise: 1_500_000, instalments: 3, disbursedOn: on('2027-01-15') };

let lab: Lab;
let other: Lab;
beforeAll(async () => {
  [lab, other] = await Promise.all([openLab(), openLab()]);
});
afterAll(() => Promise.all([lab.close(), other.close()]));

/** The bank takes a repayment back, heard of on a day. */
async function takeBack(name: string, loan: LabLoan, heardOn: string) {
  lab.set(at(heardOn));
  const ids = { userId: loan.userId, repaymentId: idOf(`repayment ${name}`) };
  return lab.worker.forUser(loan.userId, (tx) => reverseRepayment(tx, ids, 'charged_back', at(heardOn)));
}

async function pay(where: Lab, loan: LabLoan, name: string, paise: number, day: string) {
  where.set(at(day));
  await where.credit(loan, name, paise, at(day));
}

async function live(where: Lab, loan: LabLoan, throughOn: string) {
  where.set(new Date(at(throughOn).getTime() + 86_400_000));
  await where.catchUp(loan, on(throughOn));
}

/** The rail takes a payment out of a settlement and says that it did not succeed after all. */
async function takenOut(paymentRef: string, amountPaise: number) {
  await lab.owner.query(
    `insert into settlement_rows (provider, row_hash, settled_on, settlement_ref, kind, entity_ref, payment_ref, amount_paise,
       fee_paise, tax_paise, credit_paise, debit_paise, occurred_at, read_at)
     values ('razorpay', convert_to($1, 'UTF8'), '2027-01-28', 'setl', 'other', 'adj', $1, $2, 0, 0, 0, $2, $3, $3)`,
    [paymentRef, amountPaise, lab.clock.now()],
  );
  const collection = { getPayment: () => Promise.resolve({ status: 'failed', amount: amountPaise }) };
  await followReturn({ ...lab.deps, providers: { collection }, log: {} } as never, paymentRef);
}

async function chargesOf(loan: LabLoan) {
  const { rows } = await lab.owner.query<{ number: number; levied: string; paise: number }>(
    `select number, levied_on::text as levied, amount_paise::int as paise from charges
     where user_id = $1 and loan_id = $2 and reversed_on is null order by levied_on, number`,
    [loan.userId, loan.loanId],
  );
  return rows;
}

async function daysPastDue({ loanId }: LabLoan, day: string): Promise<number> {
  return (await standingAt(lab.owner, loanId, day))!.dpd;
}

/** Lives told twice: with a receipt that is taken back, and without it from the start. Nothing else is late in them. */
const LIVES: { title: string; taken: string; heardOn: string; receipts: [string, number, string][] }[] = [
  {
    title: 'a later payment falls on the older instalment',
    taken: 'a',
    heardOn: '2027-02-18',
    receipts: [
      ['a', 520_000, '2027-02-15'],
      ['b', 520_000, '2027-02-17'],
      ['c', 520_000, '2027-03-15'],
    ],
  },
  {
    title: 'money kept for an instalment to come is gone',
    taken: 'a',
    heardOn: '2027-02-10',
    receipts: [
      ['a', 520_000, '2027-01-25'],
      ['b', 600_000, '2027-02-15'],
    ],
  },
  {
    title: 'a loan that was closed is owed again',
    taken: 'a',
    heardOn: '2027-02-16',
    receipts: [
      ['a', 900_000, '2027-01-25'],
      ['b', 638_226, '2027-02-01'],
    ],
  },
];

describe('a repayment that its bank takes back', () => {
  test.each(LIVES)(
    'LEND-W7: as if it had never been: $title',
    async ({ title, taken, heardOn, receipts }) => {
      const name = title.replaceAll(' ', '-');
      const loan = await lab.lend(name, EMI3);
      const same = await other.lend(name, EMI3);
      let isTaken = false;
      for (const [key, paise, day] of receipts) {
        if (day > heardOn && !isTaken) {
          await takeBack(`${name} ${taken}`, loan, heardOn);
          isTaken = true;
        }
        await pay(lab, loan, `${name} ${key}`, paise, day);
        if (key !== taken) await pay(other, same, `${name} ${key}`, paise, day);
      }
      if (!isTaken) await takeBack(`${name} ${taken}`, loan, heardOn);
      await live(lab, loan, '2027-03-16');
      await live(other, same, '2027-03-16');
      const told = (books: unknown[], { loanId }: LabLoan) =>
        books.find((one) => (one as { id: string }).id === loanId);
      expect(told(await bookOutcome(lab), loan)).toEqual(told(await bookOutcome(other), same));
      expect(await lab.broken()).toEqual([]);
    },
  );

  test('LEND-W7: charges for lateness are levied only for days after it was heard of', async () => {
    const loan = await lab.lend('late', EMI3);
    await pay(lab, loan, 'late a', 520_000, '2027-02-15');
    await live(lab, loan, '2027-03-19');
    expect(await chargesOf(loan)).toEqual([{ number: 2, levied: '2027-03-19', paise: 20_000 }]);
    expect(await daysPastDue(loan, '2027-03-18')).toBe(4);
    await takeBack('late a', loan, '2027-03-20');
    // The earlier arrears stand: the second instalment was late anyway.
    expect(await chargesOf(loan)).toEqual([{ number: 2, levied: '2027-03-19', paise: 20_000 }]);
    expect(await daysPastDue(loan, '2027-03-18')).toBe(32);
    await live(lab, loan, '2027-03-22');
    expect(await chargesOf(loan)).toEqual([
      { number: 2, levied: '2027-03-19', paise: 20_000 },
      { number: 1, levied: '2027-03-21', paise: 20_000 },
    ]);
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-W7: what had been returned to the payer of a later payment covers nothing', async () => {
    const loan = await lab.lend('returned', EMI3);
    await pay(lab, loan, 'returned a', 520_000, '2027-01-25');
    await pay(lab, loan, 'returned b', 1_100_000, '2027-01-26');
    const returned = await lab.owner.query<{ paise: number }>(
      'select sum(amount_paise)::int as paise from refunds where loan_id = $1',
      [loan.loanId],
    );
    expect(returned.rows[0]!.paise).toBeGreaterThan(0);
    const reversed = await takeBack('returned a', loan, '2027-01-30');
    expect(reversed).toMatchObject({ amountPaise: 520_000, channel: 'checkout' });
    const { rows } = await lab.owner.query<{ status: string; excess: number }>(
      `select l.status, (select sum(a.amount_paise)::int from allocations a
         where a.loan_id = l.id and a.is_active and a.component = 'excess') as excess from loans l where l.id = $1`,
      [loan.loanId],
    );
    expect(rows).toEqual([
      { status: 'active', excess: returned.rows[0]!.paise - (reversed?.returnedPaise ?? 0) },
    ]);
  });

  test('LEND-16 journal 17: what had gone back to the payer of a payment its bank returns went twice, and is missed', async () => {
    const loan = await lab.lend('both-ways', EMI3);
    await pay(lab, loan, 'both', 1_560_000, '2027-01-25');
    lab.set(at('2027-01-28'));
    await lab.worker.forUser(loan.userId, (tx) =>
      endRefundsOf(tx, loan, { status: 'processed' }, at('2027-01-28')),
    );
    await takenOut('pay_both', 1_560_000);
    const { rows } = await lab.owner.query(
      `select account, sum(amount_paise)::int as paise from postings
       where loan_id = $1 and account in ('A230', 'L310') group by 1 having sum(amount_paise) <> 0`,
      [loan.loanId],
    );
    expect(rows).toEqual([{ account: 'A230', paise: 25_161 }]);
    const breaks = await lab.owner.query('select kind from reconciliation_breaks where reference = $1', [
      'pay_both',
    ]);
    expect(breaks.rows).toEqual([{ kind: 'lost_twice' }]);
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-W7: given a late charge that stood before, when it is owed again, then its person is told of no new one', async () => {
    const loan = await lab.lend('charged', EMI3);
    await live(lab, loan, '2027-02-19');
    await pay(lab, loan, 'charged', 540_000, '2027-02-20');
    lab.set(at('2027-02-22'));
    await takenOut('pay_charged', 540_000);
    expect(await chargesOf(loan)).toEqual([{ number: 1, levied: '2027-02-19', paise: 20_000 }]);
    const { rows } = await lab.owner.query<{ description: string }>(
      `select description from notifications where user_id = $1 and title like 'Your bank took back%'`,
      [loan.userId],
    );
    expect(rows.map(({ description }) => description)).toEqual([
      expect.stringMatching(
        /Still to repay: ₹15,800\. No new late charge is added for the days until today\.$/,
      ),
    ]);
    const { mail } = MESSAGES['repayment.taken_back'];
    expect(mail.en.text).toContain('No new late charge is added for the days until today.');
    expect(mail.hi.text).toContain('आज तक के दिनों का कोई नया विलंब शुल्क नहीं लगता।');
  });

  test('LEND-W7: of a loan that is written off, before and after that, leaves it written off', async () => {
    const [loan, same] = [await lab.lend('lost', EMI3), await other.lend('lost', EMI3)];
    await pay(lab, loan, 'lost a', 520_000, '2027-02-15');
    for (const [where, one] of [
      [lab, loan],
      [other, same],
    ] as const) {
      await live(where, one, '2027-09-14');
      await deciding(where).writeOff(one, 'lost');
      await pay(where, one, 'lost b', 100_000, '2027-09-20');
    }
    await pay(lab, loan, 'lost c', 200_000, '2027-09-22');
    for (const name of ['lost c', 'lost a']) expect(await takeBack(name, loan, '2027-09-25')).toBeDefined();
    const told = async (where: Lab, { loanId }: LabLoan) => {
      const { rows } = await where.owner.query<{ status: string; losses: string }>(
        `select l.status, (select sum(amount_paise)::text from postings p where p.loan_id = l.id
           and p.account in ('E520', 'I430')) as losses from loans l where l.id = $1`,
        [loanId],
      );
      return rows[0]!;
    };
    expect(await told(lab, loan)).toMatchObject({ status: 'written_off' });
    expect(await told(lab, loan)).toEqual(await told(other, same));
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-W7: one too many, that came after the loan had ended, is taken back alone and the loan stays ended', async () => {
    const loan = await lab.lend('twice', EMI3);
    await pay(lab, loan, 'twice a', 1_560_000, '2027-02-01');
    await pay(lab, loan, 'twice b', 1_560_000, '2027-02-06');
    await lab.worker.forUser(loan.userId, (tx) =>
      endRefundsOf(tx, loan, { status: 'failed' }, at('2027-02-07')),
    );
    const reversed = await takeBack('twice b', loan, '2027-03-20');
    expect(reversed).toMatchObject({ amountPaise: 1_560_000, returnedPaise: 0 });
    const { rows } = await lab.owner.query(
      `select l.status, l.closed_on::text as closed, d.closed_through_on - l.disbursed_on + 1 as days
       from loans l join loan_days d on d.loan_id = l.id where l.id = $1`,
      [loan.loanId],
    );
    expect(rows).toEqual([{ status: 'closed', closed: '2027-02-01', days: 17 }]);
    expect(await lab.broken()).toEqual([]);
  });

  test.each([
    ['late', '2027-04-20', 'active'],
    ['not performing', '2027-06-20', 'npa'],
    ['written off', '2027-09-20', 'written_off'],
  ])('LEND-W7: a loan that ended for less is owed again: %s', async (name, day, status) => {
    const key = `less-${name.replaceAll(' ', '-')}`;
    const [loan, same] = [await lab.lend(key, EMI3), await other.lend(key, EMI3)];
    for (const [where, one] of [
      [lab, loan],
      [other, same],
    ] as const) {
      await live(where, one, addDays(on(day), -3));
      if (status === 'written_off') await deciding(where).writeOff(one, `${key} lost`);
      await live(where, one, addDays(on(day), -2));
      await deciding(where).agree(one, key, 600_000, addDays(on(day), 5));
      await live(where, one, addDays(on(day), -1));
    }
    await pay(lab, loan, `${key} a`, 600_000, day);
    const statusOf = async () =>
      (await lab.owner.query<{ status: string }>('select status from loans where id = $1', [loan.loanId]))
        .rows[0]!.status;
    expect(await statusOf()).toBe('settled');
    const heardOn = addDays(on(day), 20);
    expect(await takeBack(`${key} a`, loan, heardOn)).toBeDefined();
    await live(lab, loan, heardOn);
    await live(other, same, heardOn);
    expect(await statusOf()).toBe(status);
    const told = (books: unknown[], { loanId }: LabLoan) =>
      books.find((one) => (one as { id: string }).id === loanId);
    expect(told(await bookOutcome(lab), loan)).toEqual(told(await bookOutcome(other), same));
    expect(await lab.broken()).toEqual([]);
  });

  test('LEND-W7: it is taken back once', async () => {
    const loan = await lab.lend('once', EMI3);
    await pay(lab, loan, 'once a', 520_000, '2027-02-15');
    expect(await takeBack('once a', loan, '2027-02-16')).toMatchObject({ amountPaise: 520_000 });
    expect(await takeBack('once a', loan, '2027-02-17')).toBeUndefined();
    expect(await lab.broken()).toEqual([]);
  });
});

test('LEND-16 journal 24: money that staff gave to one person goes to no other; the order’s repayment opens a break', async () => {
  const [owner, friend] = [await lab.lend('order owner', EMI3), await lab.lend('friend owner', EMI3)];
  const stray = {
    providerPaymentRef: 'pay_stray',
    amountPaise: 50_000,
    refundedPaise: 0,
    isCreditSource: false,
  };
  const money = { ...stray, capturedAt: at('2027-01-20') };
  lab.set(at('2027-01-22'));
  const facts = {
    paymentRef: 'pay_stray',
    amountPaise: 50_000,
    isCreditSource: false,
    keepDays: 30,
    receivedAt: money.capturedAt,
  };
  const held = await lab.worker.plain((tx) =>
    tx.call<{ id: string }>('select receipt_hold($1, $2) as id', [lab.clock.now(), JSON.stringify(facts)]),
  );
  const given = {
    receiptId: held[0]!.id,
    amountPaise: 50_000,
    ownerId: friend.userId,
    loanId: friend.loanId,
    by: idOf('staff'),
  };
  expect(await lab.worker.forUser(friend.userId, (tx) => giveReceipt(lab.deps, tx, given))).toBe(true);
  const repaymentId = idOf('repayment of the order');
  await lab.owner.query(
    `insert into repayments (user_id, id, loan_id, amount_paise, status, channel, order_ref, created_at)
     values ($1, $2, $3, 50000, 'initiated', 'checkout', 'order_lost', $4)`,
    [owner.userId, repaymentId, owner.loanId, money.capturedAt],
  );
  await creditCaptured(lab.deps, { userId: owner.userId, repaymentId }, money);
  const { rows } = await lab.owner.query(
    `select r.status, (select count(*)::int from reconciliation_breaks b where b.repayment_id = r.id and b.resolved_at is null) as breaks
     from repayments r where r.loan_id = any ($1) order by r.status`,
    [[owner.loanId, friend.loanId]],
  );
  expect(rows).toEqual([
    { status: 'succeeded', breaks: 0 },
    { status: 'unknown', breaks: 1 },
  ]);
  expect(await lab.broken()).toEqual([]);
  // Its bank takes it back: it is owed to no user, and the clearing account waits for the row that takes it out.
  await takenOut('pay_stray', 50_000);
  const { rows: left } = await lab.owner.query(
    `select account, sum(amount_paise)::int as paise from postings where account in ('A120', 'L320') and (loan_id = $1 or account = 'L320')
     group by 1 having sum(amount_paise) <> 0`,
    [friend.loanId],
  );
  expect(left).toEqual([{ account: 'A120', paise: -50_000 }]);
  expect(await lab.broken()).toEqual([]);
});
