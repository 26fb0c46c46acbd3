import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUSE_ID } from '#features/breaks.ts';
import { railApprovals } from './reconciliation.approvals.ts';
import { bookClearing, matchRows } from './reconciliation.books.ts';
import * as repo from './reconciliation.repo.ts';
import { allowedFor, proposedAs } from './reconciliation.rules.ts';
import { newId } from '#platform/crypto/ids.ts';
import { type Lab, openLab } from '#test/lending-lab.ts';
import { endRefundsOf } from '#test/refunding.ts';
import { atTheRail, BILL, DAY } from '#test/rail-lab.ts';

/** Rows of the settlement file without an owner yet, and what staff may book of them. */
const { books, book, settle, unexplained } = atTheRail(() => lab);

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

/** The amount of a difference that stands in the books, and the ways in which staff may clear it. */
async function seen(id: string) {
  const row = (await lab.worker.plain((tx) => repo.findBreak(tx, id)))!;
  return { paise: repo.differenceOf(row).paise, allowed: allowedFor(repo.differenceOf(row)) };
}

test('LEND-21: the rupee that registers a mandate comes and goes through the books of its owner', async () => {
  const loan = await lab.lend('registered l', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
  const came = { kind: 'payment', entityRef: 'pay_m1', orderRef: 'order_m1', amount: 100, net: 98 } as const;
  const went = {
    kind: 'refund',
    entityRef: 'rfnd_m1',
    paymentRef: 'pay_m1',
    amount: 100,
    net: -100,
  } as const;
  // Before the mandate is known, they have no owner.
  expect(await settle([came, went])).toEqual(['waiting', 'waiting']);
  await lab.worker.plain((tx) =>
    tx.call(
      "select break_open(null, 'unmatched_row', 'razorpay', 'finance', 'pay_m1', $1, null, null, null, 98, '{}', $2)",
      [DAY, lab.clock.now()],
    ),
  );
  await lab.owner.query(
    `insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, order_ref, created_at)
     select $1, new_id(), $2, kind, 'cancelled', 1, $3, order_ref, $4
     from (values ('upi', 'order_m1'), ('enach', 'order_m2')) as m(kind, order_ref)`,
    [loan.userId, loan.loanId, DAY, lab.clock.now()],
  );
  const nothing = { kind: 'payment', entityRef: 'pay_m2', orderRef: 'order_m2', amount: 0, net: 0 } as const;
  lab.set(new Date(lab.clock.now().getTime() + 60_000));
  expect(await settle([came, went, nothing])).toEqual(['matched', 'matched', 'matched']);
  const { rows } = await lab.owner.query(
    `select account, sum(amount_paise)::integer as paise from postings
     where user_id = $1 and account in ('A100', 'A120', 'A121', 'E530') group by 1 order by 1`,
    [loan.userId],
  );
  expect(rows).toEqual([
    { account: 'A100', paise: -2 },
    { account: 'A121', paise: 0 },
    { account: 'E530', paise: 2 },
  ]);
  const open = await lab.owner.query(
    "select 1 from reconciliation_breaks where reference = 'pay_m1' and resolved_at is null",
  );
  expect(open.rowCount).toBe(0);
});

test('LEND-21: what a row without a payment of ours took from the bank may be given up, and is booked by nothing else then', async () => {
  const taken = { kind: 'other', entityRef: 'adj_1', amount: 118, net: -118 } as const;
  expect(await settle([taken])).toEqual(['waiting']);
  const [found] = await lab.worker.plain((tx) =>
    tx.call<{ id: string }>(
      `select break_open(null, 'unmatched_row', 'razorpay', 'finance', 'adj_1', $1, null, null, null, -118,
         jsonb_build_object('settlementRowId', id), $2) as id from settlement_rows where entity_ref = 'adj_1'`,
      [DAY, lab.clock.now()],
    ),
  );
  const ids = { userId: HOUSE_ID, id: found!.id };
  expect((await seen(ids.id)).paise).toBe(118);
  await book({ userId: HOUSE_ID, loanId: '' }, ids.id, 'loss');
  expect((await seen(ids.id)).paise).toBe(0);
  lab.set(new Date(lab.clock.now().getTime() + 60_000));
  expect(await settle([taken])).toEqual(['differs']);
  expect(await books({ userId: HOUSE_ID, loanId: '' })).toEqual({ E550: 118 });
});

test('LEND-21, LEND-24: what a row without a payment of ours brought into the bank makes up for what such rows took, once', async () => {
  const { E550: before = 0 } = await books({ userId: HOUSE_ID, loanId: '' });
  const brought = { kind: 'other', entityRef: 'adj_back', amount: 90_000, net: 90_000 } as const;
  expect(await settle([brought])).toEqual(['waiting']);
  const ids = { userId: HOUSE_ID, id: await unexplained('adj_back', 90_000) };
  const standing = async () => (await seen(ids.id)).paise;
  expect(await standing()).toBe(-90_000);
  const returned = railApprovals(lab.deps).find((one) => one.kind === 'rail_returned')!;
  const payload = { kind: 'unmatched_row', amountPaise: -90_000 };
  const subject = { approvalId: newId(), objectId: ids.id, userId: null, payload, reason: 'A correction' };
  const by = { decidedBy: newId(), now: lab.clock.now() };
  await lab.worker.plain((tx) => returned.apply(tx, subject, by));
  await expect(lab.worker.plain((tx) => returned.apply(tx, subject, by))).rejects.toThrow('approval_stale');
  expect(await standing()).toBe(0);
  const { rows } = await lab.owner.query<{ account: string; paise: number }>(
    `select x.account, x.amount_paise::integer as paise from reconciliation_breaks b
     join postings x on x.user_id = b.user_id and x.journal_id = b.journal_id
     where b.id = $1 and b.resolution = 'rail_returned' order by 1`,
    [ids.id],
  );
  expect(rows).toEqual([
    { account: 'A100', paise: 90_000 },
    { account: 'E550', paise: -90_000 },
  ]);
  expect(await books({ userId: HOUSE_ID, loanId: '' })).toEqual({ E550: before - 90_000 });
  lab.set(new Date(lab.clock.now().getTime() + 60_000));
  expect(await settle([brought])).toEqual(['differs']);
});

test('LEND-21: a payment in the file without a repayment of ours is not booked away, for it is kept for its owner', async () => {
  const paid = { kind: 'payment', entityRef: 'pay_nobodys', amount: 50_000, net: 49_000 } as const;
  expect(await settle([paid])).toEqual(['waiting']);
  const id = await unexplained('pay_nobodys', 49_000);
  expect(await seen(id)).toEqual({ paise: 0, allowed: ['agreed'] });
});

test('LEND-24: that a payment in the file is explained without us is agreed by two for the whole of it', async () => {
  const paid = { kind: 'payment', entityRef: 'pay_explained', amount: 900_000, net: 890_000 } as const;
  expect(await settle([paid])).toEqual(['waiting']);
  const id = await unexplained('pay_explained', 890_000);
  const row = (await lab.worker.plain((tx) => repo.findBreak(tx, id)))!;
  const amountPaise = repo.paiseDecided(row, 'agreed');
  expect(amountPaise).toBe(-890_000);
  expect(proposedAs('agreed', amountPaise, 0)).toBe('rail_agreed');
  const agreed = railApprovals(lab.deps).find((one) => one.kind === 'rail_agreed')!;
  const payload = { kind: 'unmatched_row', amountPaise };
  const subject = {
    approvalId: newId(),
    objectId: id,
    userId: null,
    payload,
    reason: 'Another owner has it',
  };
  const { facts, isCurrent } = await lab.worker.plain((tx) => agreed.describe(tx, subject, lab.clock.now()));
  expect(isCurrent).toBe(true);
  expect(facts).toContainEqual({ code: 'amount_paise', value: -890_000 });
  const by = { decidedBy: newId(), now: lab.clock.now() };
  const other = { ...subject, payload: { ...payload, amountPaise: 0 } };
  await expect(lab.worker.plain((tx) => agreed.apply(tx, other, by))).rejects.toThrow('approval_stale');
  await lab.worker.plain((tx) => agreed.apply(tx, subject, by));
  const { rows } = await lab.owner.query(
    'select resolution, journal_id, resolved_by from reconciliation_breaks where id = $1',
    [id],
  );
  expect(rows).toEqual([{ resolution: 'agreed', journal_id: null, resolved_by: by.decidedBy }]);
});

test('LEND-21: a row of a refund that is on its way, or has just ended, is not given up, for the refund books it', async () => {
  const loan = await lab.lend('underway l', { billPaise: BILL, instalments: 1, disbursedOn: DAY });
  // More than is owed: what is too much begins to go back at once.
  await lab.credit(loan, 'underway', 2 * BILL, lab.clock.now());
  const { rows } = await lab.owner.query<{ id: string; paise: number }>(
    'select id, amount_paise::integer as paise from refunds where loan_id = $1',
    [loan.loanId],
  );
  const { paise: excess } = rows[0]!;
  const row = { kind: 'refund', paymentRef: 'pay_underway', amount: excess, net: -excess } as const;
  const file = [{ ...row, entityRef: 'rfnd_underway' }];
  expect(await settle(file)).toEqual(['waiting']);
  const ids = { userId: HOUSE_ID, id: await unexplained('rfnd_underway', -excess) };
  expect(await seen(ids.id)).toEqual({ paise: 0, allowed: [] });
  await lab.worker.forUser(loan.userId, (tx) =>
    endRefundsOf(
      tx,
      loan,
      { status: 'processed', providerRef: 'rfnd_underway', bankRef: 'ARN1' },
      lab.clock.now(),
    ),
  );
  // Its owner is known, and the next matching finds them.
  expect(await seen(ids.id)).toEqual({ paise: 0, allowed: [] });
  const booked = lab.worker.plain((tx) => bookClearing(tx, ids, 'loss', lab.clock.now()));
  expect(await booked).toBeNull();
  lab.set(new Date(lab.clock.now().getTime() + 60_000));
  expect(await settle(file)).toEqual(['matched']);
  const { rows: ended } = await lab.owner.query(
    'select resolution from reconciliation_breaks where id = $1',
    [ids.id],
  );
  expect(ended).toEqual([{ resolution: 'settled' }]);
});

test('LEND-24: that a row of more than ₹500 is explained without us is agreed by two, and books nothing', async () => {
  const { E550: before = 0 } = await books({ userId: HOUSE_ID, loanId: '' });
  const taken = { kind: 'other', entityRef: 'adj_known', amount: 70_000, net: -70_000 } as const;
  expect(await settle([taken])).toEqual(['waiting']);
  const id = await unexplained('adj_known', -70_000);
  expect(await seen(id)).toEqual({ paise: 70_000, allowed: ['loss', 'agreed'] });
  const agreed = railApprovals(lab.deps).find((one) => one.kind === 'rail_agreed')!;
  const payload = { kind: 'unmatched_row', amountPaise: 70_000 };
  const subject = { approvalId: newId(), objectId: id, userId: null, payload, reason: 'Another row gave it' };
  const by = { decidedBy: newId(), now: lab.clock.now() };
  await lab.worker.plain((tx) => agreed.apply(tx, subject, by));
  await expect(lab.worker.plain((tx) => agreed.apply(tx, subject, by))).rejects.toThrow('approval_stale');
  const { rows } = await lab.owner.query(
    'select resolution, journal_id, resolved_by from reconciliation_breaks where id = $1',
    [id],
  );
  expect(rows).toEqual([{ resolution: 'agreed', journal_id: null, resolved_by: by.decidedBy }]);
  expect(await books({ userId: HOUSE_ID, loanId: '' })).toEqual(before === 0 ? {} : { E550: before });
  lab.set(new Date(lab.clock.now().getTime() + 60_000));
  expect(await settle([taken])).toEqual(['differs']);
});

test('LEND-21: of two readings in the same instant each opens the differences of its own rows', async () => {
  const [ours, another] = [newId(), newId()];
  const opened = async (readId: string) => {
    const undo = new Error('undone');
    let references: unknown;
    const done = lab.worker.plain(async (tx) => {
      await tx.call(
        `insert into rail_rows (user_id, rail, business_on, our_reference, rail_reference, status, amount_paise, row_hash, read_id,
           first_seen_at, matched_at, verdict)
         values ($1, 'billpay', $2, 'nobody', 'stray', 'success', 100, '', $3, $4, $4, 'not_ours')`,
        [HOUSE_ID, DAY, ours, lab.clock.now()],
      );
      await matchRows(tx, readId, lab.clock.now());
      references = await tx.call("select kind from reconciliation_breaks where reference = 'stray'", []);
      throw undo;
    });
    await expect(done).rejects.toBe(undo);
    return references;
  };
  expect(await opened(another)).toEqual([]);
  expect(await opened(ours)).toEqual([{ kind: 'not_ours' }]);
});
