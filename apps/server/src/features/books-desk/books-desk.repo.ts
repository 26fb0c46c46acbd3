import type { AnswerOf, AuditAction, getBooks } from '@mohlat/contract';
import type { BusinessDate } from '@mohlat/money';
import { z } from 'zod';
import type { Tx } from '#platform/db/database.ts';

type Books = AnswerOf<typeof getBooks>;

/** The object id under which proofs of the books are audited. */
export const BOOKS_ID = '00000000-0000-7000-8000-0000000b0085';

/** Every account through a day, and what moved it since the first of that month. */
export function listAccounts(tx: Tx, throughOn: BusinessDate): Promise<Books['accounts']> {
  return tx.call<Books['accounts'][number]>(
    `select a.code as account, a.name, a.kind,
       coalesce(sum(s.debit_paise - s.credit_paise) filter (where s.day_on < m.first), 0)::bigint as "openingPaise",
       coalesce(sum(s.debit_paise) filter (where s.day_on >= m.first), 0)::bigint as "debitPaise",
       coalesce(sum(s.credit_paise) filter (where s.day_on >= m.first), 0)::bigint as "creditPaise",
       coalesce(sum(s.debit_paise - s.credit_paise), 0)::bigint as "closingPaise"
     from accounts a
     cross join (select date_trunc('month', $1::date)::date as first) m
     left join ledger_sums('-infinity', $1) s on s.account = a.code
     group by a.code, a.name, a.kind order by a.code`,
    [throughOn],
  );
}

const proof = z.array(
  z.object({ id: z.string(), sentence: z.string(), breaches: z.int(), milliseconds: z.int() }),
);

/** The last proof that was written down. */
export async function findProof(tx: Tx): Promise<Books['proof']> {
  const [row] = await tx.call<{ at: Date; details: { invariants: unknown } }>(
    'select at, details from last_proof($1)',
    [BOOKS_ID],
  );
  if (!row) return null;
  const invariants = proof.parse(row.details.invariants);
  return {
    provenAt: row.at.toISOString(),
    isWhole: invariants.every((one) => one.breaches === 0),
    invariants,
  };
}

export async function writeProof(tx: Tx, invariants: z.infer<typeof proof>, now: Date): Promise<void> {
  const details = JSON.stringify({ invariants });
  await tx.call("select audit_system($1, 'system', $4, 'books', $2, null, $3, null)", [
    now,
    BOOKS_ID,
    details,
    'books.proven' satisfies AuditAction,
  ]);
}
