import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reversePayment } from '#features/reconciliation/reconciliation.unwind.ts';
import { reverseRepayment } from '#features/repayments/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { dispute } from '#test/disputing.ts';
import { idOf, type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import * as refunds from './refunds.repo.ts';
import { pursueRefund } from './refunds.service.ts';

/** Refunds of money that a payer's bank disputes. */
const DAY = businessDate('2027-01-15');
const PAID = 1_600_000;
const EXCESS = 70_000;
const HOURS_MS = 3_600_000;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

async function overpaid(name: string): Promise<LabLoan> {
  const loan = await lab.lend(`${name} l`, { billPaise: 1_500_000, instalments: 3, disbursedOn: DAY });
  await lab.credit(loan, name, PAID, lab.clock.now());
  return loan;
}

async function refundsOf({ loanId }: LabLoan) {
  const { rows } = await lab.owner.query<{ id: string; status: string; reason: string | null }>(
    'select id, status, failure_reason as reason from refunds where loan_id = $1 order by created_at, id',
    [loanId],
  );
  return rows;
}

const statusesOf = async (loan: LabLoan) => (await refundsOf(loan)).map(({ status }) => status);

/** Pursues every refund of a loan at a rail that makes what it is asked for; answers how often it was asked. */
async function pursueAll(loan: LabLoan, made: readonly string[] = []): Promise<number> {
  let asked = 0;
  const collection = {
    refundsOf: async () =>
      made.map((receipt) => ({ receipt, amount: EXCESS, refundRef: 'rfnd_1', status: 'processed' })),
    refund: async () => {
      asked += 1;
      return { status: 'processed', refundRef: `rfnd_${asked}` };
    },
  };
  const deps = { ...lab.deps, providers: { collection }, log: { warn() {} } } as never;
  for (const { id } of await refundsOf(loan)) await pursueRefund(deps, { userId: loan.userId, refundId: id });
  return asked;
}

const tell = (name: string, status: string, amountPaise = PAID) =>
  dispute(lab, name, { paymentRef: `pay_${name}`, amountPaise, isDeducted: true }, [status]);

const later = (hours: number) => lab.set(new Date(lab.clock.now().getTime() + hours * HOURS_MS));

const locked = <T>({ userId, loanId }: LabLoan, run: (tx: Tx) => Promise<T>) =>
  lab.worker.forUser(userId, async (tx) => {
    await refunds.lockLoan(tx, userId, loanId);
    return run(tx);
  });

const restart = (loan: LabLoan) =>
  locked(loan, (tx) => refunds.restartRefunds(tx, loan.userId, loan.loanId, lab.clock.now()));

async function books({ userId }: LabLoan): Promise<Record<string, number>> {
  const { rows } = await lab.owner.query<{ account: string; paise: string }>(
    `select account, sum(amount_paise)::text as paise from postings
     where user_id = $1 and account in ('A230', 'L310', 'L311') group by 1 having sum(amount_paise) <> 0`,
    [userId],
  );
  return Object.fromEntries(rows.map((row) => [row.account, Number(row.paise)]));
}

async function differencesOf({ userId }: LabLoan): Promise<string[]> {
  const { rows } = await lab.owner.query<{ kind: string }>(
    'select kind from reconciliation_breaks where user_id = $1 and resolved_at is null',
    [userId],
  );
  return rows.map(({ kind }) => kind);
}

/** The first refund of a loan is refused by the rail. */
const refuse = (loan: LabLoan, id: string) =>
  lab.worker.forUser(loan.userId, (tx) =>
    refunds.endRefund(
      tx,
      { userId: loan.userId, refundId: id },
      {
        status: 'failed',
        providerRef: null,
        bankRef: null,
        failureReason: 'refused',
        nextLookAt: lab.clock.now(),
      },
      lab.clock.now(),
    ),
  );

test('LEND-16 journal 23: given a dispute before a refund left, then it waits, and leaves when the dispute is won', async () => {
  const loan = await overpaid('waits');
  await tell('waits', 'open');
  expect(await pursueAll(loan)).toBe(0);
  later(24 * 9);
  expect([await pursueAll(loan), await differencesOf(loan)]).toEqual([0, []]);
  await tell('waits', 'won');
  expect([await pursueAll(loan), await statusesOf(loan)]).toEqual([1, ['processed']]);
});

test('LEND-16 journal 23: given a refund that may have left before a dispute, then it is looked for, not sent again', async () => {
  const loan = await overpaid('looks');
  const [refund] = await refundsOf(loan);
  const ids = { userId: loan.userId, refundId: refund!.id };
  await lab.worker.forUser(loan.userId, (tx) => refunds.markSent(tx, ids, lab.clock.now()));
  await tell('looks', 'open');
  expect([await pursueAll(loan), await statusesOf(loan)]).toEqual([0, ['processing']]);
  await tell('looks', 'lost');
  expect([await pursueAll(loan), await statusesOf(loan)]).toEqual([0, ['processing']]);
  expect([await pursueAll(loan, [refund!.id]), await statusesOf(loan)]).toEqual([0, ['processed']]);
});

const sentBefore = async (name: string, disputedPaise: number) => {
  const loan = await overpaid(name);
  const [refund] = await refundsOf(loan);
  const ids = { userId: loan.userId, refundId: refund!.id };
  await lab.worker.forUser(loan.userId, (tx) => refunds.markSent(tx, ids, lab.clock.now()));
  await tell(name, 'open', disputedPaise);
  await tell(name, 'lost', disputedPaise);
  return loan;
};

test('LEND-16 journal 34: given a lost dispute, when the rail does not show a request a day after it, then that refund ends', async () => {
  const loan = await sentBefore('unseen', PAID);
  later(23);
  expect([await pursueAll(loan), await statusesOf(loan)]).toEqual([0, ['processing']]);
  later(1);
  expect([await pursueAll(loan), await refundsOf(loan)]).toMatchObject([
    0,
    [{ status: 'failed', reason: 'charged_back' }],
  ]);
  expect(await books(loan)).toEqual({});
});

test('LEND-16 journal 34: given a dispute of a part that is lost, then a request that may have left is not sent again', async () => {
  const loan = await sentBefore('halfway', EXCESS);
  expect([await pursueAll(loan), await statusesOf(loan)]).toEqual([0, ['processing']]);
  later(24);
  expect([await pursueAll(loan), await statusesOf(loan)]).toEqual([0, ['failed']]);
  expect([await restart(loan), await pursueAll(loan), await statusesOf(loan)]).toEqual([
    1,
    1,
    ['failed', 'processed'],
  ]);
});

test('LEND-16 journal 23: given a refused refund and a dispute, then none begins until the dispute is won', async () => {
  const loan = await overpaid('refused');
  const [refund] = await refundsOf(loan);
  await refuse(loan, refund!.id);
  await tell('refused', 'open');
  later(25);
  await pursueAll(loan);
  expect([await restart(loan), await statusesOf(loan)]).toEqual([0, ['failed']]);
  await tell('refused', 'won');
  expect(await statusesOf(loan)).toEqual(['failed', 'initiated']);
});

test('LEND-16 journal 34: given a lost dispute, then a refund that has not left never does, and nothing went twice', async () => {
  const loan = await overpaid('lost');
  await tell('lost', 'open');
  await tell('lost', 'lost');
  expect(await refundsOf(loan)).toMatchObject([{ status: 'failed', reason: 'charged_back' }]);
  later(25);
  expect([await pursueAll(loan), await statusesOf(loan)]).toEqual([0, ['failed']]);
  expect([await books(loan), await differencesOf(loan)]).toEqual([{}, []]);
});

test('LEND-16 journal 34: given a dispute of a part that is lost, then only staff begin a refund', async () => {
  const loan = await overpaid('part');
  await tell('part', 'open', EXCESS);
  await tell('part', 'lost', EXCESS);
  expect(await differencesOf(loan)).toEqual(['chargeback_partial']);
  later(25);
  await locked(loan, (tx) => refunds.startRefunds(tx, loan.userId, [loan.loanId], lab.clock.now()));
  expect([await pursueAll(loan), await statusesOf(loan)]).toEqual([0, ['failed']]);
  expect([await restart(loan), await statusesOf(loan)]).toEqual([1, ['failed', 'initiated']]);
});

test('LEND-16 journal 34: given a bill that came back while its repayment is disputed, then that is not returned', async () => {
  const loan = await lab.lend('unwound l', { billPaise: 1_500_000, instalments: 3, disbursedOn: DAY });
  await lab.credit(loan, 'unwound', 520_000, lab.clock.now());
  await tell('unwound', 'open', 520_000);
  const payment = { userId: loan.userId, paymentId: loan.loanId };
  await lab.worker.forUser(loan.userId, (tx) => reversePayment(lab.deps, tx, payment, {}));
  expect(await statusesOf(loan)).toEqual([]);
  await tell('unwound', 'won', 520_000);
  expect(await statusesOf(loan)).toEqual(['initiated']);
});

test('given a repayment that its bank returns without a dispute, then a refund that has not left never does', async () => {
  const loan = await overpaid('returned');
  const ids = { userId: loan.userId, repaymentId: idOf('repayment returned') };
  const reversed = await lab.worker.forUser(loan.userId, (tx) =>
    reverseRepayment(tx, ids, 'returned_by_bank', lab.clock.now()),
  );
  expect(reversed?.returnedPaise).toBe(0);
  expect([await pursueAll(loan), await statusesOf(loan)]).toEqual([0, ['failed']]);
});
