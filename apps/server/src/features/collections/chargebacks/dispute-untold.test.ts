import { businessDate, HOUR_MS } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolveBreak } from '#features/breaks.ts';
import { ProviderUnreachable } from '#providers/index.ts';
import { idOf, type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { followDispute } from './chargebacks.ts';

const DAY = businessDate('2027-03-01');
const NOON = noonOf(DAY);
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  lab.set(NOON);
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

const hoursOn = (hours: number) => new Date(NOON.getTime() + hours * HOUR_MS);
let canTell = false;
/** The rail's word of the dispute. */
let status = 'open';

/** A disputed repayment of a person whose answer, giving in, staff have decided at noon. */
async function decided(
  name: string,
  respondBy: Date,
): Promise<{ readonly loan: LabLoan; readonly ref: string }> {
  lab.set(NOON);
  const loan = await lab.lend(`${name} l`, { billPaise: 300_000, instalments: 1, disbursedOn: DAY });
  await lab.credit(loan, name, 50_000, NOON);
  const ref = `disp_${name}`;
  await lab.owner.query('update repayments set provider_payment_ref = $2 where id = $1', [
    idOf(`repayment ${name}`),
    ref.replace('disp', 'pay'),
  ]);
  await lab.owner.query(
    `insert into chargebacks (user_id, repayment_id, loan_id, dispute_ref, amount_paise, phase, status, opened_at, next_look_at,
       respond_by, response, response_by, response_at)
     values ($1, $2, $3, $4, 50000, 'chargeback', 'open', $5, $5, $6, 'accepting', new_id(), $5)`,
    [loan.userId, idOf(`repayment ${name}`), loan.loanId, ref, NOON, respondBy],
  );
  return { loan, ref };
}

async function follow(disputeRef: string, at: Date): Promise<void> {
  lab.set(at);
  const collection = {
    getDispute: () =>
      Promise.resolve({
        disputeRef,
        paymentRef: disputeRef.replace('disp', 'pay'),
        amount: 50_000,
        amountDeducted: 0,
        phase: 'chargeback',
        status,
        createdAt: NOON,
      }),
    acceptDispute: () =>
      canTell
        ? Promise.resolve()
        : Promise.reject(
            new ProviderUnreachable({ provider: 'razorpay', op: 'acceptDispute', message: 'away' }),
          ),
  };
  const log = { info() {}, warn() {} };
  await followDispute({ ...lab.deps, providers: { collection }, log } as never, { disputeRef });
}

async function standingOf(disputeRef: string) {
  const { rows } = await lab.owner.query<{ response: string; next_look_at: Date | null }>(
    'select response, next_look_at from chargebacks where dispute_ref = $1',
    [disputeRef],
  );
  const { rows: differences } = await lab.owner.query(
    'select kind, owner, resolution from reconciliation_breaks where reference = $1 order by opened_at',
    [disputeRef],
  );
  return { ...rows[0]!, differences };
}

const OPEN = { kind: 'pending_one_day', owner: 'finance', resolution: null };

test('LEND-20: given an answer that does not reach the rail, then its dispute is followed all the same, and finance is told', async () => {
  canTell = false;
  const { ref } = await decided('untold', hoursOn(72));
  await follow(ref, hoursOn(1));
  const soon = await standingOf(ref);
  expect(soon).toMatchObject({ response: 'accepting', differences: [] });
  // Within minutes, and not on the next day as one that has nothing to tell.
  expect(soon.next_look_at!.getTime() - hoursOn(1).getTime()).toBeLessThan(HOUR_MS);
  await follow(ref, hoursOn(6));
  await follow(ref, hoursOn(7));
  expect((await standingOf(ref)).differences).toEqual([OPEN]);
  canTell = true;
  await follow(ref, hoursOn(8));
  expect(await standingOf(ref)).toMatchObject({
    response: 'accepted',
    differences: [{ ...OPEN, resolution: 'settled' }],
  });
});

test('LEND-20: given an answer whose last instant is near, when it does not reach the rail, then finance is told at once', async () => {
  canTell = false;
  const { ref } = await decided('near', hoursOn(20));
  await follow(ref, hoursOn(1));
  expect((await standingOf(ref)).differences).toEqual([OPEN]);
});

test('LEND-20: given finance closed that difference, then it stays closed, and another answer that does not arrive has its own', async () => {
  canTell = false;
  const { ref, loan } = await decided('closed', hoursOn(72));
  await follow(ref, hoursOn(6));
  const { rows } = await lab.owner.query<{ id: string }>(
    'select id from reconciliation_breaks where reference = $1',
    [ref],
  );
  const open = { userId: loan.userId, id: rows[0]!.id, kind: OPEN.kind };
  await lab.worker.forUser(loan.userId, (tx) =>
    resolveBreak(
      tx,
      open,
      { resolution: 'explained', resolvedBy: idOf('finance'), note: 'told' },
      hoursOn(6),
    ),
  );
  const closed = { ...OPEN, resolution: 'explained' };
  await follow(ref, hoursOn(7));
  expect((await standingOf(ref)).differences).toEqual([closed]);
  // The rail refused that answer, and staff gave another.
  await lab.owner.query('update chargebacks set response_at = $2 where dispute_ref = $1', [ref, hoursOn(8)]);
  await follow(ref, hoursOn(13));
  expect((await standingOf(ref)).differences).toEqual([closed]);
  await follow(ref, hoursOn(14));
  expect((await standingOf(ref)).differences).toEqual([closed, OPEN]);
});

test('LEND-16 journal 34: given an answer that does not reach the rail, when the rail ends the dispute, then that is booked', async () => {
  canTell = false;
  const { ref, loan } = await decided('ended', hoursOn(72));
  status = 'won';
  await follow(ref, hoursOn(1));
  const { rows } = await lab.owner.query('select status from chargebacks where loan_id = $1', [loan.loanId]);
  expect(rows).toEqual([{ status: 'won' }]);
});
