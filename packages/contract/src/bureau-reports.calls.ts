import { declareCall } from './endpoint.ts';

/** The credit information companies that RBI has registered: every lender is a member of each. Rule: LEND-24 (bureau) */
export const CREDIT_INFORMATION_COMPANIES = ['cibil', 'crif', 'equifax', 'experian'] as const;
export type CreditInformationCompany = (typeof CREDIT_INFORMATION_COMPANIES)[number];

/** waiting: a company has not had it yet. */
export const BUREAU_REPORT_STATES = ['waiting', 'submitted'] as const;

export const listBureauReports = declareCall({
  name: 'listBureauReports',
  method: 'GET',
  path: '/admin/bureau-reports',
  access: 'admin',
  roles: ['finance', 'admin'],
});

export const exportBureauReport = declareCall({
  name: 'exportBureauReport',
  method: 'GET',
  path: '/admin/bureau-reports/{id}/file',
  access: 'admin',
  roles: ['finance', 'admin'],
  stepUp: true,
  download: true,
});

export const noteBureauSubmission = declareCall({
  name: 'noteBureauSubmission',
  method: 'POST',
  path: '/admin/bureau-reports/{id}/submissions',
  access: 'admin',
  roles: ['finance'],
  stepUp: true,
});
