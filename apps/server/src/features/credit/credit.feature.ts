import { DECISION } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { createEvidenceService, createIncomeReview } from './credit.evidence.ts';
import { limitApproval, registerLimitProposals } from './credit.propose.ts';
import { registerReinstatement, reinstatementApproval } from './credit.reinstate.ts';
import { registerCredit } from './credit.routes.ts';
import { createCreditService } from './credit.service.ts';
import { createStandingSweep, creditJobs } from './credit.standing.ts';

export const credit: Feature = {
  name: 'credit',
  routes(endpoints, parts) {
    registerCredit(endpoints, createCreditService(parts), createEvidenceService(parts));
    registerReinstatement(endpoints, parts);
    registerLimitProposals(endpoints, parts);
  },
  jobs: creditJobs,
  sweeps: (parts) => ({ standing: createStandingSweep(parts) }),
  reviews: (parts) => [createIncomeReview(parts)],
  approvals: (parts) => [reinstatementApproval(), limitApproval(parts)],
  personalData: [
    {
      table: 'credit_accounts',
      topic: 'decision',
      title: { en: 'Credit limit', hi: 'क्रेडिट लिमिट' },
      fate: {
        visitor: 'erase',
        applicant: { keep: 'application', atEnd: 'erase' },
        customer: {
          keep: 'decision',
          blank:
            'score = null, assessment_id = null, limit_consent_id = null, report_on = null, review_on = null',
          atEnd: 'erase',
        },
      },
    },
    {
      table: 'credit_assessments',
      topic: 'decision',
      title: { en: 'Decisions about your limit', hi: 'लिमिट के फ़ैसले' },
      fate: DECISION,
    },
    {
      table: 'credit_account_log',
      topic: 'decision',
      title: { en: 'Changes of your limit', hi: 'लिमिट में बदलाव' },
      fate: DECISION,
    },
    {
      table: 'credit_offers',
      topic: 'decision',
      title: { en: 'Limits offered to you', hi: 'आपको दी गई लिमिट की पेशकश' },
      fate: DECISION,
    },
    {
      table: 'income_evidence',
      topic: 'decision',
      title: { en: 'Evidence of income', hi: 'आय का प्रमाण' },
      fate: DECISION,
    },
  ],
};
