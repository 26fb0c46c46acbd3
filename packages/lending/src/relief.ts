import { type BusinessDate, minPaise, type Paise, paise, sumPaise } from '@mohlat/money';
import { loanAfter } from './after.ts';
import { isLive, type Loan } from './borrower.ts';
import { type Decision, NOTHING, type RowChange, together, type Waived } from './decision.ts';
import { closeUnowed, isPaidUp } from './ending.ts';
import { taxBack } from './fee-tax.ts';
import { waived } from './loan-journals.ts';
import { waivable } from './waivable.ts';

/** A waiver by staff: a fact, although a replay may leave less to waive at its turn. */
export interface Waiver {
  readonly id: string;
  readonly component: Waived['component'];
  readonly grantedPaise: Paise;
  readonly effectiveOn: BusinessDate;
}

/**
 * Waives the granted amount, oldest first and at most the unpaid amount (journal 22). The tax of a waived fee goes back,
 * so that a credit note follows from the journal. A loan that is paid up closes.
 * Rule: LEND-16 journal 22, LEND-24, LEND-F2, LEND-F5
 */
export function waive(loan: Loan, { id, component, grantedPaise, effectiveOn }: Waiver): Decision {
  const parts = isLive(loan) ? upTo(grantedPaise, ofComponent(loan, component, effectiveOn)) : [];
  const amountPaise = sumPaise(parts.map((part) => part.amountPaise));
  const applied: RowChange = { change: 'waiver_applied', loanId: loan.id, waiverId: id, amountPaise };
  if (amountPaise === 0) return { ...NOTHING, changes: [applied] };
  const feePaise = component === 'fee' ? amountPaise : paise(0);
  const decision: Decision = {
    ...NOTHING,
    journals: [waived(loan, id, effectiveOn, { parts, tax: taxBack(loan.feeTax, feePaise) })],
    changes: [
      applied,
      ...parts.map((part) => ({ change: 'share_waived', loanId: loan.id, waiverId: id, ...part }) as const),
    ],
  };
  const rest = loanAfter(loan, decision.changes);
  return isPaidUp(rest, effectiveOn) ? together([decision, closeUnowed(rest, effectiveOn)]) : decision;
}

/** The most that a waiver of a component can let off on a day. Rule: LEND-24 */
export function waivablePaise(loan: Loan, component: Waived['component'], day: BusinessDate): Paise {
  return sumPaise(ofComponent(loan, component, day).map(({ amountPaise }) => amountPaise));
}

function ofComponent(loan: Loan, component: Waived['component'], day: BusinessDate): Waived[] {
  return waivable(loan, day).filter((part) => part.component === component);
}

/** The first of these parts, up to a sum. */
function upTo(mostPaise: Paise, parts: readonly Waived[]): Waived[] {
  const taken: Waived[] = [];
  let left = mostPaise;
  for (const part of parts) {
    const amountPaise = minPaise(left, part.amountPaise);
    if (amountPaise > 0) taken.push({ ...part, amountPaise });
    left = paise(left - amountPaise);
  }
  return taken;
}
