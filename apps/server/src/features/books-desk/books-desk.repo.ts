import type { AnswerOf, AuditAction, getBooks } from '@mohlat/contract';
import { addDays, type BusinessDate } from '@mohlat/money';
import { z } from 'zod';
import { accruedOn, type Query } from '#ledger/accrued.ts';
import type { Tx } from '#platform/db/database.ts';

type Books = AnswerOf<typeof getBooks>;

/** The object id under which proofs of the books are audited. */
export const BOOKS_ID = '00000000-0000-7000-8000-0000000b0085';

/** So many open loans are added up within the time of a page. */
const ADDED_UP_MAX = 5_000;

/** The day that a page begins with: today; of a larger book the last day that is closed, whose interest is kept. */
export async function findShownDay(
  tx: Tx,
  today: BusinessDate,
  addedUpMax = ADDED_UP_MAX,
): Promise<BusinessDate> {
  const [kept] = await tx.call<{ on: BusinessDate | null }>(
    `select nullif(book_closed_through(), '-infinity') as on
     where (select count(*) from (select 1 from loan_days where is_open limit $1) open_loans) = $1`,
    [addedUpMax + 1],
  );
  return kept?.on ?? today;
}

type Account = Books['accounts'][number];

/**
 * Every account through a day, and what moved it since the first of that month. Interest that was earned and is not posted
 * counts, as in `npm run books`. Rule: LEND-A1
 */
export async function listAccounts(tx: Tx, throughOn: BusinessDate): Promise<Account[]> {
  const query: Query = (text, values) => tx.call(text, values);
  const monthBefore = addDays(throughOn, -Number(throughOn.slice(-2)));
  const opening = await accruedOn(query, monthBefore);
  const closing = await accruedOn(query, throughOn);
  const posted = await listPosted(tx, throughOn);
  return posted.map((one) => withAccrued(one, opening.get(one.account) ?? 0, closing.get(one.account) ?? 0));
}

/** Interest of the month comes on the side on which it will be posted; what the month posted of earlier interest leaves it. */
function withAccrued(posted: Account, openingPaise: number, closingPaise: number): Account {
  const addedPaise = closingPaise - openingPaise;
  const isDebit = openingPaise + closingPaise > 0;
  const debitPaise = posted.debitPaise + (isDebit ? addedPaise : 0);
  const creditPaise = posted.creditPaise - (isDebit ? 0 : addedPaise);
  return {
    ...posted,
    openingPaise: posted.openingPaise + openingPaise,
    debitPaise: Math.max(debitPaise, 0) + Math.max(-creditPaise, 0),
    creditPaise: Math.max(creditPaise, 0) + Math.max(-debitPaise, 0),
    closingPaise: posted.closingPaise + closingPaise,
  };
}

function listPosted(tx: Tx, throughOn: BusinessDate): Promise<Account[]> {
  return tx.call<Account>(
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
