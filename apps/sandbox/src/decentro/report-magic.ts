import { describeAccounts, describeEnquiries, type FilePlan } from './report-accounts.ts';

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
};

/** What the bureau has on a PAN: the digits of a magic PAN say it, everybody else has a good clean file. */
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
