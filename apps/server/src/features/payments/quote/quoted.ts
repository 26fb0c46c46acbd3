import { quotableLoan } from '@mohlat/lending';
import type { BusinessDate } from '@mohlat/money';
import { loansOn } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { isOwing, type PaymentFacts, type QuotedLoan, toLoan } from '../payments.facts.ts';

/**
 * The loan as money that comes today will find it, with what the close of yesterday adds while that has not run: a person is told
 * the late charge of tonight before they pay. Undefined where nothing is owed.
 * Rule: LEND-B2, LEND-9
 */
export async function loanToQuote(
  tx: Tx,
  userId: string,
  facts: PaymentFacts,
  today: BusinessDate,
): Promise<QuotedLoan | undefined> {
  if (!isOwing(facts)) return undefined;
  // It was given up: its days are not closed any more, and all of it is demanded.
  if (facts.loanStatus === 'written_off') return toLoan(facts, today);
  return quotableLoan(await loansOn(tx, userId, today), facts.id);
}
