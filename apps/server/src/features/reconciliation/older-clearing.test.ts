import { BREAK_KINDS } from '@mohlat/contract';
import { businessDate } from '@mohlat/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolveBreak } from '#features/breaks.ts';
import { newId } from '#platform/crypto/ids.ts';
import type { Tx } from '#platform/db/database.ts';
import { type Lab, type LabLoan, openLab } from '#test/lending-lab.ts';

const DAY = businessDate('2027-01-15');
const STAFF = newId();

interface Case {
  readonly kind: string;
  readonly resolution: string;
  readonly isByStaff: boolean;
  readonly isAlone: boolean;
}

let lab: Lab;
let loan: LabLoan;
const rowId = newId();
const listedId = newId();
beforeAll(async () => {
  lab = await openLab();
  loan = await lab.lend('frozen l', { billPaise: 1_500_000, instalments: 3, disbursedOn: DAY });
  await lab.owner.query(
    `insert into settlement_rows (id, provider, row_hash, settled_on, settlement_ref, kind, entity_ref, amount_paise, fee_paise,
       tax_paise, credit_paise, debit_paise, occurred_at, read_at)
     values ($1, 'razorpay', '', $2, 'setl', 'payment', 'pay', 100, 0, 0, 100, 0, $3, $3)`,
    [rowId, DAY, lab.clock.now()],
  );
  await lab.owner.query(
    `insert into rail_rows (user_id, id, rail, business_on, our_reference, rail_reference, status, refund_status, amount_paise, row_hash,
       payment_id, read_id, first_seen_at)
     values ($1, $2, 'billpay', $3, 'ours', 'theirs', 'adjusted', 'requested', 100, '', $4, $2, $5)`,
    [loan.userId, listedId, DAY, loan.loanId, lab.clock.now()],
  );
  await lab.owner.query(`update payments set needs_review = true, review_reason = 'returned' where id = $1`, [
    loan.loanId,
  ]);
});
afterAll(() => lab.close());

const cases: Case[] = [
  ...BREAK_KINDS.flatMap((kind) =>
    (['agreed', 'reverse', 'settled'] as const).map((resolution) => ({
      kind,
      resolution,
      isByStaff: resolution !== 'settled',
      isAlone: true,
    })),
  ),
  { kind: 'returned', resolution: 'agreed', isByStaff: true, isAlone: false },
];

async function open(tx: Tx, kind: string): Promise<string> {
  const [row] = await tx.call<{ id: string }>(
    `select break_open($1, $2, 'billpay', 'finance', 'r', $3, $4, null, 1, 2, $5, $6) as id`,
    [loan.userId, kind, DAY, loan.loanId, JSON.stringify({ settlementRowId: rowId }), lab.clock.now()],
  );
  return row!.id;
}

/** Clears a difference of a frozen loan in a transaction that is taken back, and answers everything that it changes. */
async function cleared({ kind, isAlone }: Case, clear: (tx: Tx, id: string) => Promise<boolean>) {
  const undone = new Error('undone');
  let found: unknown;
  const done = lab.worker.forUser(loan.userId, async (tx) => {
    await tx.call(`select loan_freeze($1, $2, 'refund_requested', $3, $4)`, [
      loan.userId,
      loan.loanId,
      listedId,
      lab.clock.now(),
    ]);
    if (!isAlone) await open(tx, kind === 'amount' ? 'missing' : 'amount');
    const id = await open(tx, kind);
    const isDone = await clear(tx, id);
    const isAgain = await clear(tx, id);
    const [facts] = await tx.call(
      `select (select json_agg(json_build_array(f.is_frozen, f.word, f.from_on, f.decided_by) order by f.seq)
           from loan_freezes f where f.loan_id = p.id) as freezes,
         (select s.state from settlement_rows s where s.id = $2) as row, p.needs_review, p.review_reason,
         (select json_build_array(b.resolved_at, b.resolution, b.journal_id, b.resolved_by, b.note)
          from reconciliation_breaks b where b.id = $3) as break
       from payments p where p.id = $1`,
      [loan.loanId, rowId, id],
    );
    found = { isDone, isAgain, ...facts };
    throw undone;
  });
  await expect(done).rejects.toBe(undone);
  return found;
}

const older = (of: Case) =>
  cleared(of, async (tx, id) => {
    const [row] = await tx.call<{ done: boolean }>(
      'select break_resolve($1, $2, $3, null, $4, null, $5) as done',
      [loan.userId, id, of.resolution, of.isByStaff ? STAFF : null, lab.clock.now()],
    );
    return row!.done;
  });

const newer = (of: Case) =>
  cleared(of, async (tx, id) => {
    const by = of.isByStaff ? { resolvedBy: STAFF } : {};
    const ids = { userId: loan.userId, id, kind: of.kind };
    return (await resolveBreak(tx, ids, { resolution: of.resolution, ...by }, lab.clock.now())).isDone;
  });

test('LEND-21: given any cleared difference, then a process of the version before ends what this one ends', async () => {
  const seen: unknown[] = [];
  for (const one of cases) {
    const ours = await newer(one);
    expect(ours, JSON.stringify(one)).toEqual(await older(one));
    seen.push(ours);
  }
  expect(seen).toContainEqual(expect.objectContaining({ isDone: true, isAgain: false, row: 'differs' }));
  expect(seen).toContainEqual(expect.objectContaining({ row: 'waiting', needs_review: false }));
  expect(seen).toContainEqual(expect.objectContaining({ needs_review: true }));
  expect(seen).toContainEqual(
    expect.objectContaining({ freezes: [expect.any(Array), [false, 'withdrawn', DAY, STAFF]] }),
  );
});
