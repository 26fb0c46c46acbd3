import type { Payment } from '@mohlat/contract';
import { dateWriter, istDateOf } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';

/** Writes the dates of a payment's page in one style: if one of its own is of another year, each has its year. */
export function usePlanDates({
  date,
  schedule,
  charges,
  partPrepayments,
  ending,
}: Payment): (date: string) => string {
  const { language } = useLanguage();
  return dateWriter(
    [
      istDateOf(date),
      ...schedule.map((row) => row.dueDate),
      ...charges.map((charge) => charge.leviedOn),
      ...partPrepayments.map((one) => one.on),
      ...(ending === null ? [] : [ending.on]),
    ],
    language,
  );
}
