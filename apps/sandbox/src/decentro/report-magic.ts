import { DAY_MS, istDay } from '../core/time.ts';

export type ReportPlan =
  | { kind: 'report'; score: string | null; hasAccounts: boolean; pastDueRupees: number }
  | { kind: 'no_hit' | 'error_item' | 'provider_error' | 'lost' | 'duplicate' };

const MAGIC = /^SBXP[A-Z](\d{4})[A-Z]$/;
const DEFAULT_SCORE = '782';

const clean = (score: string): ReportPlan => ({ kind: 'report', score, hasAccounts: true, pastDueRupees: 0 });

/** What the bureau has on a PAN: the digits of a magic PAN say it, everybody else has a good clean file. */
export function planReport(pan: string): ReportPlan {
  const digits = MAGIC.exec(pan)?.[1];
  switch (digits) {
    case '0000':
      return { kind: 'no_hit' };
    case '0001':
      return { kind: 'report', score: '-1', hasAccounts: true, pastDueRupees: 0 };
    case '9001':
      return { kind: 'provider_error' };
    case '9002':
      return { kind: 'lost' };
    case '9003':
      return { kind: 'duplicate' };
    case '9004':
      return { kind: 'report', score: '720', hasAccounts: true, pastDueRupees: 18_400 };
    case '9005':
      return { kind: 'error_item' };
    default: {
      const score = Number(digits ?? 0);
      return clean(score >= 300 && score <= 900 ? String(score) : DEFAULT_SCORE);
    }
  }
}

function accountsOf(plan: Extract<ReportPlan, { kind: 'report' }>, nowMs: number) {
  if (!plan.hasAccounts) return [];
  const opened = (years: number) => istDay(nowMs - years * 365 * DAY_MS);
  return [
    {
      seq: '1',
      institution: 'A bank',
      accountType: 'Credit Card',
      dateOpened: opened(plan.score === '-1' ? 0 : 6),
      open: 'Yes',
      balance: '12500',
      creditLimit: '150000',
      pastDueAmount: String(plan.pastDueRupees),
      accountStatus: plan.pastDueRupees > 0 ? '30-59 days past due' : 'Current Account',
    },
  ];
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
  const accounts = accountsOf(plan, nowMs);
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
        noOfActiveAccounts: String(accounts.length),
        noOfPastDueAccounts: plan.pastDueRupees > 0 ? '1' : '0',
        totalPastDue: String(plan.pastDueRupees),
        totalBalanceAmount: accounts.length > 0 ? '12500' : '0',
      },
      retailAccountDetails: accounts,
      enquiries: [],
      enquirySummary: { past30Days: '1', past12Months: '2', total: '4' },
      recentActivities: { accountsDeliquent: plan.pastDueRupees > 0 ? '1' : '0', totalInquiries: '1' },
    },
  };
}
