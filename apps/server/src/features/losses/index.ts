import type { AdminPayment } from '@mohlat/contract';
import type { BusinessDate } from '@mohlat/money';
import { listWaivable } from '#features/lending/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { findGranted, findLoan, type LoanIds } from './losses.repo.ts';
import { type Debt, grantableAlonePaise, refusalOfAnySum } from './losses.rules.ts';

/** Tells the parts of a loan that can be waived on a day, and how much of them one person may waive alone. Rule: LEND-24 */
export async function findWaivers(
  tx: Tx,
  ids: LoanIds,
  today: BusinessDate,
  memberId: string,
): Promise<NonNullable<AdminPayment['waivable']>> {
  const parts = await listWaivable(tx, ids, today);
  return { parts, alonePaise: grantableAlonePaise(await findGranted(tx, ids, today, memberId)) };
}

/** True where a lower sum of a loan can be proposed on a day. Rule: LEND-24 */
export async function maySettle(
  tx: Tx,
  ids: LoanIds,
  debt: Omit<Debt, 'chargedPaise'>,
  today: BusinessDate,
): Promise<boolean> {
  const loan = await findLoan(tx, ids);
  return loan !== undefined && refusalOfAnySum(debt, loan, today) === undefined;
}

export { tellAgreed } from './losses.tell.ts';
