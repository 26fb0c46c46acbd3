import {
  accruedAtClose,
  addDays,
  type BusinessDate,
  INSTALMENT_COMPONENTS,
  maxPaise,
  type Paise,
  paise,
  subtractPaise,
  sumPaise,
  unpaidCharges,
  unpaidComponent,
  ZERO_PAISE,
} from '@mohlat/money';
import { accruedTo } from './accrue.ts';
import { loanAfter } from './after.ts';
import { unreceivedOf } from './balances.ts';
import type { Instalment, Loan, LoanStatus } from './borrower.ts';
import { type Decision, NOTHING, type RowChange } from './decision.ts';
import { type BookBalances, type Parts, writtenOff } from './loan-journals.ts';
import { dpdOn } from './standing-on.ts';

/** From these days past due on an NPA loan may be written off. Rule: LEND-D5 */
export const WRITE_OFF_FROM_DPD = 181;

/** True where a loan may be given up in the books. Rule: LEND-D5 */
export function mayBeWrittenOff(status: LoanStatus, dpd: number): boolean {
  return status === 'npa' && dpd >= WRITE_OFF_FROM_DPD;
}

/** A write-off that two people decided. */
export interface WriteOff {
  readonly id: string;
  readonly effectiveOn: BusinessDate;
}

/**
 * Writes a loan off (journal 29): the allowance is used first, the rest is a loss; income never received leaves suspense.
 * The borrower still owes every unpaid amount, and later money is recovery. All instalments become demanded; interest of
 * days to come is never owed. A loan that has ended is not written off, nor one that may not be: a replay may find that it was paid in
 * time, or is less past due than the two people saw.
 * Rule: LEND-16 journal 29, LEND-D5
 */
export function writeOff(loan: Loan, { id, effectiveOn }: WriteOff): Decision {
  if (!mayBeWrittenOff(loan.status, dpdOn(loan, addDays(effectiveOn, -1))))
    return { ...NOTHING, changes: [{ change: 'write_off_void', loanId: loan.id, writeOffId: id }] };
  const toCome = loan.instalments.filter(({ isDemanded }) => !isDemanded);
  const demanded: RowChange[] = toCome.map(({ number }) => ({
    change: 'instalment_demanded',
    loanId: loan.id,
    number,
  }));
  const forgone = toCome.flatMap((one): RowChange[] => {
    const amountPaise = subtractPaise(
      maxPaise(one.paidInterestPaise, neverOwed(one, effectiveOn)),
      one.paidInterestPaise,
    );
    return amountPaise === 0
      ? []
      : [{ change: 'interest_forgone', loanId: loan.id, number: one.number, amountPaise }];
  });
  const spent = [...new Set(loan.earmarks.map(({ number }) => number))];
  const applied: RowChange[] = spent.map((number) => ({
    change: 'earmarks_applied',
    loanId: loan.id,
    number,
  }));
  const rows = [...applied, ...demanded, ...forgone];
  const { instalments, charges } = loanAfter(loan, rows);
  const { principalPaise, feePaise, interestPaise } = unpaidOf(instalments);
  return {
    ...NOTHING,
    journals: [writtenOff(loan, id, effectiveOn, balancesOf(loan))],
    changes: [
      ...rows,
      ...(loan.allowancePaise === 0
        ? []
        : [{ change: 'allowance_set', loanId: loan.id, amountPaise: ZERO_PAISE } as const]),
      {
        change: 'loan_written_off',
        loanId: loan.id,
        writeOffId: id,
        on: effectiveOn,
        principalPaise,
        feePaise,
        interestPaise,
        chargesPaise: unpaidCharges(charges),
      },
    ],
  };
}

/** The interest of an instalment to come that has not accrued by the opening of a day, in paise. Rule: LEND-A1 */
export function neverOwed(one: Instalment, day: BusinessDate): Paise {
  return subtractPaise(one.interestPaise, accruedAtClose(one, addDays(day, -1)));
}

function unpaidOf(instalments: readonly Instalment[]): Parts {
  const [principalPaise, feePaise, interestPaise] = INSTALMENT_COMPONENTS.map((component) =>
    sumPaise(instalments.map((one) => unpaidComponent(one, component))),
  ) as [Paise, Paise, Paise];
  return { principalPaise, feePaise, interestPaise };
}

/**
 * The balances in the books of a loan that is closed through the day before, in paise.
 * Rule: LEND-I04 to LEND-I06, LEND-D4
 */
function balancesOf(loan: Loan): BookBalances {
  const demanded = loan.instalments.filter(({ isDemanded }) => isDemanded);
  const toCome = loan.instalments.filter(({ isDemanded }) => !isDemanded);
  const { interestPaise, penalPaise, bouncePaise } = unreceivedOf(loan, loan.closedThroughOn);
  return {
    due: unpaidOf(demanded),
    notDue: {
      principalPaise: sumPaise(toCome.map((one) => one.principalPaise)),
      feePaise: sumPaise(toCome.map((one) => one.feePaise)),
      interestPaise: accruedTo(loan, loan.closedThroughOn),
    },
    penalPaise,
    bouncePaise,
    suspensePaise: loan.status === 'npa' ? sumPaise([interestPaise, penalPaise, bouncePaise]) : paise(0),
    heldPaise: sumPaise(loan.earmarks.map(({ amountPaise }) => amountPaise)),
    allowancePaise: loan.allowancePaise,
  };
}
