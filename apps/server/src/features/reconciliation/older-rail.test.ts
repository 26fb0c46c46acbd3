import { businessDate, DAY_MS } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUSE_ID } from '#features/breaks.ts';
import { openMissing } from '#features/collections/collections.repo.ts';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/crypto/ids.ts';
import { type Lab, openLab } from '#test/lending-lab.ts';
import { matchRows } from './reconciliation.books.ts';
import { closeDay } from './reconciliation.opened.ts';

const DAY = businessDate('2027-01-15');
const BILL = 1_500_000;

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const BREAKS = `select kind, owner, reference, business_on::text as "businessOn", ours_paise::text as ours, theirs_paise::text as theirs
  from reconciliation_breaks order by kind, reference`;

/** Does something in a transaction that is taken back, and answers what it found open at the end. */
async function opened(work: (tx: Tx) => Promise<void>): Promise<unknown> {
  const undone = new Error('undone');
  let found: unknown;
  const done = lab.worker.plain(async (tx) => {
    await work(tx);
    found = await tx.call(BREAKS);
    throw undone;
  });
  await expect(done).rejects.toBe(undone);
  return found;
}

test('LEND-21: given a success without a payment of ours, then a process of the version before opens what this one does', async () => {
  const now = lab.clock.now();
  const readId = newId();
  const stray = async (tx: Tx) => {
    await tx.call(
      `insert into rail_rows (user_id, rail, business_on, our_reference, rail_reference, status, amount_paise, row_hash, read_id,
         first_seen_at, matched_at, verdict)
       values ($1, 'billpay', $2, 'unknown', 'stray', 'success', 100, '', $3, $4, $4, 'not_ours')`,
      [HOUSE_ID, DAY, readId, now],
    );
  };
  const theirs = await opened(async (tx) => {
    await stray(tx);
    const taken = await tx.call('select verdict, amount_paise::integer as paise from rail_taken($1, $2)', [
      readId,
      now,
    ]);
    expect(taken).toEqual([{ verdict: 'not_ours', paise: 100 }]);
    expect(await tx.call('select work from rail_open($1, $2)', [readId, now])).toEqual([]);
  });
  const ours = await opened(async (tx) => {
    await stray(tx);
    expect(await matchRows(tx, readId, now)).toEqual([]);
  });
  expect(theirs).toEqual(ours);
  expect(theirs).toMatchObject([{ kind: 'not_ours', owner: 'finance', reference: 'stray', theirs: '100' }]);
});

test('LEND-21: given a paid bill that no list has, then a process of the version before opens what this one does', async () => {
  await lab.lend('missing l', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
  const now = lab.clock.now();
  const theirs = await opened(async (tx) => {
    expect(await tx.call('select rail_close_day($1, $2) as count', [DAY, now])).toEqual([{ count: 1 }]);
  });
  const ours = await opened(async (tx) => expect(await closeDay(tx, DAY, now)).toBe(1));
  expect(theirs).toEqual(ours);
  expect(theirs).toMatchObject([{ kind: 'missing', ours: String(BILL), theirs: '0' }]);
});

test('LEND-21: given repayments that no file settled, then a process of the version before opens what this one does', async () => {
  const loan = await lab.lend('unsettled l', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
  const now = new Date('2027-01-25T12:00:00Z');
  const cases = ['checkout', 'mandate', 'identified'].flatMap((channel) =>
    [5 * DAY_MS - 1, 5 * DAY_MS, 5 * DAY_MS + 1].map((ageMs) => ({ channel, ageMs })),
  );
  for (const [index, { channel, ageMs }] of cases.entries())
    await lab.owner.query(
      `insert into repayments (user_id, id, loan_id, amount_paise, status, channel, provider_payment_ref, received_at, value_on, created_at)
       values ($1, new_id(), $2, $3, 'failed', $4, $5, $6, $7, $6)`,
      [loan.userId, loan.loanId, 100 + index, channel, `pay_${index}`, new Date(now.getTime() - ageMs), DAY],
    );
  const theirs = await opened(async (tx) => {
    await tx.call("select find_unsettled($1::timestamptz - interval '5 days', $1, 500)", [now]);
  });
  const ours = await opened(async (tx) => expect(await openMissing(tx, now)).toBe(2));
  expect(ours).toEqual(theirs);
  expect(ours).toMatchObject([
    { kind: 'missing', owner: 'finance', ours: '102', theirs: null },
    { kind: 'missing', owner: 'finance', ours: '105', theirs: null },
  ]);
});
