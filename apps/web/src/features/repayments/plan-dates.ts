import type { Mandate, Payment } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { mandateOf } from '../../lib/autopay.ts';
import { dateWriter, istDateOf } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { mandatesQuery } from '../../lib/queries.ts';

/** Writes the dates of a page about payments in one style: if one of theirs is of another year, each has its year. */
export function usePlanDates(...payments: readonly Payment[]): (date: string) => string {
  const { language } = useLanguage();
  // Autopay asks for them; here they are only looked at.
  const { data } = useQuery({ ...mandatesQuery, enabled: false });
  const dates = payments.flatMap((payment) => [
    ...datesOf(payment),
    ...datesOfMandate(mandateOf(payment.id, data?.items ?? [])),
  ]);
  return dateWriter(dates, language);
}

function datesOf(payment: Payment): string[] {
  const { date, schedule, charges, partPrepayments, waived, ending, cancel, settlement, frozen } = payment;
  const ends = [ending?.on, cancel?.until, settlement?.payBy, frozen?.since];
  return [
    istDateOf(date),
    ...schedule.map((row) => row.dueDate),
    ...charges.map((charge) => charge.leviedOn),
    ...charges.flatMap(({ payBy }) => payBy ?? []),
    ...partPrepayments.map((one) => one.on),
    ...waived.map((one) => one.on),
    ...ends.filter((end) => end !== undefined),
  ];
}

function datesOfMandate(mandate: Mandate | undefined): string[] {
  if (mandate === undefined) return [];
  const { until, nextDebit, lastDebit } = mandate;
  const days = [until, nextDebit?.on, nextDebit?.answerBy, lastDebit?.on];
  return days.filter((day) => typeof day === 'string');
}
