import { businessDate, paise } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as repo from '../collections.repo.ts';
import { settleRows } from './settlement.ts';
import { sha256 } from '#platform/crypto/vault.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';

const DAY = businessDate('2027-01-15');
const EACH_PAISE = 100_000;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const later = (seconds: number) => new Date(lab.clock.now().getTime() + seconds * 1_000);

/** Repayments that the rail has taken, and the rows of its file about them. */
async function aFileOf(name: string, count: number): Promise<void> {
  lab.set(noonOf(DAY));
  const loan = await lab.lend(`${name} l`, { billPaise: 1_500_000, instalments: 3, disbursedOn: DAY });
  const now = lab.clock.now();
  const rows: repo.ReadRow[] = [];
  for (let number = 0; number < count; number += 1) {
    await lab.credit(loan, `${name}${number}`, EACH_PAISE, now);
    const entityRef = `pay_${name}${number}`;
    rows.push({
      kind: 'payment',
      entityRef,
      paymentRef: entityRef,
      amount: paise(EACH_PAISE),
      fee: paise(0),
      tax: paise(0),
      credit: paise(EACH_PAISE),
      debit: paise(0),
      isSettled: true,
      settlementRef: 'setl_1',
      settlementUtr: 'UTR1',
      settledAt: now,
      settledOn: DAY,
      createdAt: now,
      hash: sha256(entityRef),
    });
  }
  await lab.worker.plain((tx) => repo.keepRows(tx, rows, now));
}

/** Reads the states of a file's rows, and what reached the bank for them. */
async function outcomeOf(name: string) {
  const { rows } = await lab.owner.query<{ state: string; count: number; banked: string }>(
    `select s.state, count(*)::integer as count, coalesce(sum((
       select sum(p.amount_paise) from journals j join postings p on p.user_id = j.user_id and p.journal_id = j.id
       where j.source_kind = 'coll_settle' and j.source_id = s.id and p.account = 'A120')), 0)::text as banked
     from settlement_rows s where s.entity_ref like 'pay_' || $1 || '%' group by 1`,
    [name],
  );
  return rows;
}

test('LEND-C4: given one file, when two workers settle it at once, then each row is booked once', async () => {
  await aFileOf('both', 5);
  await Promise.all([1, 1].map((after) => lab.worker.plain((tx) => settleRows(tx, later(after)))));
  expect(await outcomeOf('both')).toEqual([{ state: 'matched', count: 5, banked: `${-5 * EACH_PAISE}` }]);
  await lab.worker.plain((tx) => settleRows(tx, later(2)));
  expect(await outcomeOf('both')).toEqual([{ state: 'matched', count: 5, banked: `${-5 * EACH_PAISE}` }]);
  expect(await lab.broken()).toEqual([]);
});

test('LEND-C4: given a worker that is killed after it claimed rows, when the next one comes, then it settles them once', async () => {
  await aFileOf('killed', 3);
  const claimed = Promise.withResolvers<number>();
  const killed = Promise.withResolvers<never>();
  const first = lab.worker.plain(async (tx) => {
    claimed.resolve((await repo.claimRows(tx, later(1))).length);
    await killed.promise;
  });
  expect(await claimed.promise).toBe(3);
  // While it holds them no other worker settles them.
  await lab.worker.plain((tx) => settleRows(tx, later(2)));
  expect(await outcomeOf('killed')).toEqual([{ state: 'waiting', count: 3, banked: '0' }]);
  killed.reject(new Error('killed'));
  await expect(first).rejects.toThrow('killed');
  await lab.worker.plain((tx) => settleRows(tx, later(3)));
  expect(await outcomeOf('killed')).toEqual([{ state: 'matched', count: 3, banked: `${-3 * EACH_PAISE}` }]);
  expect(await lab.broken()).toEqual([]);
});
