import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';
import { MANDATE_KINDS, type MandateKind, REGISTRATION_PAISE } from '#providers/index.ts';
import { type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';
import { atTheRail, BILL, DAY } from '#test/rail-lab.ts';
import { settleRows } from './settlement/settlement.ts';

let lab: Lab;
let loan: LabLoan;
const { settle } = atTheRail(() => lab);
beforeAll(async () => {
  lab = await openLab();
  loan = await lab.lend('mandate l', { billPaise: BILL, instalments: 3, disbursedOn: DAY });
});
afterAll(async () => {
  expect(await lab.broken()).toEqual([]);
  await lab.close();
});

async function register(kind: MandateKind, orderRef: string): Promise<void> {
  await lab.owner.query(
    `insert into mandates (user_id, id, loan_id, kind, status, maximum_paise, until_on, order_ref, created_at)
     values ($1, $2, $3, $4, 'cancelled', 600000, $5, $6, $7)`,
    [loan.userId, newId(), loan.loanId, kind, businessDate('2027-08-01'), orderRef, lab.clock.now()],
  );
}

test.each(MANDATE_KINDS)(
  'LEND-21: given the registration of a mandate by %s, then the row fits what the rail was told to take',
  async (kind) => {
    const orderRef = `order_${kind}`;
    await register(kind, orderRef);
    const amount = REGISTRATION_PAISE[kind];
    const row = (entityRef: string, paise: number) =>
      ({ kind: 'payment', entityRef, orderRef, amount: paise, net: paise }) as const;
    expect(await settle([row(`reg_${kind}`, amount)])).toEqual(['matched']);
    expect(await settle([row(`more_${kind}`, amount + 1)])).toEqual(['differs']);
  },
);

/** Opens the differences of waiting rows and leaves none of it behind. */
async function differencesBy(look: (tx: Tx, now: Date) => Promise<unknown>): Promise<unknown> {
  const undone = new Error('undone');
  let opened: unknown;
  const done = lab.worker.plain(async (tx) => {
    await look(tx, new Date(lab.clock.now().getTime() + 60_000));
    opened = await tx.call(
      "select kind, reference from reconciliation_breaks where reference like 'old%' order by reference",
    );
    throw undone;
  });
  await expect(done).rejects.toBe(undone);
  return opened;
}

test('LEND-21: given a row named twice, then a process of the version before opens the differences of this one', async () => {
  await register('upi', 'order_old');
  const names = ['old_one', 'old_two', 'old_twice'];
  const file = names.map((entityRef) => ({ kind: 'payment', entityRef, amount: 101, net: 101 }) as const);
  expect(await settle(file)).toEqual(['waiting', 'waiting', 'waiting']);
  await lab.owner.query(
    `update settlement_rows set order_ref = 'order_old', entity_ref = replace(entity_ref, 'two', 'twice')
     where entity_ref like 'old%'`,
  );
  const ours = await differencesBy(settleRows);
  expect(ours).toEqual([
    { kind: 'amount', reference: 'old_one' },
    { kind: 'duplicate', reference: 'old_twice' },
  ]);
  const asBefore = async (tx: Tx, now: Date) => {
    const rows = await tx.call<{ id: string; owner_id: string; subject_id: string }>(
      'select id, owner_id, subject_id from collections_claim($1, 500)',
      [now],
    );
    await tx.call('select collections_settle($1, $2, $3, $4, $5)', [
      now,
      rows.map(({ id }) => id),
      rows.map(() => 'differs'),
      rows.map((one) => one.owner_id),
      rows.map((one) => one.subject_id),
    ]);
  };
  expect(await differencesBy(asBefore)).toEqual(ours);
});
