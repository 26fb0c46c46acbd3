import { WAIVABLE, type Waivable } from '@mohlat/contract';
import {
  type Borrower,
  type Decision,
  levyBounce,
  type Loan,
  waivablePaise,
  waive,
  type Waiver,
  writeOff,
  type WriteOff,
} from '@mohlat/lending';
import { addDays, type BusinessDate, istDate, type Paise, sumPaise } from '@mohlat/money';
import type { Tx } from '#platform/db/database.ts';
import { invariant } from '#platform/http/domain-error.ts';
import { book } from './book.ts';
import { catchUp } from './close.ts';
import { loadBorrowers, loadKnown } from './load.ts';

type Rule = (borrower: Borrower) => Decision;

/**
 * Decides for one borrower under the locks of their credit account and loans, and books it; answers what was decided. A freeze
 * holds the loan and not the account: without the loan's lock a charge could pass it.
 * Rule: LEND-C5
 */
async function decideAlone(tx: Tx, userId: string, now: Date, rule: Rule): Promise<Decision> {
  await tx.call('select 1 from credit_accounts where user_id = $1 for update', [userId]);
  await tx.call('select 1 from loans where user_id = $1 order by id for update', [userId]);
  const [known] = await loadKnown(tx, [userId]);
  invariant(known !== undefined, 'a borrower has a credit account');
  const decision = rule(known.borrower);
  if (decision.changes.length === 0) return decision;
  const stale = await book(tx, [{ userId, version: known.version, decision }], now);
  invariant(stale.size === 0, 'what is known of a borrower changed under a lock');
  return decision;
}

function loanOf({ loans }: Borrower, loanId: string): Loan {
  const loan = loans.find(({ id }) => id === loanId);
  invariant(loan !== undefined, 'a loan belongs to its borrower');
  return loan;
}

/**
 * Lets off what a waiver grants, once its row stands; answers how much that came to, in paise. After the loan was taken back it is
 * granted again in its turn. The caller has closed the loan's days.
 * Rule: LEND-16 journal 22, LEND-24
 * @throws what the database refuses, where it was applied before
 */
export async function applyWaiver(tx: Tx, userId: string, waiverId: string, now: Date): Promise<Paise> {
  const [row] = await tx.call<Waiver & { readonly loanId: string }>(
    `select id, loan_id as "loanId", component, granted_paise as "grantedPaise", effective_on as "effectiveOn"
     from waivers where user_id = $1 and id = $2`,
    [userId, waiverId],
  );
  invariant(row !== undefined, 'a waiver that nobody granted');
  const { changes } = await decideAlone(tx, userId, now, (borrower) =>
    waive(loanOf(borrower, row.loanId), row),
  );
  const applied = changes.filter((change) => change.change === 'waiver_applied');
  return sumPaise(applied.map(({ amountPaise }) => amountPaise));
}

/** The most that a waiver of a component of a loan can let off on a day, in paise. Rule: LEND-24 */
export async function findWaivable(
  tx: Tx,
  { userId, loanId }: { readonly userId: string; readonly loanId: string },
  component: Waiver['component'],
  day: BusinessDate,
): Promise<Paise> {
  const [borrower] = await loadBorrowers(tx, [userId]);
  invariant(borrower !== undefined, 'a borrower has a credit account');
  return waivablePaise(loanOf(borrower, loanId), component, day);
}

/** The same for every component of which something can be let off. Rule: LEND-24 */
export async function listWaivable(
  tx: Tx,
  { userId, loanId }: { readonly userId: string; readonly loanId: string },
  day: BusinessDate,
): Promise<{ readonly component: Waivable; readonly duePaise: Paise }[]> {
  const [borrower] = await loadBorrowers(tx, [userId]);
  invariant(borrower !== undefined, 'a borrower has a credit account');
  const loan = loanOf(borrower, loanId);
  return WAIVABLE.map((component) => ({ component, duePaise: waivablePaise(loan, component, day) })).filter(
    ({ duePaise }) => duePaise > 0,
  );
}

/**
 * Takes a loan out of the books, once the row of the decision stands; of a loan that has ended nothing. After the loan was taken
 * back it is written off again in its turn. The caller has closed the loan's days.
 * Rule: LEND-16 journal 29, LEND-D5
 */
export async function applyWriteOff(tx: Tx, userId: string, writeOffId: string, now: Date): Promise<void> {
  const [row] = await tx.call<WriteOff & { readonly loanId: string }>(
    'select id, loan_id as "loanId", effective_on as "effectiveOn" from write_offs where user_id = $1 and id = $2',
    [userId, writeOffId],
  );
  invariant(row !== undefined, 'a write-off that nobody decided');
  await decideAlone(tx, userId, now, (borrower) => writeOff(loanOf(borrower, row.loanId), row));
}

/** A charge as it was levied; `overdueOn` is the last day on which it is on time. Rule: LEND-L7 */
export interface LeviedCharge {
  readonly amountPaise: Paise;
  readonly overdueOn: BusinessDate;
}

/**
 * Charges a debit that the bank returned for want of funds, once for each instalment; answers the charge, undefined where there is none.
 * Rule: LEND-16 journal 16, LEND-L6
 */
export async function chargeBounce(
  tx: Tx,
  userId: string,
  { loanId, number }: { readonly loanId: string; readonly number: number },
  now: Date,
): Promise<LeviedCharge | undefined> {
  const today = istDate(now.getTime());
  await catchUp(tx, userId, addDays(today, -1), now);
  const { changes } = await decideAlone(tx, userId, now, (borrower) =>
    levyBounce(loanOf(borrower, loanId), number, today),
  );
  return changes.find((change) => change.change === 'charge_levied');
}
