import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDay } from '#features/reconciliation/index.ts';
import { type BillPayState, RowsUnread } from '#providers/index.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { enquire } from './enquiry.ts';

/** A payment that the rail does not find by its number: the list of its day decides, once it was read as a whole after its close. */
const DAY = businessDate('2027-01-15');
const CLOSED_AT = noonOf(addDays(DAY, 1));
const BILL = 1_500_000;
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

function sent(name: string): Promise<LabLoan> {
  lab.set(noonOf(DAY));
  return lab.lend(`${name} l`, { billPaise: BILL, instalments: 1, disbursedOn: DAY, isUnanswered: true });
}

const referenceOf = ({ loanId }: LabLoan) => `LAB${loanId.slice(0, 20)}`;

/** So many looks after the close, none of which finds the payment; answers how it stands then, and whether it is looked for again. */
async function look({ userId, loanId }: LabLoan, times = 1) {
  lab.set(CLOSED_AT);
  await lab.owner.query('update payment_attempts set provider_ref = null where payment_id = $1', [loanId]);
  const request = JSON.stringify({
    payableUntil: new Date(noonOf(DAY).getTime() + 3_600_000).toISOString(),
    convFee: 0,
  });
  const deps = {
    ...lab.deps,
    providers: { billPayment: { findByKey: async () => null } },
    vault: { open: () => request },
    log: { warn() {} },
  };
  for (let time = 0; time < times; time += 1) await enquire(deps as never, { userId, paymentId: loanId });
  const { rows } = await lab.owner.query<{ status: string; isLookedFor: boolean }>(
    'select bill_status as status, next_enquiry_at > $2 as "isLookedFor" from payments where id = $1',
    [loanId, CLOSED_AT],
  );
  return rows[0];
}

/** Reads the list of the day after its close; with `odd`, a row about that payment says something new. */
async function readList(rows: readonly BillPayState[] = [], odd?: LabLoan) {
  lab.set(CLOSED_AT);
  async function* listPayments() {
    yield* rows;
    const about = {
      provider: 'setu_billpay',
      op: 'listPayments',
      field: 'data.transactions',
      message: 'x',
    } as const;
    if (odd) throw new RowsUnread({ ...about, references: [referenceOf(odd)] });
  }
  return readDay({ ...lab.deps, providers: { billPayment: { listPayments } } }, DAY);
}

test('LEND-X3: given a closed list that was not read, when looks find nothing, then the payment is open and looked for', async () => {
  expect(await look(await sent('unread'), 4)).toEqual({ status: 'unknown', isLookedFor: true });
});

test('LEND-X3: given a closed list without the payment, when one look finds nothing, then it is open, and failed with the third', async () => {
  const loan = await sent('once');
  await readList();
  expect(await look(loan)).toEqual({ status: 'unknown', isLookedFor: true });
  expect(await look(loan, 2)).toMatchObject({ status: 'failed' });
});

test('LEND-X3: given a closed list that names the payment as under way, when looks find nothing, then it is open', async () => {
  const loan = await sent('underway');
  await readList([{ paymentKey: referenceOf(loan), payRef: 'REF-U', state: 'processing', amount: BILL }]);
  expect(await look(loan, 4)).toEqual({ status: 'unknown', isLookedFor: true });
});

test('LEND-X3: given a closed list with an odd row, when looks find neither, then it holds its own payment open alone', async () => {
  const odd = await sent('odd');
  const other = await sent('other');
  await lab.owner.query('delete from rail_days');
  expect(await readList([], odd)).toMatchObject({ rows: 0, unread: 1, isComplete: true });
  expect(await look(odd, 4)).toEqual({ status: 'unknown', isLookedFor: true });
  expect(await look(other, 3)).toMatchObject({ status: 'failed' });
  await readList();
  expect(await look(odd)).toMatchObject({ status: 'failed' });
});

test('LEND-X3: given an open payment, when the closed list is read without it, then the rail is asked at once', async () => {
  const loan = await sent('asked');
  await readList();
  const { rows } = await lab.owner.query('select 1 from graphile_worker._private_jobs where key = $1', [
    `absent:${loan.loanId}`,
  ]);
  expect(rows).toHaveLength(1);
});

test('LEND-21: given a waiting look, when a list names the payment as paid, then the rail is asked at once', async () => {
  const loan = await sent('listed');
  await look(loan);
  const jobs = async () => {
    const { rows } = await lab.owner.query<{ key: string; at: Date; isDue: boolean }>(
      `select key, run_at as at, run_at <= now() as "isDue" from graphile_worker._private_jobs where key like '%' || $1 order by key`,
      [loan.loanId],
    );
    return rows;
  };
  const waiting = await jobs();
  await readList([{ paymentKey: referenceOf(loan), payRef: 'REF-L', state: 'success', amount: BILL }]);
  const [left, atOnce, ...others] = await jobs();
  expect([left, atOnce!.isDue, others]).toEqual([waiting[0], true, []]);
});
