import { type BusinessDate, businessDate } from './calendar.ts';

const APRIL = 4;

/** A year of books and of tax: April to March. */
export interface FinancialYear {
  /** The calendar year in which it begins. */
  readonly startYear: number;
  readonly fromOn: BusinessDate;
  readonly throughOn: BusinessDate;
}

export function financialYearFrom(startYear: number): FinancialYear {
  return {
    startYear,
    fromOn: businessDate(`${startYear}-04-01`),
    throughOn: businessDate(`${startYear + 1}-03-31`),
  };
}

/** The financial year that a day lies in. Rule: LEND-F5 */
export function financialYearOf(day: BusinessDate): FinancialYear {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return financialYearFrom(month >= APRIL ? year : year - 1);
}
