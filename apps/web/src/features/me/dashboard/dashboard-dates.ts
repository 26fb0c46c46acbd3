import type { Mandate, Payment, Transaction } from '@mohlat/contract';
import { createContext, useContext } from 'react';
import { dateWriter, istDateOf } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import type { DueInstalment } from './owed-now.ts';

const Dates = createContext<readonly string[]>([]);

/** Around everything that writes a date on the dashboard. */
export const DashboardDates = Dates.Provider;

interface Dated {
  readonly instalments: readonly DueInstalment[];
  readonly payments: readonly Payment[];
  readonly transactions: readonly Transaction[];
  readonly mandates: readonly Mandate[];
}

/** The dates of the dashboard, but for those of bills, which come after the page. */
export function datesOf({ instalments, payments, transactions, mandates }: Dated): string[] {
  const newest = payments.find(({ id }) => id === transactions[0]?.id);
  return [
    ...instalments.map((one) => one.dueDate),
    ...(newest?.schedule ?? []).map((row) => row.dueDate),
    ...transactions.map(({ date }) => istDateOf(date)),
    ...mandates.flatMap(({ nextDebit }) => nextDebit?.on ?? []),
  ];
}

/** Writes the dates of the dashboard in one style: if one of them is of another year, each has its year. */
export function useDashboardDates(): (date: string) => string {
  const { language } = useLanguage();
  return dateWriter(useContext(Dates), language);
}
