import { DAY_MS, istDay } from '../core/time.ts';

const HISTORY_MONTHS = 36;

/** What a file holds besides its score. */
export interface FilePlan {
  readonly hasAccounts: boolean;
  readonly pastDueRupees: number;
  /** Monthly instalment of a personal loan; 0: there is none. */
  readonly emiRupees: number;
  readonly writtenOffMonthsAgo?: number;
  readonly lateMonthsAgo?: number;
  readonly recentEnquiries: number;
}

/** `MM-YY` of the month that many months before now, in India. */
function monthKey(nowMs: number, monthsAgo: number): string {
  const [year = '', month = ''] = istDay(nowMs).split('-');
  const at = Number(year) * 12 + Number(month) - 1 - monthsAgo;
  return `${String((at % 12) + 1).padStart(2, '0')}-${String(Math.floor(at / 12) % 100).padStart(2, '0')}`;
}

/** A month's standing each, newest first: on time, but for the months named. */
function history(nowMs: number, months: number, other: Readonly<Record<number, string>> = {}) {
  return Array.from({ length: months }, (_, index) => index + 1).map((monthsAgo) => ({
    key: monthKey(nowMs, monthsAgo),
    paymentStatus: other[monthsAgo] ?? '000',
    suitFiledStatus: '*',
    assetClassificationStatus: '*',
  }));
}

const daysAgo = (nowMs: number, days: number) => istDay(nowMs - days * DAY_MS);

/** The accounts of a file: a card always, then what its plan asks for. */
export function describeAccounts(plan: FilePlan, at: { readonly isNew: boolean; readonly nowMs: number }) {
  if (!plan.hasAccounts) return [];
  const { isNew, nowMs } = at;
  const isLate = plan.pastDueRupees > 0;
  const card = {
    institution: 'A bank',
    accountType: 'Credit Card',
    dateOpened: daysAgo(nowMs, isNew ? 0 : 6 * 365),
    open: 'Yes',
    balance: '12500',
    creditLimit: '150000',
    installmentAmount: '0',
    pastDueAmount: String(plan.pastDueRupees),
    writeOffAmount: '0',
    accountStatus: isLate ? '30-59 days past due' : 'Current Account',
    dateReported: daysAgo(nowMs, 10),
    history48Months: isNew
      ? []
      : history(nowMs, HISTORY_MONTHS, {
          ...(isLate ? { 1: '30+' } : {}),
          ...(plan.lateMonthsAgo === undefined ? {} : { [plan.lateMonthsAgo]: '31+' }),
        }),
  };
  const loan = {
    ...card,
    institution: 'A finance company',
    accountType: 'Personal Loan',
    dateOpened: daysAgo(nowMs, 400),
    balance: String(plan.emiRupees * 20),
    creditLimit: '0',
    installmentAmount: String(plan.emiRupees),
    pastDueAmount: '0',
    accountStatus: 'Current Account',
    history48Months: history(nowMs, 12),
  };
  const monthsAgo = plan.writtenOffMonthsAgo ?? 0;
  const writtenOff = {
    ...loan,
    open: 'No',
    balance: '0',
    installmentAmount: '0',
    writeOffAmount: '9000',
    accountStatus: 'Charge Off/Written Off',
    dateReported: daysAgo(nowMs, 30 * monthsAgo),
    history48Months: history(nowMs, HISTORY_MONTHS, { [monthsAgo]: 'WOF' }).filter(
      (_, index) => index >= monthsAgo - 1,
    ),
  };
  const accounts = [card, ...(plan.emiRupees > 0 ? [loan] : []), ...(monthsAgo > 0 ? [writtenOff] : [])];
  return accounts.map((account, index) => ({ seq: String(index + 1), ...account }));
}

/** Enquiries of other lenders, ten days apart, the newest five days ago. */
export function describeEnquiries(count: number, nowMs: number) {
  return Array.from({ length: count }, (_, index) => ({
    seq: String(index + 1),
    institution: 'A bank',
    date: daysAgo(nowMs, 5 + index * 10),
    requestPurpose: '10',
  }));
}
