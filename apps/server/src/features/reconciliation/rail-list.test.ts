import type { Clearing } from '@mohlat/lending';
import { addDays, businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookClearing, matchRows } from './reconciliation.books.ts';
import { settleBreaks } from './reconciliation.cleared.ts';
import { closeDay } from './reconciliation.opened.ts';
import { readDay } from './reconciliation.read.ts';
import * as days from './reconciliation.days.repo.ts';
import * as repo from './reconciliation.repo.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { BillPayState } from '#providers/index.ts';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';

const DAY = businessDate('2027-01-15');
const BILL = 1_500_000;
const HOUSE = '00000000-0000-0000-0000-000000000000';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

type Row = Pick<BillPayState, 'state' | 'payRef' | 'paymentKey'> & { readonly amount: number };
const ofLab = ({ loanId }: LabLoan) => `LAB${loanId.slice(0, 20)}`;
const success = (loan: LabLoan, payRef: string, amount = BILL): Row => ({
  state: 'success',
  payRef,
  paymentKey: ofLab(loan),
  amount,
});

/** One complete reading of the day's list. */
async function read(rows: readonly Row[], isComplete = false): Promise<void> {
  const readId = newId();
  await lab.worker.plain(async (tx) => {
    const now = lab.clock.now();
    await repo.importRows(tx, DAY, readId, rows, now);
    await matchRows(tx, readId, now);
    if (isComplete) await closeDay(tx, DAY, now);
    await settleBreaks(tx, now);
  });
}

async function breaks(userId: string) {
  const { rows } = await lab.owner.query<{ id: string; kind: string; resolution: string | null }>(
    'select id, kind, resolution from reconciliation_breaks where user_id = $1 order by opened_at, kind',
    [userId],
  );
  return rows;
}

async function sums(userId: string): Promise<Record<string, number>> {
  const { rows } = await lab.owner.query<{ account: string; paise: string }>(
    `select account, sum(amount_paise)::text as paise from postings where user_id = $1 and account in ('A105', 'A230', 'E550')
     group by 1 having sum(amount_paise) <> 0`,
    [userId],
  );
  return Object.fromEntries(rows.map((row) => [row.account, Number(row.paise)]));
}

const clear = (userId: string, id: string, resolution: Clearing) =>
  lab.worker.forUser(userId, (tx) => bookClearing(tx, { userId, id }, resolution, lab.clock.now()));

const lend = (name: string) => lab.lend(`${name} l`, { billPaise: BILL, instalments: 3, disbursedOn: DAY });

test('LEND-21: one reference paid twice is money the rail owes: journal 6, once however often it is read', async () => {
  const loan = await lend('twice');
  const list = [success(loan, 'T1'), success(loan, 'T2')];
  await read(list);
  await read(list);
  expect(await breaks(loan.userId)).toMatchObject([{ kind: 'duplicate', resolution: null }]);
  expect(await sums(loan.userId)).toEqual({ A105: -2 * BILL, A230: BILL });
  const { id } = (await breaks(loan.userId))[0]!;
  await clear(loan.userId, id, 'rail_returned');
  await clear(loan.userId, id, 'rail_returned');
  expect(await sums(loan.userId)).toEqual({ A105: -BILL });
  expect(await lab.broken()).toEqual([]);
});

test.each([
  ['more', 700],
  ['less', -700],
])('LEND-21: a paid bill that cost %s than we say stops: journal 6 for the difference', async (name, by) => {
  const loan = await lend(name);
  await read([success(loan, `A${name}`, BILL + by)]);
  expect(await breaks(loan.userId)).toMatchObject([{ kind: 'amount' }]);
  expect(await sums(loan.userId)).toEqual({ A105: -BILL - by, A230: by });
  await clear(loan.userId, (await breaks(loan.userId))[0]!.id, 'loss');
  expect(await sums(loan.userId)).toEqual({ A105: -BILL - by, E550: by });
  expect(await lab.broken()).toEqual([]);
});

test('LEND-21: money out under a reference that is not ours has no owner, and is an incident', async () => {
  await read([{ state: 'success', payRef: 'X1', paymentKey: 'NEVER-SENT', amount: 4_200 }]);
  expect(await breaks(HOUSE)).toMatchObject([{ kind: 'not_ours', resolution: null }]);
  expect(await sums(HOUSE)).toEqual({ A105: -4_200, A230: 4_200 });
  expect(await lab.broken()).toEqual([]);
});

test('LEND-21: given another amount of a known reference, then nothing more is booked and a contradiction is opened', async () => {
  const loan = await lend('otherwise');
  const nobodys = (amount: number): Row => ({
    state: 'success',
    payRef: 'X2',
    paymentKey: 'NEVER-SENT-2',
    amount,
  });
  await read([success(loan, 'O1'), success(loan, 'O2'), nobodys(4_000)]);
  const before = [await sums(HOUSE), await sums(loan.userId)];
  await read([success(loan, 'O1'), success(loan, 'O2', BILL + 500), nobodys(4_100), nobodys(4_200)]);
  expect([await sums(HOUSE), await sums(loan.userId)]).toEqual(before);
  const open = (await breaks(loan.userId)).filter(({ resolution }) => resolution === null);
  expect(open.map(({ kind }) => kind).toSorted()).toEqual(['contradiction', 'duplicate']);
  expect((await breaks(HOUSE)).map(({ kind }) => kind)).toContain('contradiction');
  // The first amount said again is no news.
  await read([success(loan, 'O2'), nobodys(4_000)]);
  expect([await sums(HOUSE), await sums(loan.userId)]).toEqual(before);
  expect(await lab.broken()).toEqual([]);
});

test('LEND-21: given a row twice in one part of the list, then it counts once', async () => {
  const loan = await lend('overlap');
  await read([success(loan, 'V1'), success(loan, 'V1')]);
  expect(await breaks(loan.userId)).toEqual([]);
  const { rows } = await lab.owner.query('select 1 from rail_rows where user_id = $1', [loan.userId]);
  expect(rows).toHaveLength(1);
});

test('LEND-21: paid with us and absent from the complete list is missing, until a later list has it', async () => {
  const loan = await lend('absent');
  await read([]);
  expect(await breaks(loan.userId)).toEqual([]);
  await read([], true);
  await read([], true);
  expect(await breaks(loan.userId)).toMatchObject([{ kind: 'missing', resolution: null }]);
  lab.set(noonOf(addDays(DAY, 1)));
  await read([success(loan, 'M1')]);
  expect(await breaks(loan.userId)).toMatchObject([{ kind: 'missing', resolution: 'settled' }]);
});

test('LEND-21: a word against a paid bill changes no money, and clears itself when the rail corrects it', async () => {
  const loan = await lend('contrary');
  await read([{ ...success(loan, 'C1'), state: 'failure' }]);
  expect(await breaks(loan.userId)).toMatchObject([{ kind: 'contradiction', resolution: null }]);
  expect(await sums(loan.userId)).toEqual({ A105: -BILL });
  await read([success(loan, 'C1')]);
  expect(await breaks(loan.userId)).toMatchObject([{ resolution: 'settled' }]);
  await read([{ ...success(loan, 'C1'), state: 'failure' }]);
  await read([{ ...success(loan, 'C1'), state: 'failure' }]);
  expect(await breaks(loan.userId)).toMatchObject([{ resolution: 'settled' }, { resolution: null }]);
  await read([success(loan, 'C1')]);
  expect(await breaks(loan.userId)).toMatchObject([{ resolution: 'settled' }, { resolution: 'settled' }]);
  expect(await lab.broken()).toEqual([]);
});

test('LEND-21: a reading of a day to come keeps no later day from being read', async () => {
  const now = noonOf(addDays(DAY, 30));
  const today = addDays(DAY, 30);
  const claim = (on = today) => lab.worker.plain((tx) => days.listDueDays(tx, on, now));
  expect(await claim()).toContain(today);
  await lab.worker.plain((tx) =>
    days.saveRead(
      tx,
      businessDate('2099-12-31'),
      { rows: 0, isComplete: false, unread: [], nextAt: null },
      now,
    ),
  );
  expect(await claim(addDays(today, 1))).toContain(addDays(today, 1));
});

test('LEND-21: given days of which nothing was read, when the newest is read by hand, then the lists of the others are due', async () => {
  const [last, today] = [addDays(DAY, 60), addDays(DAY, 67)];
  const due = (on: typeof today) => lab.worker.plain((tx) => days.listDueDays(tx, on, noonOf(on)));
  await due(last);
  lab.set(noonOf(today));
  async function* listPayments() {
    yield* [];
  }
  await readDay({ ...lab.deps, providers: { billPayment: { listPayments } } }, addDays(today, -1));
  const missed = [2, 3, 4, 5, 6].map((ago) => addDays(today, -ago));
  expect(await due(today)).toEqual(expect.arrayContaining(missed));
});

// Last of all: the books of this database are out of order afterwards.
test('LEND-21: money under way for a bill that is paid is a gap in the ledger, found once', async () => {
  const [sound, torn] = [await lend('sound'), await lend('torn')];
  await read([success(sound, 'G1'), success(torn, 'G2')], true);
  expect([...(await breaks(sound.userId)), ...(await breaks(torn.userId))]).toEqual([]);
  const lines = [
    { account: 'A110', amountPaise: BILL, loanId: torn.loanId },
    { account: 'A105', amountPaise: -BILL, loanId: torn.loanId },
  ];
  await lab.worker.forUser(torn.userId, (tx) =>
    tx.call("select ledger_post($1, 'submit', $2, $3, $4, $5, $6)", [
      torn.userId,
      newId(),
      torn.loanId,
      DAY,
      lab.clock.now(),
      JSON.stringify(lines),
    ]),
  );
  for (let times = 0; times < 2; times += 1) await read([success(sound, 'G1'), success(torn, 'G2')], true);
  expect(await breaks(torn.userId)).toMatchObject([{ kind: 'ledger_gap', resolution: null }]);
  expect(await breaks(sound.userId)).toEqual([]);
});
