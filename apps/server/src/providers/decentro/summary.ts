import { BUREAU_WINDOWS, DAY_MS, istDate } from '@mohlat/money';
import type { Now } from '../call-context.ts';
import { present } from '../present.ts';
import type { BureauSummary } from './port.ts';
import type { WireAccount, WireReport } from './wire.ts';

const LATE_DAYS = 30;

/** Standings of a month that say the lender gave money up: written off, settled, wilful default. */
const WRITTEN_OFF = new Set(['WOF', 'PWOS', 'SET', 'WDF', 'SFWD', 'SFWO', 'LSS', 'LOS']);
/** Standings of an account more than 90 days late. */
const FAR_LATE = new Set(['SUB', 'DBT']);
const WRITTEN_OFF_WORDS = /written.?off|charge.?off|settle|wil+ful/i;

/** Sums up a report as the figures a decision needs. A figure missing from the report is not held against the person. */
export function summaryOf(report: WireReport, now: Now): BureauSummary {
  const s = report.retailAccountsSummary;
  const accounts = report.retailAccountDetails;
  const today = istDate(now().getTime());
  const overdueInDetails = accounts.filter((a) => a.pastDueAmount > 0).length;
  return {
    activeAccountCount: s?.noOfActiveAccounts ?? 0,
    overdueAmount: s?.totalPastDue ?? 0,
    overdueAccountCount: Math.max(s?.noOfPastDueAccounts ?? 0, overdueInDetails),
    totalBalance: s?.totalBalanceAmount ?? 0,
    enquiries30DaysCount: report.enquirySummary?.past30Days ?? 0,
    enquiries90DaysCount: recentEnquiries(report, today),
    monthlyObligations: accounts
      .filter((one) => isOpen(one))
      .reduce((sum, one) => sum + one.installmentAmount, 0),
    ...present({
      oldestAccountMonths: oldestAccountMonths(report, today),
      late30On: newestMonth(accounts.flatMap(lateMonths), today, BUREAU_WINDOWS.lateMonths),
      writtenOffOn: newestMonth(accounts.flatMap(writtenOffMonths), today, BUREAU_WINDOWS.writtenOffMonths),
    }),
  };
}

/** An account that does not say is taken for open unless it has a closing date. */
function isOpen(account: WireAccount): boolean {
  return account.open === undefined ? account.dateClosed === undefined : /^y/i.test(account.open);
}

/** By their dates; the summary's thirty days are the least there are. */
function recentEnquiries(report: WireReport, today: string): number {
  const since = Date.parse(today) - BUREAU_WINDOWS.enquiryDays * DAY_MS;
  const dated = report.enquiries.filter((one) => {
    const at = Date.parse(one.date?.slice(0, 10) ?? '');
    return at >= since && at <= Date.parse(today);
  }).length;
  return Math.max(dated, report.enquirySummary?.past30Days ?? 0);
}

function lateMonths(account: WireAccount): number[] {
  const inHistory = account.history48Months
    .filter(({ paymentStatus = '' }) => daysLate(paymentStatus) >= LATE_DAYS || FAR_LATE.has(paymentStatus))
    .map((one) => monthOfKey(one.key));
  const now = /(\d+)\D.*past due/i.exec(account.accountStatus ?? '')?.[1];
  return told([...inHistory, Number(now ?? 0) >= LATE_DAYS ? monthOfDate(account.dateReported) : undefined]);
}

function writtenOffMonths(account: WireAccount): number[] {
  const inHistory = account.history48Months
    .filter(({ paymentStatus = '' }) => WRITTEN_OFF.has(paymentStatus))
    .map((one) => monthOfKey(one.key));
  const isNow = account.writeOffAmount > 0 || WRITTEN_OFF_WORDS.test(account.accountStatus ?? '');
  const known = told(inHistory);
  // A write-off stays in every later standing; when it happened is the history's to say, else the report's date.
  if (!isNow || known.length > 0) return known;
  return told([monthOfDate(account.dateClosed ?? account.dateReported)]);
}

const told = (months: readonly (number | undefined)[]) => months.filter((one) => one !== undefined);

/** `031`, `30+` and `91-120` begin with the days; words are not days. */
function daysLate(standing: string): number {
  return Number(/^\d+/.exec(standing)?.[0] ?? 0);
}

/** Months since year 0 of a key such as `07-25`. */
function monthOfKey(key: string | undefined): number | undefined {
  const match = /^(\d{2})-(\d{2}|\d{4})$/.exec(key ?? '');
  if (!match) return undefined;
  const year = Number(match[2]);
  return (year < 100 ? 2000 + year : year) * 12 + Number(match[1]) - 1;
}

function monthOfDate(date: string | undefined): number | undefined {
  const match = /^(\d{4})-(\d{2})/.exec(date ?? '');
  return match ? Number(match[1]) * 12 + Number(match[2]) - 1 : undefined;
}

/** The first day of the newest month that lies within so many months before today. */
function newestMonth(months: readonly number[], today: string, within: number): string | undefined {
  const newest = Math.max(...months, Number.NEGATIVE_INFINITY);
  if (newest < (monthOfDate(today) ?? 0) - within) return undefined;
  return `${Math.floor(newest / 12)}-${String((newest % 12) + 1).padStart(2, '0')}-01`;
}

/** Whole months between the first opening and now, by calendar month: enough for a vintage rule. */
function oldestAccountMonths(report: WireReport, today: string): number | undefined {
  const months = told(report.retailAccountDetails.map((a) => monthOfDate(a.dateOpened)));
  if (months.length === 0) return undefined;
  return Math.max(0, (monthOfDate(today) ?? 0) - Math.min(...months));
}
