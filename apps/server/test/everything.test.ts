import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChargebackDeps, followDispute } from '../src/features/collections/collections.chargebacks.ts';
import { giveReceipt } from '../src/features/collections/collections.receipts.ts';
import { chargeBounce } from '../src/features/lending/index.ts';
import { endRefund } from '../src/features/refunds/refunds.repo.ts';
import { reversePayment } from '../src/features/reconciliation/reconciliation.unwind.ts';
import { creditCaptured } from '../src/features/repayments/repayments.settle.ts';
import { deciding } from './deciding.ts';
import { keepRewardsOf, spendRewards } from './lab-rewards.ts';
import { brokenSums } from './sums.ts';
import { DAYS, type Event, KINDS, lives, type Terms } from './random-lives.ts';
import { idOf, type Lab, type LabLoan, noonOf, openLab } from './lending-lab.ts';

const START = businessDate('2027-01-10');
const CHECK_EVERY = 60;
const on = (days: number): BusinessDate => addDays(START, days);

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

/** What has to have come of it. */
const DEEP = ['identified', 'dispute lost', 'reward used', 'unwound'];
const seen: Record<string, number> = {};
const count = (what: string) => {
  seen[what] = (seen[what] ?? 0) + 1;
};

async function happen(loan: LabLoan, terms: Terms, event: Event, heardAt: Date): Promise<void> {
  const { kind, name, part } = event;
  const at = new Date(heardAt.getTime() - event.delay * 86_400_000);
  const { userId, loanId } = loan;
  const emi = Math.ceil((terms.billPaise * 1.03) / terms.instalments);
  const some = 100 + Math.floor((terms.billPaise * part) / 800);
  const decide = deciding(lab);
  const today = on(event.day + event.delay);
  switch (kind) {
    case 'money':
      return lab.credit(loan, name, some, at);
    case 'instalment':
      return lab.credit(loan, name, emi, at);
    case 'part':
      return lab.credit(loan, name, 50_000 + Math.floor(some / 3), at, 'part_prepay');
    case 'exit':
      return lab.credit(loan, name, Math.ceil(terms.billPaise * 1.01), at, 'exit');
    case 'card':
    case 'debit':
      return other(loan, name, kind, kind === 'debit' ? emi : some, at, 1 + (part % terms.instalments));
    case 'stranger':
      return stranger(loan, name, some, at);
    case 'waiver':
      await decide.waive(loan, name, ['interest', 'fee', 'penal', 'bounce'][part % 4]!, 100 + part * 60);
      return;
    case 'agreement':
      return decide.agree(loan, name, Math.ceil(terms.billPaise / 2), addDays(today, 40));
    case 'write_off':
      if (event.day < 120) return;
      return decide.writeOff(loan, name);
    case 'bounce':
      await lab.worker.forUser(userId, (tx) =>
        chargeBounce(tx, userId, { loanId, number: 1 + (part % terms.instalments) }, heardAt),
      );
      return;
    case 'hardship':
      await lab.owner.query(
        `insert into hardships (user_id, id, loan_id, reason, created_at, from_on, until_on) values ($1, $2, $3, 'illness', $4, $5, $6)`,
        [userId, idOf(`hardship ${name}`), loanId, heardAt, today, addDays(today, 30)],
      );
      return;
    case 'dispute':
      return dispute(loan, name, part);
    case 'reward':
      return spendRewardsOn(loan, name);
    case 'refund':
      return endRefunds(userId, part);
    case 'unwind':
      if (part % 2) return;
      if (
        await lab.worker.forUser(userId, (tx) =>
          reversePayment(lab.deps, tx, { userId, paymentId: loanId }, {}),
        )
      )
        count('unwound');
      return;
  }
}

async function other(
  loan: LabLoan,
  name: string,
  kind: 'card' | 'debit',
  paise: number,
  at: Date,
  number: number,
) {
  const repaymentId = idOf(`repayment ${name}`);
  await lab.owner.query(
    `insert into repayments (user_id, id, loan_id, amount_paise, status, channel, only_number, created_at)
     values ($1, $2, $3, $4, 'initiated', $5, $6, $7)`,
    [
      loan.userId,
      repaymentId,
      loan.loanId,
      paise,
      kind === 'debit' ? 'mandate' : 'checkout',
      kind === 'debit' ? number : null,
      at,
    ],
  );
  await creditCaptured(
    lab.deps,
    { userId: loan.userId, repaymentId },
    {
      providerPaymentRef: `pay_${name}`,
      amountPaise: paise,
      refundedPaise: 0,
      capturedAt: at,
      isCreditSource: kind === 'card',
    },
  );
}

async function stranger(loan: LabLoan, name: string, paise: number, at: Date) {
  const facts = {
    paymentRef: `pay_${name}`,
    orderRef: null,
    amountPaise: paise,
    isCreditSource: false,
    receivedAt: at,
    hintedRepaymentId: null,
    keepDays: 30,
  };
  const [held] = await lab.worker.plain((tx) =>
    tx.call<{ id: string }>('select receipt_hold($1, $2) as id', [lab.clock.now(), JSON.stringify(facts)]),
  );
  const given = { receiptId: held!.id, ownerId: loan.userId, loanId: loan.loanId, by: idOf('staff') };
  await lab.worker.forUser(loan.userId, (tx) => giveReceipt(lab.deps, tx, given));
  count('identified');
}

/** A dispute of one of the loan's repayments: kept back, then lost, won or left open. */
async function dispute(loan: LabLoan, name: string, part: number) {
  const { rows } = await lab.owner.query<{ ref: string; paise: number; at: Date }>(
    `select provider_payment_ref as ref, amount_paise as paise, received_at as at from repayments
     where user_id = $1 and loan_id = $2 and status = 'succeeded' and provider_payment_ref is not null order by id`,
    [loan.userId, loan.loanId],
  );
  const target = rows[part % Math.max(rows.length, 1)];
  if (!target) return;
  const amount = Number(target.paise);
  const steps = [['open', 'lost'], ['lost'], ['open', 'won'], ['open'], ['lost']][part % 5]!;
  for (const status of steps) {
    const state = {
      disputeRef: `disp_${name}`,
      paymentRef: target.ref,
      status,
      phase: 'chargeback',
      amount,
      amountDeducted: part % 2 ? amount : 0,
      createdAt: lab.clock.now(),
    };
    const providers = {
      collection: { getDispute: async () => state },
    } as unknown as ChargebackDeps['providers'];
    await followDispute({ ...lab.deps, providers, log: { info() {}, warn() {} } } as never, `disp_${name}`);
    count(`dispute ${status}`);
  }
}

async function spendRewardsOn(loan: LabLoan, name: string) {
  if (await spendRewards(lab, loan, { name: `reward ${name}`, mostPaise: 10_000_000 })) count('reward used');
}

async function endRefunds(userId: string, part: number) {
  const { rows } = await lab.owner.query<{ id: string }>(
    "select id from refunds where user_id = $1 and status in ('initiated', 'processing', 'unknown') order by id",
    [userId],
  );
  for (const { id } of rows) {
    const facts = { providerRef: null, bankRef: null, failureReason: null, nextLookAt: null };
    const end =
      part % 3
        ? { ...facts, status: 'processed' as const, providerRef: `rf_${id}` }
        : { ...facts, status: 'failed' as const, failureReason: 'lab' };
    await lab.worker.forUser(userId, (tx) => endRefund(tx, { userId, refundId: id }, end, lab.clock.now()));
  }
}

async function keep(throughOn: BusinessDate) {
  await lab.owner.query('delete from reward_days');
  await lab.owner.query(
    `insert into business_days (day_on, opened_at, closed_at) values ($1, now(), $2) on conflict (day_on) do update set closed_at = excluded.closed_at`,
    [throughOn, lab.clock.now()],
  );
  await keepRewardsOf(lab);
  await lab.owner.query('update business_days set closed_at = null');
}

/** What does not agree: invariants and sums. */
async function wrong(): Promise<object[]> {
  return [...(await lab.broken()), ...(await brokenSums(lab))];
}

test('LEND-17: whatever happens to loans at once, the books agree', async () => {
  const { loans: terms, events } = lives(4, 6);
  const loans: LabLoan[] = [];
  for (const one of terms) loans.push(await lab.lend(one.name, { ...one, disbursedOn: START }));
  let next = 0;
  for (let day = 1; day <= DAYS + 60; day += 1) {
    lab.set(noonOf(on(day)));
    while (next < events.length && events[next]!.day + events[next]!.delay <= day) {
      const event = events[next]!;
      const at = new Date(noonOf(on(day)).getTime() + next * 1000);
      lab.set(at);
      try {
        await happen(loans[event.loan]!, terms[event.loan]!, event, at);
        count(event.kind);
      } catch (error) {
        throw new Error(`${JSON.stringify(event)} ${loans[event.loan]!.loanId}: ${String(error)}`, {
          cause: error,
        });
      }
      next += 1;
    }
    if (day % 10 === 0) {
      for (const loan of loans)
        if (loan === loans.find((one) => one.userId === loan.userId)) await lab.catchUp(loan, on(day - 1));
      await keep(on(day - 1));
    }
    if (day % CHECK_EVERY === 0) expect(await wrong(), `day ${day}`).toEqual([]);
  }
  // None of it held because nothing happened.
  expect(Object.keys(seen)).toEqual(expect.arrayContaining([...new Set(KINDS), ...DEEP]));
});

const W2 = { billPaise: 1_500_000, instalments: 3, disbursedOn: businessDate('2027-01-15') };
const at = (day: string): Date => noonOf(businessDate(day));

async function pay(loan: LabLoan, name: string, paise: number, day: string, heardOn = day) {
  lab.set(at(heardOn));
  await lab.credit(loan, name, paise, at(day));
}

test('LEND-W6: money heard of late twice, over a closing that spent what was held, is shared out once', async () => {
  const loan = await lab.lend('held twice', W2);
  await pay(loan, 'held', 520_000, '2027-01-25');
  await pay(loan, 'closes', 1_100_000, '2027-02-04');
  await pay(loan, 'late one', 20_000, '2027-01-20', '2027-02-06');
  await pay(loan, 'late two', 20_000, '2027-01-30', '2027-02-07');
  expect(await wrong(), 'heard of twice').toEqual([]);
});

test('LEND-16 journal 34: a refund that fails after its repayment was lost is owed to nobody', async () => {
  const loan = await lab.lend('lost refund', W2);
  await pay(loan, 'too much', 1_700_000, '2027-02-01');
  await dispute(loan, 'lost refund', 4);
  await endRefunds(loan.userId, 0);
  const { rows } = await lab.owner.query(
    "select account, sum(amount_paise) from postings where loan_id = $1 and account in ('A230', 'L310', 'L311') group by 1 having sum(amount_paise) <> 0",
    [loan.loanId],
  );
  expect(rows).toEqual([]);
  expect(await wrong(), 'lost').toEqual([]);
});

test('LEND-C5: everything at once on one loan waits its turn, and each happens once', async () => {
  const decide = deciding(lab);
  for (const turn of [1, 2]) {
    const loan = await lab.lend(`rush${turn} a`, W2);
    const { userId, loanId } = loan;
    const second = await lab.lend(`rush${turn} b`, W2);
    await pay(loan, `rush${turn} one`, 520_000, '2027-02-15');
    lab.set(at('2027-02-17'));
    await lab.catchUp(loan, businessDate('2027-02-16'));
    await keep(businessDate('2027-02-16'));
    lab.set(at('2027-03-20'));
    await Promise.all([
      lab.catchUp(loan, businessDate('2027-03-19')),
      lab.catchUp(loan, businessDate('2027-03-19')),
      lab.credit(loan, `rush${turn} late`, 400_000, at('2027-03-10')),
      lab.credit(second, `rush${turn} other`, 300_000, at('2027-03-01')),
      spendRewardsOn(loan, `rush${turn} reward`),
      decide.waive(loan, `rush${turn} waiver`, 'penal', 5_000),
      keep(businessDate('2027-03-19')),
      keepRewardsOf(lab),
      ...(turn > 1
        ? [
            lab.worker.forUser(userId, (tx) =>
              reversePayment(lab.deps, tx, { userId, paymentId: loanId }, {}),
            ),
          ]
        : []),
      ...(turn > 1 ? [dispute(second, `rush${turn} dispute`, 1), dispute(loan, `rush${turn} back`, 1)] : []),
    ]);
    await keep(businessDate('2027-03-19'));
    expect(await wrong(), `rush ${turn}`).toEqual([]);
  }
  const { rows } = await lab.owner.query(
    'select deadlocks::integer from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});
