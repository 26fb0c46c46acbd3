import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amongLaid, lay } from '#test/laying.ts';
import { idOf, type Lab, openLab } from '#test/lending-lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const BOOKS = idOf('the books');
const at = (minute: number) => new Date(Date.UTC(2027, 0, 15, 6, minute));
const invariants = (...breaches: readonly number[]) => ({
  invariants: breaches.map((count) => ({ breaches: count })),
});

/** Entries of the audit log: the object, the act, and how many breaches each invariant had. */
const LOG = [
  [BOOKS, 'books.proven', [9, 9, 9]],
  [BOOKS, 'books.proven', [0, 1, 2]],
  [BOOKS, 'books.looked_at', [5]],
  [idOf('other books'), 'books.proven', [6]],
] as const;

async function layLog(client: pg.PoolClient): Promise<void> {
  for (const [index, [object_id, action, breaches]] of LOG.entries())
    await lay(client, 'audit_log', {
      seq: 1_000 + index,
      at: at(index),
      actor_kind: 'system',
      action,
      object_kind: 'books',
      object_id,
      details: invariants(...breaches),
      hash: Buffer.from(`${index}`),
    });
}

test('given proofs of the books, then the last one is told, to staff with all of its invariants', async () => {
  const { standing, told } = await amongLaid(lab, async (client) => {
    await layLog(client);
    const sums = await client.query('select proven_at as at, broken::integer from books_standing($1)', [
      BOOKS,
    ]);
    await client.query(
      "insert into auth.staff_acts (xact, user_id, roles) values (pg_current_xact_id(), $1, '{finance}')",
      [idOf('staff')],
    );
    const proofs = await client.query('select at, details from last_proof($1)', [BOOKS]);
    return { standing: sums.rows, told: proofs.rows };
  });
  expect(standing).toEqual([{ at: at(1), broken: 2 }]);
  expect(told).toEqual([{ at: at(1), details: invariants(0, 1, 2) }]);
});

test('given a caller outside the staff, when the last proof is asked for, then it is refused', async () => {
  const tried = amongLaid(lab, (client) => client.query('select 1 from last_proof($1)', [BOOKS]));
  await expect(tried).rejects.toThrow('nobody of the staff acts here');
});
