import {
  businessDate,
  type BusinessDate,
  type ChargeState,
  type DatedLoan,
  emiSchedule,
  type InstalmentState,
  paise,
  type Paise,
  serviceFee,
  unpaidInstalment,
} from '@mohlat/money';
import type { Share } from './received.ts';

// Builders of dated loans for tests; nothing here is exported from the package.

/** The loan of the worked examples: ₹15,000 in three EMIs from 2027-01-15. Rule: LEND-26 */
export function aLoan(billPaise = 1_500_000, anchor = '2027-01-15', count = 3, rateBps = 1_175): DatedLoan {
  const bill = paise(billPaise);
  const anchorOn = businessDate(anchor);
  const rows = emiSchedule({ billPaise: bill, feePaise: serviceFee(bill), rateBps, count, anchorOn });
  return { anchorOn, instalments: rows.map((row) => unpaidInstalment(row)), charges: [] };
}

export function aCharge(
  kind: ChargeState['kind'],
  leviedOn: string,
  amountPaise: number,
  id: string = kind,
): ChargeState {
  return {
    id,
    kind,
    leviedOn: businessDate(leviedOn),
    amountPaise: paise(amountPaise),
    paidPaise: paise(0),
    waivedPaise: paise(0),
  };
}

export function withCharges(loan: DatedLoan, ...charges: ChargeState[]): DatedLoan {
  return { ...loan, charges: [...loan.charges, ...charges] };
}

function paidBy(rows: readonly Share[], number: number, component: string): Paise {
  const own = rows.filter((row) => row.number === number && row.component === component);
  return paise(own.reduce<number>((sum, row) => sum + row.amountPaise, 0));
}

function afterRows(instalment: InstalmentState, rows: readonly Share[]): InstalmentState {
  const plus = (paid: Paise, component: string) => paise(paid + paidBy(rows, instalment.number, component));
  return {
    ...instalment,
    paidPrincipalPaise: plus(instalment.paidPrincipalPaise, 'principal'),
    paidFeePaise: plus(instalment.paidFeePaise, 'fee'),
    paidInterestPaise: plus(instalment.paidInterestPaise, 'interest'),
  };
}

/** The loan once these shares of a repayment are booked. */
export function afterAllocation(loan: DatedLoan, rows: readonly Share[]): DatedLoan {
  return {
    ...loan,
    instalments: loan.instalments.map((instalment) => afterRows(instalment, rows)),
    charges: loan.charges.map((charge) => {
      const own = rows.filter((row) => row.chargeId === charge.id);
      return {
        ...charge,
        paidPaise: paise(own.reduce<number>((sum, row) => sum + row.amountPaise, charge.paidPaise)),
      };
    }),
  };
}

export function withPaid(loan: DatedLoan, ...numbers: number[]): DatedLoan {
  return {
    ...loan,
    instalments: loan.instalments.map((instalment) =>
      numbers.includes(instalment.number)
        ? {
            ...instalment,
            paidPrincipalPaise: instalment.principalPaise,
            paidFeePaise: instalment.feePaise,
            paidInterestPaise: instalment.interestPaise,
          }
        : instalment,
    ),
  };
}

export function on(date: string): BusinessDate {
  return businessDate(date);
}
