import { type ChargeState, type DatedLoan, monthStart } from '@mohlat/money';
import type { Instalment, Loan } from './borrower.ts';

/** A loan's schedule in force with its paid amounts, and its charges. */
export interface Schedule extends Pick<Loan, 'disbursedOn'> {
  readonly instalments: readonly Omit<Instalment, 'id'>[];
  readonly charges: readonly ChargeState[];
}

/**
 * The loan in the shape that the arithmetic of dated loans needs. An instalment counts as demanded where the books
 * demanded it, whatever its due date: a frozen loan demands none, and a written-off loan demands all.
 * Rule: LEND-X10, LEND-D5
 */
export function datedOf({ disbursedOn, instalments, charges }: Schedule): DatedLoan {
  const dated: DatedLoan = {
    anchorOn: disbursedOn,
    instalments: instalments.map((one) => ({ ...one, demandedOn: one.isDemanded ? disbursedOn : null })),
    charges,
  };
  // A part-prepayment began the period of its first instalment again.
  const restarted = instalments.findLast((one) => one.startOn > monthStart(dated, one));
  return restarted === undefined ? dated : { ...dated, restartedOn: restarted.startOn };
}
