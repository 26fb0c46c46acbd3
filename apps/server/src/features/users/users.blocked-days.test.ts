import { randomUUID } from 'node:crypto';
import { addDays, type BusinessDate, businessDate } from '@mohlat/money';
import { afterAll, describe, expect, test } from 'vitest';
import { type Lab, type LabLoan, noonOf, openLab } from '#test/lending-lab.ts';
import { carryOutRetention } from '#features/privacy/retention.jobs.ts';
import { machineClock } from '#platform/clock/clock.ts';
import { loadBorrowers } from '#features/lending/load.ts';
import { createLog } from '#platform/log/log.ts';
import type { FileStore } from '#platform/files/files.ts';
import { HELD_TABLES } from '#features/all.ts';
import { endExcusedDays, writeBlock } from './users.block.repo.ts';

const START = businessDate('2026-01-15');
const on = (day: number): BusinessDate => addDays(START, day);
/** The first instalment is due on day 31, and its charges come on days 35 and 65; the second is due on day 59. */
const TERMS = { billPaise: 1_500_000, instalments: 3, disbursedOn: START };

/** Nothing of these accounts is in a file. */
const NO_FILES = {
  files: { eraseAll: () => Promise.resolve() } as unknown as FileStore,
  log: createLog('silent'),
};

const labs: Lab[] = [];
afterAll(() => Promise.all(labs.map((lab) => lab.close())));

async function lent() {
  const lab = await openLab();
  labs.push(lab);
  const loan = await lab.lend('blocked l1', TERMS);
  return { lab, loan };
}

async function reach(lab: Lab, loan: LabLoan, day: number): Promise<void> {
  lab.set(noonOf(on(day)));
  await lab.catchUp(loan, on(day - 1));
}

const block = (lab: Lab, { userId }: LabLoan, isFraud: boolean) =>
  lab.worker.forUser(userId, (tx) =>
    writeBlock(tx, userId, { by: randomUUID(), reason: 'Phone was stolen', isFraud }, lab.clock.now()),
  );

/** As two members of staff lift it. */
async function lift(lab: Lab, { userId }: LabLoan): Promise<void> {
  const { rows } = await lab.owner.query<{ id: string }>(
    `insert into approvals (kind, object_id, subject_id, payload, reason, proposed_by, proposed_at, expires_at)
     values ('account_unblock', $1, $1, '{}', 'New phone', $2, $3, $3) returning id`,
    [userId, randomUUID(), lab.clock.now()],
  );
  await lab.owner.query('update account_blocks set lifted_at = $2, approval_id = $3 where user_id = $1', [
    userId,
    lab.clock.now(),
    rows[0]!.id,
  ]);
}

/** Charges that stand, each as its instalment and how late that was. */
async function charged(lab: Lab): Promise<string[]> {
  const { rows } = await lab.owner.query<{ one: string }>(
    `select concat_ws('/', number, late_days) as one from charges where reversed_on is null order by number, late_days`,
  );
  return rows.map(({ one }) => one);
}

describe('LEND-L3, LEND-14: late charges of days on which staff had blocked the account', () => {
  test('given a block over the day of a charge, then none comes, and the next one does once it is lifted', async () => {
    const { lab, loan } = await lent();
    await reach(lab, loan, 33);
    await block(lab, loan, false);
    await reach(lab, loan, 36);
    expect(await charged(lab)).toEqual([]);
    await reach(lab, loan, 40);
    await lift(lab, loan);
    await reach(lab, loan, 66);
    expect(await charged(lab)).toEqual(['1/34', '2/4']);
    expect(await lab.broken()).toEqual([]);
  });

  test('given money heard of late, when the days are lived again, then the days of the block count as before', async () => {
    const { lab, loan } = await lent();
    await reach(lab, loan, 33);
    await block(lab, loan, false);
    await reach(lab, loan, 40);
    // Written anew: its instant is of today by then, its days stay.
    await block(lab, loan, false);
    await reach(lab, loan, 42);
    await lift(lab, loan);
    await reach(lab, loan, 70);
    await lab.credit(loan, 'late', 100_000, noonOf(on(32)));
    expect(await charged(lab)).toEqual(['1/34', '2/4']);
    expect(await lab.broken()).toEqual([]);
  });

  test.each([
    ['a block of before its closing', 40],
    ['a mark of fraud long after it', 600],
  ])(
    'given an account that is closed for long, with %s, then its days are still read, and why and by whom are not',
    async (_, markedOn) => {
      const { lab, loan } = await lent();
      await reach(lab, loan, 33);
      await block(lab, loan, false);
      const mark = async () => {
        lab.set(noonOf(on(markedOn)));
        await block(lab, loan, true);
      };
      const retain = () =>
        carryOutRetention({ ...lab, ...NO_FILES, machineClock, held: HELD_TABLES, endings: [] });
      if (markedOn < 71) await mark();
      await reach(lab, loan, 71);
      await lab.owner.query(
        `insert into account_closures (user_id, standing, answer, closed_at, erased_at) values ($1, 'customer', '{}', $2, $2)`,
        [loan.userId, noonOf(on(71))],
      );
      lab.set(noonOf(on(480)));
      await retain();
      if (markedOn > 71) await mark();
      const days = () =>
        lab.worker.forUser(loan.userId, async (tx) => (await loadBorrowers(tx, [loan.userId]))[0]!.blocks);
      const before = await days();
      expect(before).toMatchObject([{ fromOn: on(33), untilOn: on(markedOn) }]);
      lab.set(noonOf(on(markedOn + 400)));
      await retain();
      expect(await days()).toEqual(before);
      const { rows } = await lab.owner.query('select reason, blocked_by, is_fraud from account_blocks');
      expect(rows).toEqual([
        { reason: '', blocked_by: '00000000-0000-0000-0000-000000000000', is_fraud: false },
      ]);
    },
  );

  test('given a ban that the auth server lifted itself, then charges come, until staff block the person again', async () => {
    const { lab, loan } = await lent();
    await reach(lab, loan, 33);
    await block(lab, loan, false);
    await reach(lab, loan, 40);
    const end = (day: number) =>
      lab.worker.forUser(loan.userId, (tx) =>
        endExcusedDays(tx, loan.userId, { lastOn: on(day), actedAt: lab.clock.now().toISOString() }),
      );
    await end(40);
    // Shut out for longer again: that is no block by staff.
    await end(80);
    await reach(lab, loan, 64);
    await block(lab, loan, false);
    await reach(lab, loan, 70);
    await lift(lab, loan);
    await reach(lab, loan, 90);
    // The days of both blocks are left out, and those between them are not.
    expect(await charged(lab)).toEqual(['2/4']);
    expect(await lab.broken()).toEqual([]);
  });

  test('given a ban that was lifted, and a block since, when the job of the ban comes late, then the days of the block go on', async () => {
    const { lab, loan } = await lent();
    await reach(lab, loan, 33);
    await block(lab, loan, false);
    const actedAt = lab.clock.now().toISOString();
    lab.set(new Date(lab.clock.now().getTime() + 60_000));
    await block(lab, loan, false);
    await lab.worker.forUser(loan.userId, (tx) =>
      endExcusedDays(tx, loan.userId, { lastOn: on(33), actedAt }),
    );
    await reach(lab, loan, 66);
    expect(await charged(lab)).toEqual([]);
  });

  test('given a mark of fraud, then charges come again from its day on', async () => {
    const { lab, loan } = await lent();
    await reach(lab, loan, 33);
    await block(lab, loan, false);
    await reach(lab, loan, 40);
    await block(lab, loan, true);
    await reach(lab, loan, 66);
    expect(await charged(lab)).toEqual(['1/34', '2/4']);
  });

  test('given a mark of fraud by an older process, which ends no days, then charges come', async () => {
    const { lab, loan } = await lent();
    await reach(lab, loan, 33);
    await block(lab, loan, false);
    await lab.owner.query('update account_blocks set is_fraud = true where user_id = $1', [loan.userId]);
    await lab.worker.forUser(loan.userId, (tx) => endExcusedDays(tx, loan.userId, { lastOn: on(64) }));
    await reach(lab, loan, 66);
    expect(await charged(lab)).toEqual(['1/4', '1/34', '2/4']);
  });

  test('given a block for fraud, then every charge comes', async () => {
    const { lab, loan } = await lent();
    await reach(lab, loan, 33);
    await block(lab, loan, true);
    await reach(lab, loan, 66);
    expect(await charged(lab)).toEqual(['1/4', '1/34', '2/4']);
  });
});
