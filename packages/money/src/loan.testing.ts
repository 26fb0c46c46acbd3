import { businessDate, type BusinessDate } from './calendar.ts';
import { emiSchedule } from './emi.ts';
import { serviceFee } from './fee.ts';
import { unpaidInstalment, type DatedLoan } from './loan-state.ts';
import { paise } from './paise.ts';

// Builders for tests only; nothing here is exported from the package.

/** The loan of the worked examples: ₹15,000 in three EMIs from 2027-01-15. Rule: LEND-26 */
export function aLoan(billPaise = 1_500_000, anchor = '2027-01-15', count = 3, rateBps = 1_175): DatedLoan {
  const bill = paise(billPaise);
  const anchorOn = businessDate(anchor);
  const rows = emiSchedule({ billPaise: bill, feePaise: serviceFee(bill), rateBps, count, anchorOn });
  return { anchorOn, instalments: rows.map((row) => unpaidInstalment(row)), charges: [] };
}

export function on(date: string): BusinessDate {
  return businessDate(date);
}
