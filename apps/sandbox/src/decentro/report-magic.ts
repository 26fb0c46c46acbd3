import { DAY_MS, istDay } from '../core/time.ts';

const HISTORY_MONTHS = 36;

/** The contents of a bureau's file besides its score. */
interface FilePlan {
  readonly hasAccounts: boolean;
  readonly pastDueRupees: number;
  /** Monthly instalment of a personal loan; 0: there is none. */
  readonly emiRupees: number;
  readonly writtenOffMonthsAgo?: number;
  readonly lateMonthsAgo?: number;
  readonly recentEnquiries: number;
  /** A pull without a PIN code is refused. */
  readonly wantsPincode?: boolean;
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
function describeAccounts(plan: FilePlan, at: { readonly isNew: boolean; readonly nowMs: number }) {
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
function describeEnquiries(count: number, nowMs: number) {
  return Array.from({ length: count }, (_, index) => ({
    seq: String(index + 1),
    institution: 'A bank',
    date: daysAgo(nowMs, 5 + index * 10),
    requestPurpose: '10',
  }));
}

export type ReportPlan =
  | ({ kind: 'report'; score: string | null } & FilePlan)
  | { kind: 'no_hit' | 'error_item' | 'provider_error' | 'lost' | 'duplicate' };

const MAGIC = /^SBXP[A-Z](\d{4})[A-Z]$/;
const DEFAULT_SCORE = '782';

const file = (score: string, over: Partial<FilePlan> = {}): ReportPlan => ({
  kind: 'report',
  score,
  hasAccounts: true,
  pastDueRupees: 0,
  emiRupees: 0,
  recentEnquiries: 1,
  ...over,
});

const PLANS: Readonly<Record<string, ReportPlan>> = {
  '0000': { kind: 'no_hit' },
  '0001': file('-1'),
  '9001': { kind: 'provider_error' },
  '9002': { kind: 'lost' },
  '9003': { kind: 'duplicate' },
  '9004': file('720', { pastDueRupees: 18_400 }),
  '9005': { kind: 'error_item' },
  '9006': file(DEFAULT_SCORE, { emiRupees: 18_000 }),
  '9007': file(DEFAULT_SCORE, { writtenOffMonthsAgo: 20 }),
  '9008': file(DEFAULT_SCORE, { lateMonthsAgo: 6 }),
  '9009': file(DEFAULT_SCORE, { recentEnquiries: 7 }),
  '9010': file(DEFAULT_SCORE, { emiRupees: 45_000 }),
  '9011': file(DEFAULT_SCORE, { wantsPincode: true }),
};

/** Plans the bureau's report on a PAN: the digits of a magic PAN decide it, every other PAN has a good clean file. */
export function planReport(pan: string): ReportPlan {
  const digits = MAGIC.exec(pan)?.[1] ?? '';
  const score = Number(digits);
  return PLANS[digits] ?? file(score >= 300 && score <= 900 ? String(score) : DEFAULT_SCORE);
}

/** The inner report: every number a string, every amount in rupees. */
export function describeReport(
  plan: ReportPlan,
  person: { name: string; dateOfBirth: string },
  nowMs: number,
) {
  if (plan.kind === 'no_hit')
    return { Error: { ErrorCode: '00', ErrorDesc: 'Consumer not found in bureau' } };
  if (plan.kind !== 'report')
    return { Error: { ErrorCode: 'E0401', ErrorDesc: 'The bureau could not be asked' } };
  const accounts = describeAccounts(plan, { isNew: plan.score === '-1', nowMs });
  const open = accounts.filter((account) => account.open === 'Yes');
  const sum = (numbers: readonly string[]) =>
    String(numbers.reduce((total, text) => total + Number(text), 0));
  return {
    cIRReportData: {
      iDAndContactInfo: {
        personalInfo: { name: { fullName: person.name }, dateOfBirth: person.dateOfBirth },
      },
      scoreDetails:
        plan.score === null
          ? []
          : [{ type: 'ERS', name: 'Sandbox score', version: '4.0', value: plan.score, scoringElements: [] }],
      retailAccountsSummary: {
        noOfAccounts: String(accounts.length),
        noOfActiveAccounts: String(open.length),
        noOfPastDueAccounts: plan.pastDueRupees > 0 ? '1' : '0',
        noOfWriteOffs: plan.writtenOffMonthsAgo === undefined ? '0' : '1',
        totalPastDue: String(plan.pastDueRupees),
        totalBalanceAmount: sum(open.map((account) => account.balance)),
        totalMonthlyPaymentAmount: sum(open.map((account) => account.installmentAmount)),
      },
      retailAccountDetails: accounts,
      enquiries: describeEnquiries(plan.recentEnquiries, nowMs),
      enquirySummary: {
        past30Days: String(Math.min(1, plan.recentEnquiries)),
        past12Months: String(plan.recentEnquiries + 1),
        total: String(plan.recentEnquiries + 3),
      },
      recentActivities: { accountsDeliquent: plan.pastDueRupees > 0 ? '1' : '0', totalInquiries: '1' },
    },
  };
}
