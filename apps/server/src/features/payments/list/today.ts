import { isOwed, isToLookAt, type Loan } from '@mohlat/lending';
import { addDays, type BusinessDate } from '@mohlat/money';
import { IS_OWED, loansOn, namedId } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { outstandingOfFacts, type PaymentFacts } from '../payments.facts.ts';
import { findAllFacts, findFacts, listLoanDays } from '../payments.repo.ts';

/**
 * One payment as money that comes on a day will find it; undefined when it is not this user's.
 * Rule: LEND-B2, LEND-9
 */
export async function findFactsOn(
  tx: Tx,
  userId: string,
  paymentId: string,
  day: BusinessDate,
): Promise<PaymentFacts | undefined> {
  const facts = await findFacts(tx, userId, paymentId);
  return facts && (await factsOn(tx, userId, [facts], day))[0];
}

/**
 * A person's payments as money that comes on a day will find them: what the close of the days before adds counts while it has not run, so
 * that a page says what a quote says. Most of the time that is nothing, and nothing is computed.
 * Rule: LEND-B2, LEND-9
 */
export async function factsOn(
  tx: Tx,
  userId: string,
  all: readonly PaymentFacts[],
  day: BusinessDate,
): Promise<PaymentFacts[]> {
  if (!all.some((facts) => isOpenBefore(facts, day))) return [...all];
  const loans = new Map((await loansOn(tx, userId, day)).map((loan) => [loan.id, loan]));
  return all.map((facts) => {
    const loan = isOpenBefore(facts, day) ? loans.get(facts.id) : undefined;
    return loan ? withLoan(facts, loan) : facts;
  });
}

/** The sum that a person owes on a day, of all their loans, as money that comes on it will find it. Rule: LEND-B2 */
export async function owedOn(tx: Tx, userId: string, day: BusinessDate): Promise<number> {
  // First which, then their facts: a look-up within the call would take it to a node, where it cannot ask the others.
  const owed = await tx.call<{ id: string }>(`select l.id from loans l where l.user_id = $1 and ${IS_OWED}`, [
    userId,
  ]);
  const ids = owed.map(({ id }) => id);
  const all = await factsOn(tx, userId, await findAllFacts(tx, userId, ids), day);
  return all.reduce((sum, facts) => sum + outstandingOfFacts(facts), 0);
}

/**
 * The loans of a person that the close of the days before a day ends while it has not run: the opening after the last due date lets off
 * a tiny rest. Rule: LEND-9, LEND-B2
 */
export async function endedBy(tx: Tx, userId: string, day: BusinessDate): Promise<string[]> {
  const days = await listLoanDays(tx, userId);
  if (!days.some((one) => isToLookAt(one, addDays(day, -1)))) return [];
  // Those that ended before say themselves how they ended.
  const open = new Set(days.map(({ loanId }) => loanId));
  return (await loansOn(tx, userId, day))
    .filter((loan) => open.has(loan.id) && !isOwed(loan))
    .map(({ id }) => id);
}

function isOpenBefore({ days }: PaymentFacts, day: BusinessDate): boolean {
  return days != null && isToLookAt(days, addDays(day, -1));
}

/** A charge that is not written yet has a name in place of an id: it is the same each time it is asked for. */
function withLoan(facts: PaymentFacts, { status, closedOn, instalments, charges }: Loan): PaymentFacts {
  const known = new Set((facts.charges ?? []).map(({ id }) => id));
  return {
    ...facts,
    loanStatus: status,
    closedOn,
    instalments,
    charges: charges.map((one) => ({
      ...one,
      id: known.has(one.id) ? one.id : uuidOf(namedId(`${facts.id} ${one.id}`)),
    })),
  };
}

/** A name with the version and the variant of a UUID of one's own making (8): an answer with another one is outside its declaration. */
function uuidOf(name: string): string {
  return `${name.slice(0, 14)}8${name.slice(15, 19)}8${name.slice(20)}`;
}
