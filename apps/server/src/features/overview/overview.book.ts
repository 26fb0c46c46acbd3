import {
  type AccountName,
  accrual,
  accruedSince,
  type ArrearsBucket,
  arrearsBucketOf,
  codeOf,
  DUE,
  type Loan,
  type LoanStatus,
  NOT_DUE,
} from '@mohlat/lending';
import { type BusinessDate, latestOf, type Paise, paise } from '@mohlat/money';
import { z } from 'zod';
import type { FeatureContext } from '#features/context.ts';
import { dpdOf, LOAN_FACT, type LoanFact, NEWEST_FACT } from '#features/lending/index.ts';
import { accountsIn } from '#ledger/accounts-in.ts';
import type { Tx } from '#platform/db/database.ts';
import { type Job, job } from '#platform/jobs/worker.ts';

/*
 * Adds up what is owed on the whole book: balances, and the interest that loans have earned since it was posted last, which the
 * kernel computes loan by loan. A book of some thousand loans is added up on request; a larger one by a job, and the page says
 * of which moment its figures are.
 */

/** The sums owed, by part; all charges are due. */
export interface Owed {
  readonly principalPaise: number;
  readonly feePaise: number;
  readonly interestPaise: number;
  readonly chargesPaise: number;
  readonly duePrincipalPaise: number;
  readonly dueFeePaise: number;
  readonly dueInterestPaise: number;
  /** Income that is earned and not posted. */
  readonly earnedPaise: number;
}

/** Loans of one month, state and bucket, and what is owed on them. */
export interface BookSum extends Owed {
  readonly month: string;
  readonly status: LoanStatus;
  readonly bucket: ArrearsBucket;
  readonly loans: number;
}

export interface Book {
  readonly sums: readonly BookSum[];
  readonly asOf: Date;
}

interface OpenLoan extends LoanFact, Record<string, unknown> {
  readonly userId: string;
  readonly id: string;
  readonly status: LoanStatus;
  readonly month: string;
  readonly closedThroughOn: BusinessDate;
  /** Those that are not demanded. */
  readonly instalments: Loan['instalments'];
  readonly duePrincipalPaise: Paise;
  readonly dueFeePaise: Paise;
  readonly dueInterestPaise: Paise;
  readonly principalPaise: Paise;
  readonly feePaise: Paise;
  readonly interestPaise: Paise;
  readonly chargesPaise: Paise;
}

const FIRST = '00000000-0000-0000-0000-000000000000';
const sumOf = (...accounts: readonly AccountName[]) =>
  `coalesce(sum(b.balance_paise) filter (where b.account in ${accountsIn(...accounts)}), 0)::bigint`;

const OPEN_LOANS = `
  select d.user_id as "userId", d.loan_id as id, l.status, to_char(l.disbursed_on, 'YYYY-MM') as month,
    d.closed_through_on as "closedThroughOn", ${LOAN_FACT}, o.*, coalesce((
      select json_agg(json_build_object(
        'interestPaise', i.interest_paise, 'startOn', i.start_on, 'dueOn', i.due_on, 'isDemanded', false))
      from instalments i where i.user_id = d.user_id and i.loan_id = d.loan_id and i.is_active and not i.is_demanded), '[]') as instalments
  from loan_days d
  join loans l on l.user_id = d.user_id and l.id = d.loan_id
  ${NEWEST_FACT}
  cross join lateral (
    select ${sumOf('PRINCIPAL_DUE')} as "duePrincipalPaise", ${sumOf('FEE_DUE')} as "dueFeePaise",
      ${sumOf('INTEREST_DUE')} as "dueInterestPaise",
      ${sumOf('PRINCIPAL_DUE', 'PRINCIPAL_NOT_DUE')} as "principalPaise", ${sumOf('FEE_DUE', 'FEE_NOT_DUE')} as "feePaise",
      ${sumOf('INTEREST_DUE', 'INTEREST_ACCRUED')} as "interestPaise", ${sumOf('PENAL_DUE', 'BOUNCE_DUE')} as "chargesPaise"
    from account_balances b
    where b.user_id = d.user_id and b.loan_id = d.loan_id and b.account in ${accountsIn(...NOT_DUE, ...DUE)}) o
  where d.is_open and (d.user_id, d.loan_id) > ($1, $2) order by d.user_id, d.loan_id limit $3`;

/** Interest counts through the last day that is closed for everybody, whenever it is posted. Rule: LEND-15, LEND-A1, LEND-D6 */
async function addUp(tx: Tx, atOnce: number): Promise<BookSum[]> {
  const [closed] = await tx.call<{ on: BusinessDate | null }>(
    "select nullif(book_closed_through(), '-infinity') as on",
  );
  const throughOn = closed?.on ?? undefined;
  const sums = new Map<string, BookSum>();
  let last = { userId: FIRST, id: FIRST };
  for (;;) {
    const loans = await tx.call<OpenLoan>(OPEN_LOANS, [last.userId, last.id, atOnce]);
    for (const loan of loans) {
      const { month, status } = loan;
      const bucket = arrearsBucketOf(dpdOf(loan));
      const key = `${month} ${status} ${bucket}`;
      sums.set(
        key,
        withLoan(sums.get(key) ?? { month, status, bucket, loans: 0, ...NOTHING }, loan, throughOn),
      );
    }
    const next = loans.at(-1);
    if (next === undefined || loans.length < atOnce) return [...sums.values()];
    last = next;
  }
}

const NOTHING: Owed = {
  principalPaise: 0,
  feePaise: 0,
  interestPaise: 0,
  chargesPaise: 0,
  duePrincipalPaise: 0,
  dueFeePaise: 0,
  dueInterestPaise: 0,
  earnedPaise: 0,
};
const PARTS = (Object.keys(NOTHING) as (keyof Owed)[]).filter((part) => part !== 'earnedPaise');

function withLoan(sum: BookSum, loan: OpenLoan, throughOn: BusinessDate | undefined): BookSum {
  // A day that some have closed already counts for them.
  const day = latestOf([loan.closedThroughOn, ...(throughOn === undefined ? [] : [throughOn])]);
  const unposted = throughOn === undefined || day === undefined ? 0 : accruedSince(loan, day);
  const parts = PARTS.map((part) => [part, sum[part] + loan[part]] as const);
  const owed = Object.fromEntries(parts) as Record<keyof Owed, number>;
  const income = accrual({ ...loan, rewoundCount: 0 }, day!, paise(unposted)).lines.find(
    ({ account }) => account === codeOf('INTEREST_INCOME'),
  );
  return {
    ...sum,
    ...owed,
    loans: sum.loans + 1,
    interestPaise: owed.interestPaise + unposted,
    earnedPaise: sum.earnedPaise - (income?.amountPaise ?? 0),
  };
}

const TASK = 'overview.add_up';
/** So many loans are added up within the time of a page. */
const ASKED_MAX = 5_000;
const AT_ONCE = 1_000;
/** A kept book is added up again when it is older than this, and than so many times what that takes. */
const OLD_MS = 60_000;
const REST_TIMES = 30;

/** The book as it stands, or, where that is much to add up, as it stood when a worker added it up last. */
export async function readBook(tx: Tx, now: Date, askedMax = ASKED_MAX): Promise<Book> {
  const [open] = await tx.call<{ count: number }>(
    'select count(*)::integer as count from (select 1 from loan_days where is_open limit $1) as open_loans',
    [askedMax + 1],
  );
  if (open!.count <= askedMax) return { sums: await addUp(tx, askedMax), asOf: now };
  const [look] = await tx.call<{ asOf: Date | null; tookMs: number }>(
    'select as_of as "asOf", took_ms as "tookMs" from book_sums_look',
  );
  const { asOf = null, tookMs = 0 } = look ?? {};
  // Once in the life of an installation a request waits for it.
  if (asOf === null) return keepBook(tx, now);
  const ageMs = Math.abs(now.getTime() - asOf.getTime());
  if (ageMs > Math.max(OLD_MS, REST_TIMES * tookMs))
    await tx.enqueueAgain(TASK, [{ payload: {}, key: TASK }], { attemptsMax: 3 });
  return { sums: await listSums(tx), asOf };
}

function listSums(tx: Tx): Promise<BookSum[]> {
  return tx.call<BookSum>(
    `select month, status, bucket, loans, principal_paise as "principalPaise", fee_paise as "feePaise",
       interest_paise as "interestPaise", charges_paise as "chargesPaise", due_principal_paise as "duePrincipalPaise",
       due_fee_paise as "dueFeePaise", due_interest_paise as "dueInterestPaise", earned_paise as "earnedPaise" from book_sums`,
  );
}

/** One worker at a time, and the others find it done. */
async function keepBook(tx: Tx, now: Date): Promise<Book> {
  await tx.call('select 1 from book_sums_look for update');
  const begunAt = performance.now();
  const sums = await addUp(tx, AT_ONCE);
  await tx.call('delete from book_sums');
  await tx.call(
    `insert into book_sums (month, status, bucket, loans, principal_paise, fee_paise, interest_paise, charges_paise,
       due_principal_paise, due_fee_paise, due_interest_paise, earned_paise)
     select month, status, bucket, loans, "principalPaise", "feePaise", "interestPaise", "chargesPaise", "duePrincipalPaise",
       "dueFeePaise", "dueInterestPaise", "earnedPaise"
     from jsonb_to_recordset($1::jsonb) as x(month text, status text, bucket text, loans integer, "principalPaise" bigint,
       "feePaise" bigint, "interestPaise" bigint, "chargesPaise" bigint, "duePrincipalPaise" bigint, "dueFeePaise" bigint,
       "dueInterestPaise" bigint, "earnedPaise" bigint)`,
    [JSON.stringify(sums)],
  );
  await tx.call('update book_sums_look set as_of = $1, took_ms = $2', [
    now,
    Math.round(performance.now() - begunAt),
  ]);
  return { sums, asOf: now };
}

/** Adds a large book up as one state of the database, beside everything else. */
export function overviewJobs({ worker, clock }: Pick<FeatureContext, 'worker' | 'clock'>): Job[] {
  return [
    job(
      TASK,
      z.unknown(),
      () =>
        worker.plain(async (tx) => {
          await tx.call('set transaction isolation level repeatable read');
          await keepBook(tx, clock.now());
        }),
      'aside',
    ),
  ];
}
