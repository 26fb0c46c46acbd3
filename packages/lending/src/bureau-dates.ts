import { addDays, type BusinessDate, monthEnd } from '@mohlat/money';

/** The days as on which loans are reported to credit information companies, as the regulator sets them. Rule: LEND-24 (bureau) */
export interface ReportingDates {
  /** Days of a month; its last day is always one. */
  readonly daysOfMonth: readonly number[];
  /** Calendar days in which a report of such a day is submitted. */
  readonly withinDays: number;
  /** The same for the last day of a month. */
  readonly monthEndWithinDays: number;
}

/**
 * The 9th, 16th and 23rd within four calendar days, and the last day of a month by the 5th of the next: RBI's Credit Information
 * Reporting Directions, 2025, as amended on 4 December 2025, in force since 1 July 2026. Rule: LEND-24 (bureau)
 */
export const REPORTING_DATES: ReportingDates = {
  daysOfMonth: [9, 16, 23],
  withinDays: 4,
  monthEndWithinDays: 5,
};

/** A report of one day. */
export interface DueReport {
  readonly asOn: BusinessDate;
  /** The last day on which it is submitted in time. */
  readonly dueOn: BusinessDate;
  /** True at a month's end: every account is in it, and not only those that changed. */
  readonly isFull: boolean;
}

/** The report as on a day; undefined where none is due of it. Rule: LEND-24 (bureau) */
export function reportOf(dates: ReportingDates, asOn: BusinessDate): DueReport | undefined {
  const isFull = asOn === monthEnd(asOn);
  if (!isFull && !dates.daysOfMonth.includes(Number(asOn.slice(-2)))) return undefined;
  return { asOn, dueOn: addDays(asOn, isFull ? dates.monthEndWithinDays : dates.withinDays), isFull };
}

/** The first report after a day. Rule: LEND-24 (bureau) */
export function reportAfter(dates: ReportingDates, day: BusinessDate): DueReport {
  const next = addDays(day, 1);
  return reportOf(dates, next) ?? reportAfter(dates, next);
}

/** The newest report of a day or before it. Rule: LEND-24 (bureau) */
export function reportBy(dates: ReportingDates, day: BusinessDate): DueReport {
  return reportOf(dates, day) ?? reportBy(dates, addDays(day, -1));
}

/** A lender who has lent for longer reported by other means before: what it told of then is not told a second time. */
const NEW_FOR_DAYS = 31;

/**
 * The first report of an installation whose first loan is of a day, as its days are closed: of the first date since that loan, however late
 * the days are closed; of the newest date where the loan is older than a month. Undefined before there is one. Rule: LEND-24 (bureau)
 */
export function firstReport(
  dates: ReportingDates,
  firstLentOn: BusinessDate,
  closedOn: BusinessDate,
): DueReport | undefined {
  const isNew = firstLentOn >= addDays(closedOn, -NEW_FOR_DAYS);
  const first = isNew ? reportAfter(dates, addDays(firstLentOn, -1)) : reportBy(dates, closedOn);
  return first.asOn <= closedOn ? first : undefined;
}
