import { type DatedLoan, monthStart } from '@mohlat/money';
import type { Loan } from './borrower.ts';

/**
 * The loan as the arithmetic of dated loans wants it. An instalment is demanded where the books demanded it, whatever its due date
 * says: while a loan is frozen they do not. Rule: LEND-X10
 */
export function datedOf({ disbursedOn, instalments, charges }: Loan): DatedLoan {
  const dated: DatedLoan = {
    anchorOn: disbursedOn,
    instalments: instalments.map((one) => ({ ...one, demandedOn: one.isDemanded ? one.dueOn : null })),
    charges,
  };
  // A part-prepayment began the period of its first instalment anew.
  const restarted = instalments.findLast((one) => one.startOn > monthStart(dated, one));
  return restarted === undefined ? dated : { ...dated, restartedOn: restarted.startOn };
}
