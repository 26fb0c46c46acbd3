import { addDays, type BusinessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeMail } from '#features/notifications/texts/compose.ts';
import { giveReceipt } from '../receipts/receipts.ts';
import { deciding } from '#test/deciding.ts';
import { debit } from '#test/debiting.ts';
import { dispute } from '#test/disputing.ts';
import { holdMoney } from '#test/holding.ts';
import { bookOutcome, EMI3, idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { overpaying, PAID } from '#test/overpaying.ts';
import { endRefundsOf } from '#test/refunding.ts';

/** Disputes that the rail says are won after it had said that they are lost, and a twin of each life without a dispute. */
const START = EMI3.disbursedOn;
const PAISE = 520_000;

let lab: Lab;
let other: Lab;
const does = overpaying(() => lab);
const { books, openDifferences, differencesOf, overpaid, refundsOf, endRefund, pursueAll, start } = does;
beforeAll(async () => {
  [lab, other] = await Promise.all([openLab(), openLab()]);
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await Promise.all([lab.close(), other.close()]);
});

const later = (days: number): BusinessDate => addDays(START, days);

/** The rail says of the dispute of a repayment on a day how it stands. */
async function hear(name: string, on: BusinessDate, status: string, amountPaise = PAISE): Promise<void> {
  lab.set(noonOf(on));
  await dispute(lab, name, { paymentRef: `pay_${name}`, amountPaise, isDeducted: true }, [status]);
}

async function live(where: Lab, loan: LabLoan, throughOn: BusinessDate): Promise<void> {
  where.set(noonOf(addDays(throughOn, 1)));
  await where.catchUp(loan, throughOn);
}

/** A loan as it stands, without the ids of its repayments: those that staff found are named by the database. */
function told(all: unknown[], { loanId }: LabLoan): unknown {
  const found = all.find((one) => (one as { id: string }).id === loanId);
  return JSON.parse(JSON.stringify(found, (key, value: unknown) => (key === 'repayment_id' ? null : value)));
}

/** Expects the loan to stand as its twin, which no bank ever disputed. */
async function expectUndisputed(loan: LabLoan, twin: LabLoan): Promise<void> {
  expect(told(await bookOutcome(lab), loan)).toEqual(told(await bookOutcome(other), twin));
  expect([await books(loan), await openDifferences(loan)]).toEqual([{}, []]);
}

async function paidBy(where: Lab, name: string, channel: string): Promise<LabLoan> {
  const loan = await where.lend(name, EMI3);
  const on = later(31);
  where.set(noonOf(on));
  if (channel === 'checkout') await where.credit(loan, name, PAISE, noonOf(on));
  if (channel === 'mandate') await debit(where, loan, name, PAISE, noonOf(on), 1);
  if (channel === 'identified') {
    const receiptId = await holdMoney(where, name, PAISE);
    const given = {
      receiptId,
      amountPaise: PAISE,
      ownerId: loan.userId,
      loanId: loan.loanId,
      by: idOf('staff'),
    };
    await where.worker.forUser(loan.userId, (tx) => giveReceipt(where.deps, tx, given));
  }
  return loan;
}

test.each(['checkout', 'mandate', 'identified'])(
  'LEND-16 journal 34, LEND-W6: given a lost dispute of money by %s, when it is won after all, then the repayment counts as if it had stayed',
  async (channel) => {
    const [loan, twin] = [await paidBy(lab, channel, channel), await paidBy(other, channel, channel)];
    await live(lab, loan, later(34));
    await hear(channel, later(36), 'lost');
    await live(lab, loan, later(40));
    await hear(channel, later(42), 'won');
    for (const [where, one] of [
      [lab, loan],
      [other, twin],
    ] as const)
      await live(where, one, later(45));
    await expectUndisputed(loan, twin);
    await hear(channel, later(47), 'won');
    await expectUndisputed(loan, twin);
  },
);

test.each(['checkout', 'mandate', 'identified'])(
  'LEND-20: given a lost dispute of money by %s, when it is won after all, then its owner is told once that it counts again',
  async (channel) => {
    const name = `told-${channel}`;
    const loan = await paidBy(lab, name, channel);
    await hear(name, later(36), 'lost');
    const { rows: before } = await lab.owner.query('select id from notifications where user_id = $1', [
      loan.userId,
    ]);
    for (const day of [42, 43]) await hear(name, later(day), 'won');
    const { rows } = await lab.owner.query(
      `select title, description, texts->'hi'->>'title' as hindi from notifications
       where user_id = $1 and id <> all ($2) order by at, id`,
      [loan.userId, before.map(({ id }) => id)],
    );
    expect(rows).toEqual([
      {
        title: 'Your repayment of ₹5,200 counts again',
        description: expect.stringMatching(/the money has come to us after all\. Still to repay: ₹10,400\.$/),
        hindi: 'आपकी ₹5,200 की चुकौती फिर से गिनी गई',
      },
    ]);
  },
);

test.each([
  ['en', /waits for your next instalment.*more than you owe goes back/],
  ['hi', /अगली किस्त के लिए रखी.*बकाया से ज़्यादा रकम आपको लौट/],
] as const)(
  'LEND-9: the mail of money that counts again says what becomes of money paid meanwhile (%s)',
  (language, said) => {
    const vars = { amount: '₹5,200', bank: 'HDFC Bank', last4: '4021', outstanding: '₹10,400' };
    const message = { template: 'repayment.counts_again', to: 'x', vars } as const;
    expect(composeMail({ ...message, channel: 'email' }, language).text).toMatch(said);
  },
);

test('LEND-16 journal 34: given a loan that was closed, when its lost dispute is won after all, then it is closed again and its owner is told', async () => {
  const loan = await overpaid('closed');
  await hear('closed', later(2), 'lost', PAID);
  await hear('closed', later(4), 'won', PAID);
  const { rows } = await lab.owner.query(
    `select l.status, l.closed_on::text as closed, r.status as repayment, c.status as dispute,
       (select array_agg(n.title order by n.at, n.id) from notifications n where n.user_id = l.user_id) as told
     from loans l join repayments r on r.loan_id = l.id join chargebacks c on c.repayment_id = r.id where l.id = $1`,
    [loan.loanId],
  );
  expect(rows).toMatchObject([{ status: 'closed', closed: START, repayment: 'succeeded', dispute: 'won' }]);
  expect(rows[0].told.at(-1)).toMatch(/closed|nothing/i);
  expect(await differencesOf(loan)).toEqual([]);
});

test('LEND-16 journal 34: given the person paid again meanwhile, when the dispute is won after all, then what is too much goes back', async () => {
  const loan = await lab.lend('again', EMI3);
  await lab.credit(loan, 'again', 1_560_000, lab.clock.now());
  await hear('again', later(2), 'lost', 1_560_000);
  await lab.credit(loan, 'again anew', 1_560_000, lab.clock.now());
  await hear('again', later(4), 'won', 1_560_000);
  // One refund of a repayment is under way at a time.
  await pursueAll(loan);
  await start(loan);
  await pursueAll(loan);
  const sent = (await refundsOf(loan)).filter(({ status }) => status === 'processed');
  expect(sent.reduce((sum, { paise }) => sum + paise, 0)).toBe(1_560_000 + 30_000);
  expect([await books(loan), await openDifferences(loan)]).toEqual([{}, []]);
});

test.each([
  ['nothing is booked of it', null, {}, []],
  ['staff had given it up', 'loss', { E550: 1, A230: -1 }, ['lost_twice']],
] as const)(
  'LEND-16 journal 34: given a refund before a lost dispute that is won after all, when %s, then it went once',
  async (_, resolution, left, open) => {
    const name = `twice-${resolution}`;
    const loan = await overpaid(name);
    const [refund] = await refundsOf(loan);
    await endRefund(loan, refund!.id, 'processed');
    await hear(name, later(2), 'lost', PAID);
    const [found] = await openDifferences(loan);
    expect(found).toMatchObject({ kind: 'lost_twice' });
    if (resolution) await deciding(lab).clear(loan, found!.id, resolution);
    await hear(name, later(4), 'won', PAID);
    const wanted = Object.fromEntries(
      Object.entries(left).map(([account, sign]) => [account, sign * refund!.paise]),
    );
    expect([await books(loan), await differencesOf(loan)]).toEqual([wanted, open]);
    if (!resolution) return;
    const [again] = await openDifferences(loan);
    await deciding(lab).clear(loan, again!.id, 'loss');
    expect([await books(loan), await differencesOf(loan)]).toEqual([{}, []]);
  },
);

test('LEND-16 journal 34: given a refund on its way at a lost dispute that is won after all, when it fails, then it is owed again', async () => {
  const loan = await overpaid('failing');
  const [refund] = await refundsOf(loan);
  const { userId } = loan;
  await lab.owner.query("update refunds set status = 'processing', sent_at = created_at where id = $1", [
    refund!.id,
  ]);
  await hear('failing', later(2), 'lost', PAID);
  await hear('failing', later(4), 'won', PAID);
  expect([await books(loan), await differencesOf(loan)]).toEqual([{ L311: -refund!.paise }, []]);
  await lab.worker.forUser(userId, (tx) => endRefundsOf(tx, loan, { status: 'failed' }, lab.clock.now()));
  expect(await books(loan)).toEqual({ L310: -refund!.paise });
});

test('LEND-16 journal 34: given money that covered nothing, when its lost dispute is won after all, then a person is asked once', async () => {
  const loan = await lab.lend('spare', EMI3);
  await lab.credit(loan, 'spare first', 1_560_000, lab.clock.now());
  lab.set(noonOf(later(3)));
  await lab.credit(loan, 'spare', PAISE, lab.clock.now());
  await hear('spare', later(5), 'lost');
  await hear('spare', later(7), 'won');
  const [found, ...more] = await openDifferences(loan);
  expect([found?.kind, more]).toEqual(['chargeback_unclear', []]);
  await lab.owner.query(
    "update reconciliation_breaks set resolved_at = now(), resolution = 'agreed' where id = $1",
    [found!.id],
  );
  await hear('spare', later(8), 'won');
  expect(await differencesOf(loan)).toEqual([]);
});

test.each(['checkout', 'mandate', 'identified'])(
  'LEND-16 journal 34, LEND-W7: given a dispute of money by %s that was won, when it is lost after all, then it is taken back as any, once',
  async (channel) => {
    const name = `turned-${channel}`;
    const [loan, twin] = [await paidBy(lab, name, channel), await paidBy(other, name, channel)];
    const both = async (on: BusinessDate, status: string) => {
      await hear(name, on, status);
      if (status !== 'lost') return;
      other.set(noonOf(on));
      await dispute(other, name, { paymentRef: `pay_${name}`, amountPaise: PAISE, isDeducted: true }, [
        status,
      ]);
    };
    await live(lab, loan, later(34));
    await hear(name, later(35), 'open');
    await hear(name, later(36), 'won');
    await live(lab, loan, later(40));
    for (let times = 0; times < 2; times += 1) await both(later(42), 'lost');
    for (const [where, one] of [
      [lab, loan],
      [other, twin],
    ] as const)
      await live(where, one, later(45));
    await expectUndisputed(loan, twin);
    // The rail goes on to change its mind: nothing is booked twice, and nothing is left out.
    for (const status of ['won', 'lost', 'won']) await hear(name, later(46), status);
    other.set(noonOf(later(46)));
    await dispute(other, name, { paymentRef: `pay_${name}`, amountPaise: PAISE, isDeducted: true }, ['won']);
    await expectUndisputed(loan, twin);
    const { rows } = await lab.owner.query(
      'select round, status from chargebacks where loan_id = $1 order by round',
      [loan.loanId],
    );
    expect(rows).toEqual([
      { round: 1, status: 'won' },
      { round: 2, status: 'won' },
      { round: 3, status: 'won' },
    ]);
  },
);

test('LEND-14, LEND-16 journal 34: given a dispute that was won, when the rail opens it again, then its money is held back again', async () => {
  const loan = await paidBy(lab, 'reopened', 'checkout');
  await hear('reopened', later(33), 'open');
  await hear('reopened', later(34), 'won');
  expect(await books(loan)).toEqual({});
  await hear('reopened', later(36), 'under_review');
  expect(await books(loan)).toEqual({ A230: PAISE });
  const { rows } = await lab.owner.query(
    'select state, state_reason from credit_accounts where user_id = $1',
    [loan.userId],
  );
  expect(rows).toEqual([{ state: 'suspended', state_reason: 'dispute' }]);
  await hear('reopened', later(37), 'won');
  expect([await books(loan), await openDifferences(loan)]).toEqual([{}, []]);
});
